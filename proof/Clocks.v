(** * The clock theorem

    What this is: theorem 4.  For streams whose semaphores only grow and are raised
    by the completions of one engine, one pass over clocks decides all schedules:
    - free of deadlock iff every instance has a clock and every trailing wait can
      hold;
    - safe iff the clocks cover the dependences;
    - exact iff both, and the clocks are those of the ideal system.

    The waits are arbitrary (see the file on the clock of an instance).

    Plan.
    - [deadlock_free_iff]: run on until nothing can step; if that is the end, all have
      issued, so all have a clock.  If all have, the whole run is a closed target.
    - [safe_iff]: the least state of [p] shows what its clock lacks.
    - [exact_iff]: if nothing is held back, the ideal system reaches no state that the
      streams do not, so the least state of [p] in it is one of theirs. *)

From Coq Require Import List Arith Bool Lia.
From Tidemark Require Import Program Trace System Ideal Progress Clock Least.
Import ListNotations.

Section Clocks.
Variable tr : trace.
Variable W : waits.
Local Notation can := (@Clock.can tr W).
Local Notation Can := (@Clock.Can tr W).
Local Notation Clock := (@Clock.Clock tr W).
Local Notation reach_can := (@Least.reach_can tr W).
Local Notation closed := (@Least.closed tr W).
Local Notation clock_exists := (@Clock.clock_exists tr W).

Variable es : list engine.
Hypothesis part : takes_part es tr.
Local Notation distance := (@Least.distance es).
Local Notation distance_lt := (@Least.distance_lt es).
Local Notation step_mono := (@Least.step_mono tr W).
Local Notation step_or_none := (@Least.step_or_none tr W es part).
Local Notation advance := (@Least.advance tr W es part).
Local Notation least_state := (@Least.least_state tr W es part).

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
    assert (X : forall n s, distance s t < n -> reach tr W s -> exists s', reach tr W s' /\ at_end
      s').
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
    { apply (reach_can (issue_next s (eng i)) (reach_step _ _ _ _ _ R (step_issue _ _ _ _ _ C))
        p i).
      destruct C as [[Hp E] _]. split; [exact Hp|]. simpl. rewrite upd_same. lia. }
    destruct (clock_exists p K) as [v Cv]. specialize (H p v q j Cv N Hq).
    apply Cv in H. pose proof (certain_sound _ _ _ _ _ _ _ R C H). lia.
Qed.

End Clocks.

(** ** Exactness *)

Section Exact.
Variable tr : trace.
Local Notation Can := (@Clock.Can tr).
Local Notation can := (@Clock.can tr).
Local Notation Clock := (@Clock.Clock tr).
Local Notation clock_exists := (@Clock.clock_exists tr).
Local Notation least_state := (@Least.least_state tr).
Local Notation safe_iff := (@safe_iff tr).
Local Notation deadlock_free_iff := (@deadlock_free_iff tr).
Local Notation never_unsafe := (@never_unsafe tr).
Local Notation deadlock_free := (@deadlock_free tr).
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
      eapply certain_sound; [exact (Ri s R)|apply Ow; [exact (Ri s R)|apply ideal_can_issue;
        exact C]|].
      now apply Cp.
    + apply Cp. eapply covers_certain; [exact Cv| |now apply Ci].
      destruct Cp as [[? i Hp _ _ _] _]. exact (at_lt _ _ _ Hp).
  - intros (Ac & Tc & Eq).
    assert (K : forall p, p < length tr -> Can W p) by (intros p L; destruct (Ac p L)
      as [v [? _]]; auto).
    assert (Sw : forall p e t, p < length tr -> Certain tr W p e t <-> Certain tr I p e t).
    { intros p e t L. destruct (Ac p L) as [v Cv]. destruct (clock_exists I p (Ic p L)) as [u Cu].
      rewrite <- (proj2 Cv e t), <- (proj2 Cu e t), (Eq p v u Cv Cu e). tauto. }
    assert (C1 : covers tr W I) by (intros p e t L H; apply Sw; auto using certain_wait).
    assert (C2 : covers tr I W) by (intros p e t L H; apply Sw; auto using certain_wait).
    split; [|split].
    + intros s p i q j R C N Hq. split; [auto|].
      eapply (certain_sound _ _ s p i); [exact R|exact C|]. apply C1;
        [exact (at_lt _ _ _ (proj1 (proj1 C)))|].
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
