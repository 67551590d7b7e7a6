(** * The least state in which an instance can issue

    What this is: the clock of an instance is not only sound, but the best that can
    be said of all schedules.

    Plan.
    - [reach_can]: what issues in some schedule has a clock.
    - [closed]: a target that holds with each instance what that depends on.
      [step_or_none], [advance]: from a reachable state below it there is a step that
      stays below, until it is reached ([closed_reach]).
    - [least_state]: the state in which exactly what the clock of [p] says is
      complete is such a target, and [p] can issue in it. *)

From Coq Require Import List Arith Bool Lia.
From Tidemark Require Import Program Trace System Ideal Progress Clock.
Import ListNotations.

Section Clocks.
Variable tr : trace.
Variable W : waits.
Local Notation can := (@Clock.can tr W).
Local Notation Can := (@Clock.Can tr W).
Local Notation Clock := (@Clock.Clock tr W).
Local Notation ordinal_ex := (@Clock.ordinal_ex tr).
Local Notation certain_inv := (@Clock.certain_inv tr W).
Local Notation can_acyclic := (@Clock.can_acyclic tr W).
Local Notation certain_can := (@Clock.certain_can tr W).

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
    + intros e. specialize (Lt e). simpl. unfold upd. destruct (Nat.eqb_spec e (eng j)); subst;
        lia.
    + exists (eng j). split; [exact (part q j Hq)|]. cbn [iss don issue_next]. rewrite upd_same.
      lia.
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

End Clocks.
