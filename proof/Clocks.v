(** * The clock theorem

    What this is: theorem 4.  For streams whose semaphores only grow and are raised
    by the completions of one engine, one pass over clocks decides all schedules:
    - free of deadlock iff every instance has a clock and every trailing wait can
      hold;
    - safe iff the clocks cover the dependences;
    - exact iff both, and the clocks are those of the ideal system.

    The waits are arbitrary here: they may name completions that come later in the
    run, or that never come.  A wait [s >= v] on a semaphore that is raised by some
    completions only, or by more than 1, is one of these ([semaphore_wait]).

    Plan.
    - [Can W p]: [p] has a clock, that is, what its issue depends on is well-founded
      and exists.  [Clock W p v] says that [v] is it; [clock_exists] finds it.
    - [can_acyclic]: a [p] with a clock is not certain of its own completion.
    - [advance]: between a reachable state and a target that is closed under
      dependence there is always a step ([closed_reach]: so it is reached).
    - [least_state]: the state in which exactly what the clock of [p] says is
      complete is reachable, and [p] can issue in it.  So the clock is not only sound
      ([certain_sound]) but the best that can be said.
    - [deadlock_free_iff], [safe_iff], [exact_iff]. *)

From Coq Require Import List Arith Bool Lia.
From Tidemark Require Import Program Trace System Ideal Progress.
Import ListNotations.

(** ** Semaphores *)

(** The value of a semaphore after [n] completions of its engine, of which the
    [k]-th (from 0) raises it by [raise k]. *)
Fixpoint raised (raise : nat -> nat) (n : nat) : nat :=
  match n with O => 0 | S n => raised raise n + raise n end.

(** The completion that brings it to [v], of [total]; one more if none does. *)
Fixpoint completion_for (raise : nat -> nat) (v total : nat) : nat :=
  match total with
  | O => if v <=? 0 then 0 else 1
  | S n => let t := completion_for raise v n in
           if t <=? n then t else if v <=? raised raise total then total else S total
  end.

Theorem semaphore_wait : forall raise v total n, n <= total ->
  (v <= raised raise n <-> completion_for raise v total <= n).
Proof.
  intros raise v. induction total as [|total IH]; intros n L; cbn [completion_for].
  - assert (n = 0) as -> by lia. destruct v; simpl; lia.
  - destruct (Nat.leb_spec (completion_for raise v total) total) as [H|H].
    + destruct (Nat.eq_dec n (S total)) as [->|]; [|apply IH; lia].
      apply (IH total) in H; [|lia]. simpl. split; [|lia]. intros _.
      apply (IH total) in H; lia.
    + destruct (Nat.eq_dec n (S total)) as [->|].
      * destruct (Nat.leb_spec v (raised raise (S total))); lia.
      * destruct (IH n) as [I _]; [lia|].
        destruct (Nat.leb_spec v (raised raise (S total))); split; try lia;
          intros X; apply I in X; lia.
Qed.

(** ** Having a clock *)

Section Clocks.
Variable tr : trace.

Section Waits.
Variable W : waits.

Inductive Can : nat -> Prop :=
| can : forall p i, at_ tr p i ->
    (forall q j, q < p -> at_ tr q j -> eng j = eng i -> Can q) ->
    (forall e t, In (e, t) (W p) -> t <= count e tr) ->
    (forall e t q, In (e, t) (W p) -> ordinal tr q e t -> Can q) ->
    Can p.

Lemma ordinal_ex : forall e t, 0 < t <= count e tr -> exists q, ordinal tr q e t.
Proof.
  intros e t L. destruct (total_find tr e (t - 1)) as (q & j & Hq & E & B); [lia|].
  exists q, j. split; [auto|]. split; [auto|]. lia.
Qed.

