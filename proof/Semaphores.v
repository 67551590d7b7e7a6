(** * Semaphores: the domain of the clock theorem

    What this is: theorem 4 for streams as people write them, over semaphores that only
    grow and are raised by the completions of one engine each: by some of its
    completions only, by 1 or by more, several by one completion.

    Plan.
    - [shows]: the value of a semaphore in a state.  [sem_step]: an instance issues when
      the machine lets it and each semaphore that it waits for shows the value.
    - [as_wait]: such a wait is one for a completion ([semaphore_wait]), so the two
      systems have the same steps ([sem_step_iff]) and states ([sem_reach_iff]).
    - [sem_deadlock_free_iff], [sem_safe_iff], [sem_exact_iff]: the clock theorem in
      terms of semaphores. *)

From Coq Require Import List Arith Bool Lia.
From Tidemark Require Import Program Trace System Ideal Progress Clock Least Clocks.
Import ListNotations.

(** Its [k]-th completion, from 0, raises it by [raise k], which may be 0. *)
Record semaphore := Semaphore { owner : engine; raise : nat -> nat }.

Definition shows (s : st) (m : semaphore) : nat := raised (raise m) (don s (owner m)).

Section Semaphores.
Variable tr : trace.
Variable machine : waits.                       (* full queues, control reads *)
Variable S : nat -> list (semaphore * nat).     (* what each instance waits for *)

Definition holds (s : st) (l : list (semaphore * nat)) : Prop :=
  forall m v, In (m, v) l -> v <= shows s m.

Definition sem_can_issue (s : st) (p : nat) (i : inst) : Prop :=
  next tr s p i /\ met s (machine p) /\ holds s (S p).

Inductive sem_step (s : st) : label -> st -> Prop :=
| sem_issue : forall p i, sem_can_issue s p i ->
    sem_step s (Issue (eng i) (Datatypes.S (iss s (eng i))) i) (issue_next s (eng i))
| sem_done : forall e, don s e < iss s e ->
    sem_step s (Done e (Datatypes.S (don s e))) (complete_next s e).

Inductive sem_reach : st -> Prop :=
| sem_reach_init : sem_reach init
| sem_reach_step : forall s l s', sem_reach s -> sem_step s l s' -> sem_reach s'.

(** ** The same as waits for completions *)

Definition as_wait (x : semaphore * nat) : engine * nat :=
  let (m, v) := x in (owner m, completion_for (raise m) v (count (owner m) tr)).

Definition sem_waits : waits := fun p => machine p ++ map as_wait (S p).

Lemma holds_met : forall s l, bounded tr s -> (holds s l <-> met s (map as_wait l)).
Proof.
  intros s l [HD HI]. unfold holds, met. split.
  - intros H e t Hin. apply in_map_iff in Hin as ([m v] & E & Hin). injection E as <- <-.
    specialize (HD (owner m)). specialize (HI (owner m)).
    apply semaphore_wait; [lia|]. exact (H m v Hin).
  - intros H m v Hin. specialize (HD (owner m)). specialize (HI (owner m)).
    apply (semaphore_wait (raise m) v (count (owner m) tr)); [lia|].
    apply H. apply in_map_iff. exists (m, v). auto.
Qed.

Lemma sem_can_issue_iff : forall s p i, bounded tr s ->
  (sem_can_issue s p i <-> can_issue tr sem_waits s p i).
Proof.
  intros s p i B. unfold sem_can_issue, can_issue, sem_waits. split.
  - intros (N & M & H). split; [exact N|]. intros e t Hin.
    apply in_app_or in Hin as [Hin|Hin]; [exact (M e t Hin)|].
    apply holds_met in H; [exact (H e t Hin)|exact B].
  - intros (N & M). split; [exact N|]. split; [|apply holds_met; [exact B|]];
      intros e t Hin; apply M, in_or_app; auto.
Qed.

Theorem sem_step_iff : forall s l s', bounded tr s ->
  (sem_step s l s' <-> step tr sem_waits s l s').
Proof.
  intros s l s' B. split; intros H; destruct H as [p i C|e L]; try (constructor; exact L).
  - apply (step_issue _ _ _ p). now apply sem_can_issue_iff.
  - apply (sem_issue _ p). now apply sem_can_issue_iff.
Qed.

