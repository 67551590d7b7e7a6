(** * Theorem 3: the result

    What this is: the streams of a program, run with a memory, end with the memory
    of the sequential run.

    Plan.
    - [with_memory]: the states that streams and memory reach together, in any
      interleaving, with any scribbling and late reading.
    - [with_memory_agrees]: the invariant of the previous file, since the streams
      are safe ([streams_safe]).
    - [result]: at the end the memories are equal.  [memory_follows]: the memory
      never holds a stream back. *)

From Coq Require Import List ZArith Arith Bool Lia.
From Tidemark Require Import Program Trace System Ideal Registers Streams Bisimulation Annotate
  Progress Memory.
Import ListNotations.

Section Result.
Variable V : Type.
Variable interpret : inst -> nat -> list V -> cell -> V.
Variable m0 : cell -> V.
Variable p : program.
Variable inp : inputs.

Definition blank : machine V := Machine V m0 (fun _ _ => None).

Inductive with_memory : state -> machine V -> Prop :=
| with_memory_begin : with_memory (begin p inp) blank
| with_memory_step : forall s m l s' m', with_memory s m ->
    stream_step p inp s (Some l) s' -> memory_step V interpret m (Some l) m' ->
    with_memory s' m'
| with_memory_silent : forall s m s', with_memory s m ->
    stream_step p inp s None s' -> with_memory s' m
| with_memory_own : forall s m m', with_memory s m ->
    memory_step V interpret m None m' -> with_memory s m'.

Variable evs : list event.
Hypothesis run : runs p inp evs.
Let tr : trace := map fst evs.

(** Safety is all that is asked of the waits. *)
Hypothesis safe_waits : covers tr (stream_waits p evs) (ideal_waits (depth p) tr).

Lemma streams_safe : forall b, reach tr (stream_waits p evs) b -> safe tr b.
Proof.
  intros b R q i a j Is N Ha. split; [auto|].
  eapply (certain_issued tr _ b q i (eng j)); [exact R|exact Is|].
  apply safe_waits; [exact (at_lt _ _ _ (proj1 Is))|].
  apply in_or_app. right. apply needs_waits. exists a. split; [auto|]. exists j. auto.
Qed.

Lemma blank_agrees : agrees V interpret tr m0 init blank.
Proof.
  split.
  - intros n x (L & Q & _). simpl. symmetry.
    apply (seq_memory_same V interpret tr m0 x 0 n); [lia|].
    intros q j Lq Hq Hx. destruct (Q q j ltac:(lia) Hq Hx) as [_ X]. simpl in X. lia.
  - intros q j [[_ X] _]. simpl in X. lia.
  - discriminate.
Qed.

Lemma agrees_step : forall b m l b' m',
  reach tr (stream_waits p evs) b -> agrees V interpret tr m0 b m ->
  step tr (stream_waits p evs) b l b' -> memory_step V interpret m (Some l) m' ->
  agrees V interpret tr m0 b' m'.
Proof.
  intros b m l b' m' R A St Mt. pose proof (reach_bounded _ _ _ R) as B.
  pose proof (streams_safe _ R) as Sf. destruct St as [q i C|e L].
  - inversion Mt; subst. apply (agrees_issue V interpret tr m0 b m q i B Sf A (proj1 C)).
    intros a j N Ha. split; [auto|].
    eapply (certain_sound tr _ b q i (eng j)); [exact R|exact C|].
    apply safe_waits; [exact (at_lt _ _ _ (proj1 (proj1 C)))|].
    apply in_or_app. right. apply needs_waits. exists a. split; [auto|]. exists j. auto.
  - inversion Mt; subst. eapply agrees_done; eauto.
Qed.

Lemma with_memory_agrees : forall s m, with_memory s m ->
  related p inp evs (base s) s /\ agrees V interpret tr m0 (base s) m.
