(** * The clock of an instance

    What this is: which instances have a clock, for arbitrary waits: they may name
    completions that come later in the run, or that never come.

    Plan.
    - A wait [s >= v] on a semaphore that is raised by some completions of one engine
      only, or by more than 1, is a wait for one completion ([semaphore_wait]).
    - [Can p]: [p] has a clock, that is, what its issue depends on exists and is
      well-founded.  [Clock p v] says that [v] is it.
    - [certain_inv]: certainty comes from an engine's own earlier instances or from
      a wait.  [can_acyclic]: nothing that has a clock waits for itself.
    - [clock_exists]: what can have a clock has one. *)

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

Lemma ordinal_le : forall q q' e t t', ordinal tr q e t -> ordinal tr q' e t' -> t <= t' -> q <=
  q'.
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
  - destruct (IH K i0 Hi) as [->|[(q & j & ? & ? & ? & ?)|(e1 & t1 & Hin & [[-> ?]|(q & ? &
      ?)])]].
    + left. lia.
    + right. left. exists q, j. repeat split; auto. eapply certain_less; eauto.
    + right. right. exists e, t1. split; [auto|]. left. split; [auto|lia].
    + right. right. exists e1, t1. split; [auto|]. right. exists q.
      split; [auto|]. eapply certain_less; eauto.
  - right. left. exists q, j. rewrite (at_fun _ _ _ _ Hi Hp). auto.
  - destruct (IH K i0 Hi) as [X|[(a & k & ? & ? & ? & ?)|(e1 & t1 & Hin & [[-> Le]|(a & Oa &
      ?)])]].
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
    inversion Ka as [? k Hk Kb _ _]; subst. destruct O as (j & Hq & Ej & _), Oa as (k' & Hk' & Ek
      & _).
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
      - exists (fun _ => 0). intros e t. split; [left; lia|]. intros [->|(q & (j & _ & _ & E)
          & _)]; lia.
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
  - intros [[->|(q & j & L & Hq & E & C)]|[->|(e' & t' & H & [[-> L]|(q & (j & Hq & <- & ->)
      & C)])]];
      try apply certain_zero.
    + eapply certain_order; eauto.
    + eapply certain_less; [apply certain_wait; exact H|exact L].
    + eapply certain_trans; [apply certain_wait; exact H|exact Hq|exact C].
  - intros C. destruct (certain_inv _ _ _ C K i Hp) as [->|[H|H]]; auto.
Qed.

End Waits.
End Clocks.