Theorem sem_reach_iff : forall s, sem_reach s <-> reach tr sem_waits s.
Proof.
  intros s. split; intros H.
  - induction H as [|s l s' _ IH St]; [constructor|]. econstructor; [exact IH|].
    apply sem_step_iff; [exact (reach_bounded _ _ _ IH)|exact St].
  - induction H as [|s l s' R IH St]; [constructor|]. econstructor; [exact IH|].
    apply sem_step_iff; [exact (reach_bounded _ _ _ R)|exact St].
Qed.

(** ** The verdicts *)

Variable depth : engine -> nat.
Variable es : list engine.
Variable trailing : engine -> list (semaphore * nat).   (* at the ends of the streams *)
Hypothesis part : takes_part es tr.
Hypothesis places : forall e, 1 <= depth e.

Definition sem_at_end (s : st) : Prop :=
  finished tr s /\ forall e, In e es -> holds s (trailing e).
Definition sem_deadlock_free : Prop := forall s, sem_reach s ->
  sem_at_end s \/ exists l s', sem_step s l s'.
Definition sem_never_unsafe : Prop := forall s p i q j, sem_reach s -> sem_can_issue s p i ->
  need tr p q -> at_ tr q j -> completed tr s q j.
Definition sem_never_overwaits : Prop := forall s p i, sem_reach s ->
  ideal_may_issue depth tr s p i -> sem_can_issue s p i.
Definition sem_exact : Prop := sem_never_unsafe /\ sem_deadlock_free /\ sem_never_overwaits.

(** Trailing waits, in values: what the semaphore shows when all has completed. *)
Definition trailing_hold : Prop := forall e m v, In e es -> In (m, v) (trailing e) ->
  v <= raised (raise m) (count (owner m) tr).

Lemma sem_bounded : forall s, sem_reach s -> bounded tr s.
Proof. intros s R. apply sem_reach_iff in R. exact (reach_bounded _ _ _ R). Qed.

Lemma unsafe_same : sem_never_unsafe <-> never_unsafe tr sem_waits.
Proof.
  split; intros H s p i q j R C.
  - apply sem_reach_iff in R. apply (H s p i q j R). apply sem_can_issue_iff; auto.
    now apply sem_bounded.
  - apply (H s p i q j); [now apply sem_reach_iff|].
    apply sem_can_issue_iff; auto. now apply sem_bounded.
Qed.

Lemma overwaits_same : sem_never_overwaits <-> never_overwaits tr depth sem_waits.
Proof.
  split; intros H s p i R M.
  - apply sem_reach_iff in R. apply sem_can_issue_iff; [now apply sem_bounded|auto].
  - apply sem_can_issue_iff; [now apply sem_bounded|]. apply H; [now apply sem_reach_iff|auto].
Qed.

Lemma deadlock_same : sem_deadlock_free <->
  deadlock_free tr sem_waits es (fun e => map as_wait (trailing e)).
Proof.
  assert (E : forall s, bounded tr s -> (sem_at_end s <->
            at_end tr es (fun e => map as_wait (trailing e)) s)).
  { intros s B. split; intros [F M]; (split; [exact F|]); intros e He;
      (apply holds_met; [exact B|]); auto. }
  split; intros H s R.
  - apply sem_reach_iff in R. pose proof (sem_bounded s R) as B.
    destruct (H s R) as [X|(l & s' & X)]; [left; now apply E|right].
    exists l, s'. now apply sem_step_iff.
  - pose proof (sem_bounded s R) as B. apply sem_reach_iff in R.
    destruct (H s R) as [X|(l & s' & X)]; [left; now apply E|right].
    exists l, s'. now apply sem_step_iff.
Qed.

Lemma trailing_same : trailing_hold <-> forall e a t, In e es ->
  In (a, t) (map as_wait (trailing e)) -> t <= count a tr.
Proof.
  split.
  - intros H e a t He Hin. apply in_map_iff in Hin as ([m v] & E & Hin). injection E as <- <-.
    apply semaphore_wait; [lia|]. exact (H e m v He Hin).
  - intros H e m v He Hin. apply (semaphore_wait (raise m) v (count (owner m) tr)); [lia|].
    apply (H e); [exact He|]. apply in_map_iff. exists (m, v). auto.
Qed.

(** *** Theorem 4, over semaphores *)

Theorem sem_deadlock_free_iff : sem_deadlock_free <->
  (forall p, p < length tr -> Can tr sem_waits p) /\ trailing_hold.
Proof.
  rewrite deadlock_same, trailing_same.
  exact (deadlock_free_iff tr sem_waits es part (fun e => map as_wait (trailing e))).
Qed.

Theorem sem_safe_iff : sem_never_unsafe <->
  forall p v q j, Clock tr sem_waits p v -> need tr p q -> at_ tr q j ->
  Datatypes.S (before tr (eng j) q) <= v (eng j).
Proof. rewrite unsafe_same. exact (safe_iff tr sem_waits es part). Qed.

(** The machine holds at a full queue and at a control read, whatever streams say. *)
Hypothesis holds_machine : forall p, incl (hold depth tr p) (machine p).

Theorem sem_exact_iff : sem_exact <->
  (forall p, p < length tr -> exists v, Clock tr sem_waits p v) /\ trailing_hold /\
  (forall p v u, Clock tr sem_waits p v -> Clock tr (ideal_waits depth tr) p u ->
   forall e, v e = u e).
Proof.
  unfold sem_exact. rewrite unsafe_same, overwaits_same, deadlock_same, trailing_same.
  apply (exact_iff tr depth places es part sem_waits (fun e => map as_wait (trailing e))).
  intros p x H. apply in_or_app. left. exact (holds_machine p x H).
Qed.

End Semaphores.