Proof.
  induction 1 as [|s m l s' m' _ [R A] St Mt|s m s' _ [R A] St|s m m' _ [R A] Mt].
  - split; [now apply related_begin|exact blank_agrees].
  - destruct (related_back p inp evs _ _ _ _ R St) as (b' & Sb & R').
    pose proof R' as (<- & _). split; [exact R'|].
    eapply agrees_step; [apply R|exact A|exact Sb|exact Mt].
  - pose proof (related_silent p inp evs _ _ _ R St) as R'. pose proof R' as (E & _).
    rewrite E. split; [exact R'|exact A].
  - split; [exact R|]. destruct R as (_ & Rb & _).
    eapply agrees_own; eauto using reach_bounded, streams_safe.
Qed.

Theorem result : forall s m, with_memory s m -> ended p evs s ->
  forall x, memory V m x = seq_memory V interpret tr m0 (length tr) x.
Proof.
  intros s m H [F _] x. destruct (with_memory_agrees s m H) as [_ [A _ _]].
  apply A. split; [auto|]. split.
  - intros q j _ Hq _. split; [auto|]. destruct (F (eng j)) as [_ ->].
    exact (before_at_total _ _ _ Hq).
  - intros q j L Hq. pose proof (at_lt _ _ _ Hq). lia.
Qed.

Theorem memory_follows : forall s m l s', with_memory s m ->
  stream_step p inp s (Some l) s' -> exists m', memory_step V interpret m (Some l) m'.
Proof.
  intros s m l s' H St. destruct (with_memory_agrees s m H) as [(_ & Rb & _) A].
  inversion St as [|c k v r k' v' i ws Hi El E M F|e L]; subst; [eexists; constructor|].
  pose proof (reach_bounded _ _ _ Rb) as [_ HI]. specialize (HI e).
  destruct (total_find tr e (don (base s) e)) as (q & i & Hq & <- & E); [fold tr in HI; lia|].
  eexists. eapply completes. rewrite <- E. eapply agrees_flight; [exact A|].
  split; [split; [auto|lia]|intros [_ X]; lia].
Qed.

End Result.

(** ** For the streams of any program

    Every run of the streams is finite, no reachable state is stuck, and at the
    end the memory is that of the sequential run. *)
Theorem dynamic_result : forall p inp l, runs p inp l -> (forall e, 1 <= depth p e) ->
  (exists bound, forall n s, path (all_waits p) inp n (begin (all_waits p) inp) s -> n <= bound)
    /\
  (forall s, stream_reach (all_waits p) inp s ->
     (forall e, iss (base s) e = count e (map fst l) /\ don (base s) e = count e (map fst l)) /\
     (forall f, In f (engines p) -> todo (at_engine s f) = [] /\ landing (at_engine s f) = false)
     \/ exists o s', stream_step (all_waits p) inp s o s') /\
  (forall V interpret m0 s m, with_memory V interpret m0 (all_waits p) inp s m ->
     (forall e, don (base s) e = count e (map fst l)) ->
     forall x, memory V m x = seq_memory V interpret (map fst l) m0 (length l) x).
Proof.
  intros p inp l R D.
  destruct (like_runs p (all_waits p) inp l eq_refl (like_with_waits _ _) R) as (l' & R' & E).
  rewrite E. split; [exact (termination (all_waits p) inp l' R')|]. split.
  - intros s Rs. destruct (progress (all_waits p) inp l' R' D s Rs) as [X|X]; [left;
      exact X|now right].
  - intros V interpret m0 s m H F x.
    destruct (all_waits_complete _ _ _ R') as [_ C].
    pose proof (waits_cover (all_waits p) inp l' R' C) as Cv.
    destruct (with_memory_agrees V interpret m0 _ _ _ R' Cv s m H) as [_ [A _ _]].
    rewrite <- (map_length fst l), E. apply A. split; [auto|]. split.
    + intros q j _ Hq _. split; [auto|]. rewrite F. exact (before_at_total _ _ _ Hq).
    + intros q j L Hq. pose proof (at_lt _ _ _ Hq). lia.
Qed.