Lemma ordinal_le : forall q q' e t t', ordinal tr q e t -> ordinal tr q' e t' -> t <= t' -> q <= q'.
Proof.
  intros q q' e t t' (j & Hq & E & ->) (j' & Hq' & E' & ->) L.
  destruct (le_lt_dec q q') as [|X]; [auto|].
  pose proof (before_lt _ _ _ _ Hq' X). rewrite E' in *. lia.
Qed.

(** Certainty of what an earlier or equal ordinal of an engine was certain of. *)
Lemma certain_up : forall q q' a t t' e u, ordinal tr q a t -> ordinal tr q' a t' -> t <= t' ->
  Certain tr W q e u -> Certain tr W q' e u.
Proof.
  intros q q' a t t' e u O O' L C. pose proof (ordinal_le _ _ _ _ _ O O' L) as Le.
  destruct (Nat.eq_dec q q') as [->|]; [auto|].
  destruct O as (j & Hq & E & _), O' as (j' & Hq' & E' & _).
  eapply (certain_order _ _ q' q j' j); eauto; [lia|congruence].
Qed.

(** What is certain comes from the engine's own earlier instances or from a wait. *)
Lemma certain_inv : forall p e t, Certain tr W p e t -> Can p -> forall i, at_ tr p i ->
  t = 0 \/
  (exists q j, q < p /\ at_ tr q j /\ eng j = eng i /\ Certain tr W q e t) \/
  (exists e' t', In (e', t') (W p) /\
     ((e' = e /\ t <= t') \/ exists q, ordinal tr q e' t' /\ Certain tr W q e t)).
Proof.
  induction 1 as [p e t H|p e|p e t t' _ IH L|p q i j e t L Hp Hq E C _|p q j e t C1 IH Hq C2 _];
    intros K i0 Hi.
  - right. right. exists e, t. auto.
  - auto.
  - destruct (IH K i0 Hi) as [->|[(q & j & ? & ? & ? & ?)|(e1 & t1 & Hin & [[-> ?]|(q & ? & ?)])]].
    + left. lia.
    + right. left. exists q, j. repeat split; auto. eapply certain_less; eauto.
    + right. right. exists e, t1. split; [auto|]. left. split; [auto|lia].
    + right. right. exists e1, t1. split; [auto|]. right. exists q.
      split; [auto|]. eapply certain_less; eauto.
  - right. left. exists q, j. rewrite (at_fun _ _ _ _ Hi Hp). auto.
  - destruct (IH K i0 Hi) as [X|[(a & k & ? & ? & ? & ?)|(e1 & t1 & Hin & [[-> Le]|(a & Oa & ?)])]].
    + discriminate.
    + right. left. exists a, k. repeat split; auto. eapply certain_trans; eauto.
    + right. right. exists (eng j), t1. split; [auto|]. right.
      inversion K as [? ? _ _ Kt _]; subst.
      destruct (ordinal_ex (eng j) t1) as [a Oa]; [specialize (Kt _ _ Hin); lia|].
      exists a. split; [auto|]. eapply (certain_up q a); eauto. exists j. auto.
    + right. right. exists e1, t1. split; [auto|]. right. exists a.
      split; [auto|]. eapply certain_trans; eauto.
Qed.

(** Dependences of what has a clock have one. *)
Lemma certain_can : forall p, Can p -> forall e t q,
  Certain tr W p e t -> ordinal tr q e t -> Can q.
Proof.
  induction 1 as [p i Hp Ko IHo Kt Kw IHw]; intros e t q C O.
  pose proof (can p i Hp Ko Kt Kw) as K.
  destruct (certain_inv _ _ _ C K i Hp)
    as [->|[(a & j & L & Ha & E & C')|(e1 & t1 & Hin & [[-> Le]|(a & Oa & C')])]].
  - destruct O as (? & _ & _ & ?). discriminate.
  - eapply IHo; eauto.
  - assert (0 < t) by (destruct O as (? & _ & _ & ->); lia).
    destruct (ordinal_ex e t1) as [a Oa]; [specialize (Kt _ _ Hin); lia|].
    pose proof (ordinal_le _ _ _ _ _ O Oa Le) as La.
    pose proof (Kw _ _ _ Hin Oa) as Ka. destruct (Nat.eq_dec q a) as [->|]; [auto|].
    inversion Ka as [? k Hk Kb _ _]; subst. destruct O as (j & Hq & Ej & _), Oa as (k' & Hk' & Ek & _).
    eapply Kb; eauto; [lia|]. rewrite (at_fun _ _ _ _ Hk Hk'). congruence.
  - eapply IHw; eauto.
Qed.

(** Nothing with a clock waits for its own completion. *)
Lemma can_acyclic : forall p, Can p -> forall e t, ordinal tr p e t -> ~ Certain tr W p e t.
Proof.
  induction 1 as [p i Hp Ko IHo Kt Kw IHw]; intros e t O C.
  pose proof (can p i Hp Ko Kt Kw) as K.
  assert (Ei : eng i = e).
  { destruct O as (i' & Hi' & <- & _). now rewrite (at_fun _ _ _ _ Hp Hi'). }
  destruct (certain_inv _ _ _ C K i Hp)
    as [->|[(a & j & L & Ha & E & C')|(e1 & t1 & Hin & [[-> Le]|(a & Oa & C')])]].
  - destruct O as (? & _ & _ & ?). discriminate.
  - apply (IHo a j L Ha E e (S (before tr e a))); [exists j; repeat split; auto; congruence|].
    eapply certain_less; [exact C'|]. destruct O as (i' & Hi' & <- & ->).
    pose proof (before_lt _ _ _ _ Ha L) as B. rewrite E, Ei in B. lia.
  - assert (0 < t) by (destruct O as (? & _ & _ & ->); lia).
    destruct (ordinal_ex e t1) as [a Oa]; [specialize (Kt _ _ Hin); lia|].
    apply (IHw _ _ _ Hin Oa e t1 Oa).
    eapply certain_up; [exact O|exact Oa|exact Le|]. now apply certain_wait.
  - apply (IHw _ _ _ Hin Oa e1 t1 Oa). destruct O as (i' & Hi' & E & ->).
    pose proof Oa as (j & Ha & Ej & Et).
    eapply (certain_trans _ _ _ p i'); [rewrite E; exact C'|exact Hi'|]. now apply certain_wait.
Qed.

(** ** The clock *)

Definition Clock (p : nat) (v : engine -> nat) : Prop :=
  Can p /\ forall e t, t <= v e <-> Certain tr W p e t.

(** What a list of waits brings: for each, its threshold and the clock of the
    instance that reaches it. *)
Lemma waits_clock : forall p ws, (forall e t, In (e, t) ws -> In (e, t) (W p)) ->
  (forall e t, In (e, t) ws -> t <= count e tr) ->
  (forall e t q, In (e, t) ws -> ordinal tr q e t -> exists v, Clock q v) ->
  exists v, forall e t, t <= v e <->
    t = 0 \/ exists e' t', In (e', t') ws /\
      ((e' = e /\ t <= t') \/ exists q, ordinal tr q e' t' /\ Certain tr W q e t).
Proof.
  intros p. induction ws as [|[a u] ws IH]; intros Hin Ht Hc.
  - exists (fun _ => 0). intros e t. simpl. split; [intros; left; lia|].
    intros [->|(e' & t' & [] & _)]. lia.
  - destruct IH as [v Hv]; [intros; apply Hin; now right|intros; apply Ht; now right|
      intros e t q Hq; apply (Hc e t q); now right|].
    assert (X : exists w : engine -> nat, forall e t, t <= w e <->
              t = 0 \/ exists q, ordinal tr q a u /\ Certain tr W q e t).
    { destruct (Nat.eq_dec u 0) as [->|Nu].
      - exists (fun _ => 0). intros e t. split; [left; lia|]. intros [->|(q & (j & _ & _ & E) & _)]; lia.
      - destruct (ordinal_ex a u) as [q Oq]; [specialize (Ht a u (or_introl eq_refl)); lia|].
        destruct (Hc a u q (or_introl eq_refl) Oq) as [w [_ Hw]]. exists w. intros e t.
        rewrite Hw. split; [eauto|]. intros [->|(q' & Oq' & C)]; [apply certain_zero|].
        eapply certain_up; [exact Oq'|exact Oq|lia|exact C]. }
    destruct X as [w Hw].
    exists (fun e => Nat.max (v e) (Nat.max (w e) (if a =? e then u else 0))). intros e t.
    rewrite !Nat.max_le_iff, Hv, Hw. split.
    + intros [[->|(e' & t' & H & X)]|[[->|X]|L]]; auto.
      * right. exists e', t'. split; [now right|auto].
      * right. exists a, u. split; [now left|auto].
      * destruct (Nat.eqb_spec a e) as [->|]; [|left; lia].
        right. exists e, u. split; [now left|auto].
    + intros [->|(e' & t' & [E|H] & X)]; [auto| |left; right; eauto].
      injection E as -> ->. destruct X as [[-> L]|X]; [|auto].
      rewrite Nat.eqb_refl. auto.
Qed.

(** The instance just before [p] on its engine, if there is one. *)
Lemma previous : forall p i, at_ tr p i ->
  (forall q j, q < p -> at_ tr q j -> eng j <> eng i) \/
  exists q j, q < p /\ at_ tr q j /\ eng j = eng i /\
    forall q' j', q' < p -> at_ tr q' j' -> eng j' = eng i -> q' <= q.
Proof.
  intros p i Hp. destruct (before tr (eng i) p) as [|b] eqn:E.
  - left. intros q j L Hq Ee. pose proof (before_lt _ _ _ _ Hq L). rewrite Ee in *. lia.
  - right. destruct (before_find tr (eng i) p b) as (q & j & L & Hq & Ee & B); [lia|].
    exists q, j. repeat split; auto. intros q' j' L' Hq' Ee'.
    destruct (le_lt_dec q' q) as [|X]; [auto|].
    pose proof (before_lt _ _ _ _ Hq X) as B1. pose proof (before_lt _ _ _ _ Hq' L') as B2.
    rewrite Ee in B1. rewrite Ee' in B2. lia.
Qed.

Theorem clock_exists : forall p, Can p -> exists v, Clock p v.
Proof.
  induction 1 as [p i Hp Ko IHo Kt Kw IHw].
  pose proof (can p i Hp Ko Kt Kw) as K.
  destruct (waits_clock p (W p) (fun _ _ H => H) Kt IHw) as [w Hw].
  assert (X : exists u : engine -> nat, forall e t, t <= u e <->
            t = 0 \/ exists q j, q < p /\ at_ tr q j /\ eng j = eng i /\ Certain tr W q e t).
  { destruct (previous p i Hp) as [N|(q & j & L & Hq & E & M)].
    - exists (fun _ => 0). intros e t. split; [left; lia|].
      intros [->|(q & j & L & Hq & E & _)]; [lia|]. destruct (N q j L Hq E).
    - destruct (IHo q j L Hq E) as [u [_ Hu]]. exists u. intros e t. rewrite Hu. split.
      + intros C. right. exists q, j. auto.
      + intros [->|(q' & j' & L' & Hq' & E' & C)]; [apply certain_zero|].
        pose proof (M q' j' L' Hq' E'). destruct (Nat.eq_dec q' q) as [->|]; [auto|].
        eapply (certain_order _ _ q q' j j'); eauto; [lia|congruence]. }
  destruct X as [u Hu]. exists (fun e => Nat.max (u e) (w e)). split; [exact K|].
  intros e t. rewrite Nat.max_le_iff, Hu, Hw. split.
  - intros [[->|(q & j & L & Hq & E & C)]|[->|(e' & t' & H & [[-> L]|(q & (j & Hq & <- & ->) & C)])]];
      try apply certain_zero.
    + eapply certain_order; eauto.
    + eapply certain_less; [apply certain_wait; exact H|exact L].
    + eapply certain_trans; [apply certain_wait; exact H|exact Hq|exact C].
  - intros C. destruct (certain_inv _ _ _ C K i Hp) as [->|[H|H]]; auto.
Qed.

(** ** Reaching what depends on nothing else *)

(** What issued had a clock. *)
Lemma reach_can : forall s, reach tr W s -> forall p i, issued tr s p i -> Can p.
Proof.
  induction 1 as [|s l s' R IH St]; intros p i [Hp L]; [simpl in L; lia|].
  pose proof (reach_bounded _ _ _ R) as [HD HI].
  destruct St as [q j [[Hq E] M]|e _]; simpl in L; [|apply (IH p i); split; auto].
  destruct (lt_dec (before tr (eng i) p) (iss s (eng i))) as [|N]; [apply (IH p i); split; auto|].
  assert (p = q) as ->.
  { unfold upd in L. destruct (Nat.eqb_spec (eng i) (eng j)) as [Ee|]; [|lia].
    eapply before_inj; eauto. rewrite Ee in *. lia. }
  assert (i = j) as -> by eauto using at_fun.
  apply (can q j Hq).
  - intros a k La Ha Ek. apply (IH a k). split; [auto|].
    pose proof (before_lt _ _ _ _ Ha La). rewrite Ek in *. lia.
  - intros e t H. specialize (M e t H). specialize (HD e). specialize (HI e). lia.
  - intros e t a H (k & Ha & Ek & Et). apply (IH a k). split; [auto|].
    specialize (M e t H). specialize (HD e). rewrite Ek. lia.
Qed.

(** A target: bounded, and closed under what its instances depend on. *)
Record closed (t : st) : Prop := {
  closed_bounded : bounded tr t;
  closed_can : forall q j, issued tr t q j -> Can q /\ met t (W q)
}.

Definition below (s t : st) : Prop := forall e, iss s e <= iss t e /\ don s e <= don t e.
Definition same (s t : st) : Prop := forall e, iss s e = iss t e /\ don s e = don t e.

Variable es : list engine.
Hypothesis part : takes_part es tr.

Definition ready (s t : st) (q : nat) : bool :=
  match nth_error tr q with
  | Some j => (before tr (eng j) q =? iss s (eng j)) && (iss s (eng j) <? iss t (eng j))
              && forallb (fun w => snd w <=? don s (fst w)) (W q)
  | None => false
  end.

Lemma ready_spec : forall s t q, ready s t q = true <->
  exists j, can_issue tr W s q j /\ iss s (eng j) < iss t (eng j).
Proof.
  intros s t q. unfold ready, can_issue, next, at_. destruct (nth_error tr q) as [j|].
  - rewrite !andb_true_iff, Nat.eqb_eq, Nat.ltb_lt, forallb_forall. split.
    + intros [[E L] F]. exists j. split; [split; auto|auto]. intros e u H.
      specialize (F _ H). now apply Nat.leb_le in F.
    + intros (j' & [[E1 E2] M] & L). injection E1 as <-. repeat split; auto.
      intros [e u] H. apply Nat.leb_le. now apply M.
  - split; [discriminate|]. intros (j & [[E _] _] & _). discriminate.
Qed.

Lemma engine_in : forall e, 0 < count e tr -> In e es.
Proof.
  intros e L. destruct (total_find tr e 0 L) as (p & i & Hp & <- & _). exact (part p i Hp).
Qed.

(** From a reachable state below a bounded target: a step that stays below it, or
    nothing that can issue or complete on the way to it. *)
Lemma step_or_none : forall s t, bounded tr s -> bounded tr t -> below s t ->
  (exists l s', step tr W s l s' /\ below s' t /\ exists e, In e es /\
     iss t e - iss s' e + (don t e - don s' e) < iss t e - iss s e + (don t e - don s e)) \/
  ((forall e, Nat.min (iss s e) (don t e) <= don s e) /\
   (forall q j, can_issue tr W s q j -> iss t (eng j) <= iss s (eng j))).
Proof.
  intros s t Bs Bt Lt.
  destruct (existsb (ready s t) (seq 0 (length tr))) eqn:X.
  - left. apply existsb_exists in X as (q & _ & X). apply ready_spec in X as (j & C & L).
    eexists _, _. split; [exact (step_issue _ _ _ q j C)|]. pose proof C as [[Hq _] _]. split.
    + intros e. specialize (Lt e). simpl. unfold upd. destruct (Nat.eqb_spec e (eng j)); subst; lia.
    + exists (eng j). split; [exact (part q j Hq)|]. cbn [iss don issue_next]. rewrite upd_same. lia.
  - destruct (Exists_dec (fun e => don s e < Nat.min (iss s e) (don t e)) es
                (fun e => lt_dec _ _)) as [Y|Y].
    + left. apply Exists_exists in Y as (e & He & L). eexists _, _.
      split; [apply (step_done _ _ _ e); lia|]. split.
      * intros a. specialize (Lt a). simpl. unfold upd. destruct (Nat.eqb_spec a e); subst; lia.
      * exists e. split; [auto|]. cbn [iss don complete_next]. rewrite upd_same. lia.
    + right. split.
      * intros e. destruct (le_lt_dec (Nat.min (iss s e) (don t e)) (don s e)) as [|L]; [auto|].
        exfalso. apply Y, Exists_exists. exists e. split; [|auto]. apply engine_in.
        destruct Bs as [_ HI]. specialize (HI e). lia.
      * intros q j C. destruct (le_lt_dec (iss t (eng j)) (iss s (eng j))) as [|L]; [auto|].
        assert (Y' : existsb (ready s t) (seq 0 (length tr)) = true); [|congruence].
        apply existsb_exists. exists q. split; [|apply ready_spec; eauto].
        apply in_seq. destruct C as [[Hq _] _]. pose proof (at_lt _ _ _ Hq). lia.
Qed.

(** Towards a closed target there is always a step. *)
Lemma advance : forall s t, bounded tr s -> closed t -> below s t ->
  same s t \/ exists l s', step tr W s l s' /\ below s' t /\ exists e, In e es /\
     iss t e - iss s' e + (don t e - don s' e) < iss t e - iss s e + (don t e - don s e).
Proof.
  intros s t Bs [Bt Ct] Lt. destruct (step_or_none s t Bs Bt Lt) as [H|[Nd Ni]]; [auto|left].
  assert (All : forall q, Can q -> forall j, issued tr t q j -> issued tr s q j).
  { induction 1 as [q i Hq Ko IHo Kt Kw IHw]; intros j Hj.
    assert (j = i) as -> by (destruct Hj; eauto using at_fun).
    destruct (lt_dec (before tr (eng i) q) (iss s (eng i))) as [|N]; [split; auto|].
    exfalso. assert (E : before tr (eng i) q = iss s (eng i)).
    { destruct (Nat.eq_dec (before tr (eng i) q) (iss s (eng i))) as [|Ne]; [auto|].
      destruct (before_find tr (eng i) q (iss s (eng i))) as (a & k & La & Ha & Ek & Eb); [lia|].
      destruct (IHo a k La Ha Ek k) as [_ X]; [|rewrite Ek in X; lia].
      split; [auto|]. rewrite Ek, Eb. destruct Hj as [_ X]. lia. }
    assert (C : can_issue tr W s q i).
    { split; [split; auto|]. intros e u H. destruct u as [|u]; [lia|].
      destruct (ordinal_ex e (S u)) as [a Oa]; [specialize (Kt _ _ H); lia|].
      pose proof Oa as (k & Ha & Ek & Eu). destruct (Ct q i Hj) as [_ M].
      specialize (M e (S u) H). pose proof (don_iss _ _ Bt e).
      destruct (IHw e (S u) a H Oa k) as [_ X]; [split; [auto|rewrite Ek; lia]|].
      rewrite Ek in X. specialize (Nd e). lia. }
    specialize (Ni q i C). destruct Hj as [_ X]. lia. }
  assert (I : forall e, iss t e <= iss s e).
  { intros e. destruct (le_lt_dec (iss t e) (iss s e)) as [|L]; [auto|].
    pose proof (iss_total _ _ Bt e).
    destruct (total_find tr e (iss s e)) as (q & j & Hq & <- & E); [lia|].
    assert (Hj : issued tr t q j) by (split; [auto|lia]).
    destruct (All q (proj1 (Ct q j Hj)) j Hj) as [_ X]. lia. }
  intros e. specialize (I e). specialize (Lt e). specialize (Nd e).
  pose proof (don_iss _ _ Bt e). lia.
Qed.

Definition distance (s t : st) : nat :=
  list_sum (map (fun e => iss t e - iss s e + (don t e - don s e)) es).

Lemma step_mono : forall s l s', step tr W s l s' -> below s s'.
Proof.
  intros s l s' H. destruct H; intros a; simpl; unfold upd;
    [destruct (Nat.eqb_spec a (eng i))|destruct (Nat.eqb_spec a e)]; subst; lia.
Qed.

Lemma distance_lt : forall s s' t e, below s s' -> In e es ->
  iss t e - iss s' e + (don t e - don s' e) < iss t e - iss s e + (don t e - don s e) ->
  distance s' t < distance s t.
Proof.
  intros s s' t e B He L. eapply sum_lt; [exact He| |exact L].
  intros a. specialize (B a). simpl. lia.
Qed.

Theorem closed_reach : forall t, closed t -> exists s, reach tr W s /\ same s t.
Proof.
  intros t C.
  assert (X : forall n s, distance s t < n -> reach tr W s -> below s t ->
              exists s', reach tr W s' /\ same s' t).
  { induction n as [|n IH]; intros s D R B; [lia|].
    destruct (advance s t (reach_bounded _ _ _ R) C B) as [H|(l & s' & St & B' & e & He & L)];
      [eauto|].
    apply (IH s'); [|econstructor; eauto|exact B'].
    pose proof (distance_lt _ _ _ _ (step_mono _ _ _ St) He L). lia. }
  apply (X (S (distance init t)) init); [lia|constructor|]. intros e. simpl. lia.
Qed.

(** The least state in which [p] can issue. *)
Theorem least_state : forall p i v, at_ tr p i -> Clock p v ->
  exists s, reach tr W s /\ can_issue tr W s p i /\ forall e, don s e = v e.
Proof.
  intros p i v Hp [K Hv].
  assert (Own : v (eng i) <= before tr (eng i) p).
  { destruct (le_lt_dec (v (eng i)) (before tr (eng i) p)) as [|L]; [auto|].
    exfalso. apply (can_acyclic p K (eng i) (S (before tr (eng i) p))); [exists i; auto|].
    apply Hv. lia. }
  set (t := St (fun e => if e =? eng i then before tr e p else v e) v).
  assert (Before : forall q j, issued tr t q j ->
            Can q /\ forall e u, Certain tr W q e u -> u <= v e).
  { intros q j [Hq L]. simpl in L. destruct (Nat.eqb_spec (eng j) (eng i)) as [E|N].
    - pose proof (before_lt_inv _ _ _ _ L) as Lq. split.
      + inversion K as [? i' Hi' Ko _ _]; subst. apply (Ko q j Lq Hq).
        now rewrite (at_fun _ _ _ _ Hi' Hp).
      + intros e u C. apply Hv. eapply (certain_order _ _ p q i j); eauto.
    - assert (C : Certain tr W p (eng j) (S (before tr (eng j) q))) by (apply Hv; lia).
      split; [eapply certain_can; [exact K|exact C|exists j; auto]|].
      intros e u Cu. apply Hv. eapply certain_trans; eauto. }
  assert (Cl : closed t).
  { split.
    - split; intros e; simpl; destruct (Nat.eqb_spec e (eng i)) as [->|]; auto.
      + apply before_total.
      + destruct (v e) as [|u] eqn:Ev; [lia|].
        assert (C : Certain tr W p e (S u)) by (apply Hv; lia). clear - C K Hp.
        destruct (le_lt_dec (S u) (count e tr)) as [|L]; [auto|exfalso].
        revert e u i Hp C L. induction K as [p i Hp Ko IHo Kt Kw IHw]; intros e u i0 Hp0 C L.
        pose proof (can p i Hp Ko Kt Kw) as K.
        destruct (certain_inv _ _ _ C K i Hp)
          as [X|[(q & j & Lq & Hq & E & C')|(e1 & t1 & Hin & [[-> Le]|(q & Oq & C')])]].
        * discriminate.
        * exact (IHo q j Lq Hq E e u j Hq C' L).
        * specialize (Kt _ _ Hin). lia.
        * pose proof Oq as (j & Hq & _). exact (IHw _ _ _ Hin Oq e u j Hq C' L).
    - intros q j Hj. destruct (Before q j Hj) as [Kq Cq]. split; [exact Kq|].
      intros e u H. apply Cq. now apply certain_wait. }
  destruct (closed_reach t Cl) as (s & R & Sm). exists s. split; [exact R|]. split.
  - split; [split; [exact Hp|]|].
    + destruct (Sm (eng i)) as [-> _]. simpl. now rewrite Nat.eqb_refl.
    + intros e u H. destruct (Sm e) as [_ ->]. apply Hv. now apply certain_wait.
  - intros e. apply Sm.
Qed.

(** ** Deadlock *)

(** The waits at the end of each stream. *)
Variable trailing : engine -> list (engine * nat).

Definition at_end (s : st) : Prop := finished tr s /\ forall e, In e es -> met s (trailing e).

Definition deadlock_free : Prop := forall s, reach tr W s ->
  at_end s \/ exists l s', step tr W s l s'.

Theorem deadlock_free_iff : deadlock_free <->
  (forall p, p < length tr -> Can p) /\
  (forall e a t, In e es -> In (a, t) (trailing e) -> t <= count a tr).
Proof.
  set (t := St (fun e => count e tr) (fun e => count e tr)).
  assert (Bt : bounded tr t) by (split; simpl; auto).
  assert (Low : forall s, bounded tr s -> below s t).
  { intros s [HD HI] e. simpl. specialize (HD e). specialize (HI e). lia. }
  split.
  - intros Df.
    assert (X : forall n s, distance s t < n -> reach tr W s -> exists s', reach tr W s' /\ at_end s').
    { induction n as [|n IH]; intros s D R; [lia|]. pose proof (reach_bounded _ _ _ R) as B.
      destruct (Df s R) as [E|(l & s' & St)]; [eauto|].
      destruct (step_or_none s t B Bt (Low s B)) as [(l1 & s1 & St1 & _ & e & He & L)|[Nd Ni]].
      - apply (IH s1); [|econstructor; eauto].
        pose proof (distance_lt _ _ _ _ (step_mono _ _ _ St1) He L). lia.
      - exfalso. destruct St as [p i C|e L].
        + specialize (Ni p i C). destruct C as [[Hp E] _]. simpl in Ni.
          pose proof (before_at_total _ _ _ Hp). lia.
        + specialize (Nd e). simpl in Nd. destruct B as [_ HI]. specialize (HI e). lia. }
    destruct (X (S (distance init t)) init) as (s & R & F & M); [lia|constructor|].
    split.
    + intros p L. destruct (at_ex tr p L) as [i Hp]. apply (reach_can s R p i).
      split; [auto|]. destruct (F (eng i)) as [-> _]. exact (before_at_total _ _ _ Hp).
    + intros e a u He H. destruct (F a) as [_ <-]. exact (M e He a u H).
  - intros [Ac Tc] s R. pose proof (reach_bounded _ _ _ R) as B.
    assert (Cl : closed t).
    { split; [exact Bt|]. intros q j [Hq _]. pose proof (Ac q (at_lt _ _ _ Hq)) as K.
      split; [exact K|]. inversion K as [? ? _ _ Kt _]; subst. exact Kt. }
    destruct (advance s t B Cl (Low s B)) as [Sm|(l & s' & St & _)]; [left|eauto].
    split; [exact Sm|]. intros e He a u H. destruct (Sm a) as [_ ->]. exact (Tc e a u He H).
Qed.

(** ** Safety *)

Definition never_unsafe : Prop := forall s p i q j, reach tr W s -> can_issue tr W s p i ->
  need tr p q -> at_ tr q j -> completed tr s q j.

Theorem safe_iff : never_unsafe <->
  forall p v q j, Clock p v -> need tr p q -> at_ tr q j -> S (before tr (eng j) q) <= v (eng j).
Proof.
  split.
  - intros Sf p v q j C N Hq. pose proof N as (_ & i & _ & Hp & _).
    destruct (least_state p i v Hp C) as (s & R & Ci & Ev).
    destruct (Sf s p i q j R Ci N Hq) as [_ L]. rewrite Ev in L. lia.
  - intros H s p i q j R C N Hq. split; [auto|].
    assert (K : Can p).
    { apply (reach_can (issue_next s (eng i)) (reach_step _ _ _ _ _ R (step_issue _ _ _ _ _ C)) p i).
      destruct C as [[Hp E] _]. split; [exact Hp|]. simpl. rewrite upd_same. lia. }
    destruct (clock_exists p K) as [v Cv]. specialize (H p v q j Cv N Hq).
    apply Cv in H. pose proof (certain_sound _ _ _ _ _ _ _ R C H). lia.
Qed.

End Waits.

(** ** Exactness *)

Section Exact.
Variable depth : engine -> nat.
Hypothesis places : forall e, 1 <= depth e.
Variable es : list engine.
Hypothesis part : takes_part es tr.
Variable W : waits.
Variable trailing : engine -> list (engine * nat).
(** The machine holds at a full queue and at a control read, whatever streams say. *)
Hypothesis machine : forall p, incl (hold depth tr p) (W p).

Let I : waits := ideal_waits depth tr.

Definition never_overwaits : Prop := forall s p i, reach tr W s ->
  ideal_may_issue depth tr s p i -> can_issue tr W s p i.

Definition all_exact : Prop :=
  never_unsafe W /\ deadlock_free W es trailing /\ never_overwaits.

Lemma backward_can : forall U, backward tr U -> forall p, p < length tr -> Can U p.
Proof.
  intros U B. induction p as [p IH] using lt_wf_ind. intros L. destruct (at_ex tr p L) as [i Hp].
  apply (can U p i Hp).
  - intros q j Lq _ _. apply IH; lia.
  - intros e t H. pose proof (B p e t L H). pose proof (before_total tr e p). lia.
  - intros e t q H (j & Hq & <- & ->). apply IH; [|exact (at_lt _ _ _ Hq)].
    apply (before_lt_inv tr (eng j)). specialize (B p _ _ L H). lia.
Qed.

Lemma safe_covers : never_unsafe W -> (forall p, p < length tr -> Can W p) -> covers tr W I.
Proof.
  intros Sf Ac p e t L H. apply in_app_or in H as [H|H].
  - apply certain_wait. now apply machine.
  - apply needs_waits in H as (q & N & j & Hq & <- & ->).
    destruct (clock_exists W p (Ac p L)) as [v Cv]. apply Cv.
    exact (proj1 (safe_iff W es part) Sf p v q j Cv N Hq).
Qed.

(** Streams are exact iff every instance has a clock, every trailing wait can
    hold, and each clock is that of the ideal system. *)
Theorem exact_iff : all_exact <->
  (forall p, p < length tr -> exists v, Clock W p v) /\
  (forall e a t, In e es -> In (a, t) (trailing e) -> t <= count a tr) /\
  (forall p v u, Clock W p v -> Clock I p u -> forall e, v e = u e).
Proof.
  pose proof (backward_can I (ideal_backward depth tr places)) as Ic. split.
  - intros (Sf & Df & Ow). apply (deadlock_free_iff W es part) in Df as [Ac Tc].
    pose proof (safe_covers Sf Ac) as Cv.
    assert (Ri : forall s, reach tr I s -> reach tr W s).
    { induction 1 as [|s l s' Rs IH St]; [constructor|]. econstructor; [exact IH|].
      destruct St as [p i C|e L]; [apply (step_issue _ _ _ p)|apply step_done; exact L].
      apply Ow; [exact IH|]. now apply ideal_can_issue. }
    split; [intros p L; apply clock_exists, Ac, L|]. split; [exact Tc|].
    intros p v u Cp Ci e. apply Nat.le_antisymm.
    + assert (Lp : p < length tr) by (destruct Cp as [[? i Hp _ _ _] _]; exact (at_lt _ _ _ Hp)).
      destruct (at_ex tr p Lp) as [i Hp].
      destruct (least_state I es part p i u Hp Ci) as (s & R & C & <-).
      eapply certain_sound; [exact (Ri s R)|apply Ow; [exact (Ri s R)|apply ideal_can_issue; exact C]|].
      now apply Cp.
    + apply Cp. eapply covers_certain; [exact Cv| |now apply Ci].
      destruct Cp as [[? i Hp _ _ _] _]. exact (at_lt _ _ _ Hp).
  - intros (Ac & Tc & Eq).
    assert (K : forall p, p < length tr -> Can W p) by (intros p L; destruct (Ac p L) as [v [? _]]; auto).
    assert (Sw : forall p e t, p < length tr -> Certain tr W p e t <-> Certain tr I p e t).
    { intros p e t L. destruct (Ac p L) as [v Cv]. destruct (clock_exists I p (Ic p L)) as [u Cu].
      rewrite <- (proj2 Cv e t), <- (proj2 Cu e t), (Eq p v u Cv Cu e). tauto. }
    assert (C1 : covers tr W I) by (intros p e t L H; apply Sw; auto using certain_wait).
    assert (C2 : covers tr I W) by (intros p e t L H; apply Sw; auto using certain_wait).
    split; [|split].
    + intros s p i q j R C N Hq. split; [auto|].
      eapply (certain_sound _ _ s p i); [exact R|exact C|]. apply C1; [exact (at_lt _ _ _ (proj1 (proj1 C)))|].
      apply in_or_app. right. apply needs_waits. exists q. split; [auto|]. exists j. auto.
    + apply (deadlock_free_iff W es part). auto.
    + intros s p i R M. apply ideal_can_issue in M.
      eapply can_issue_incl; [exact C2| |exact M]. eapply reach_incl; eauto.
Qed.

(** Exact streams and the ideal system are certain of the same. *)
Theorem exact_covers : all_exact -> covers tr W I /\ covers tr I W.
Proof.
  intros E. apply exact_iff in E as (Ac & _ & Eq).
  pose proof (backward_can I (ideal_backward depth tr places)) as Ic.
  assert (Sw : forall p e t, p < length tr -> Certain tr W p e t <-> Certain tr I p e t).
  { intros p e t L. destruct (Ac p L) as [v Cv]. destruct (clock_exists I p (Ic p L)) as [u Cu].
    rewrite <- (proj2 Cv e t), <- (proj2 Cu e t), (Eq p v u Cv Cu e). tauto. }
  split; intros p e t L H; apply Sw; auto using certain_wait.
Qed.

End Exact.
End Clocks.
