(** * A wait that is certain already may stand or go

    What this is: the two directions of theorem 5 as one fact about any streams of one
    run, whatever analysis says what is certain.

    Plan.
    - [same_certainty]: streams whose waits are certain under each other are bisimilar
      to the same systems.
    - [adds]: the second streams make each wait of the first, and others that name
      completions which are certain in the first.
    - [certain_waits_added], [certain_waits_removed]: then one is bisimilar to the ideal
      system if the other is. *)

From Coq Require Import List ZArith Arith Bool Lia.
From Tidemark Require Import Program Trace System Ideal Registers Streams Bisimulation.
Import ListNotations.

Lemma silent_related : forall p inp evs, runs p inp evs -> forall b s u,
  related p inp evs b s -> silent (stream_step p inp) s u -> related p inp evs b u.
Proof.
  intros p inp evs R b s u H S. induction S as [|s v u St _ IH]; [exact H|].
  apply IH. eapply related_silent; eauto.
Qed.

Section Same.
Variables (p p' : program) (inp : inputs) (l l' : list event).
Hypothesis run : runs p inp l.
Hypothesis run' : runs p' inp l'.
Hypothesis same_run : map fst l = map fst l'.
Let tr := map fst l.
Hypothesis forth_ : covers tr (stream_waits p l) (stream_waits p' l').
Hypothesis back_ : covers tr (stream_waits p' l') (stream_waits p l).

Context {S : Type} (step1 : S -> label -> S -> Prop).

Lemma back_many : forall R, bisimulation step1 (stream_step p inp) R ->
  forall t u s, silent (stream_step p inp) t u -> R s t -> R s u.
Proof.
  intros R B t u s H. induction H as [|t v u Q _ IH]; intros X; [exact X|].
  apply IH. exact (back_silent _ _ _ B _ _ _ X Q).
Qed.

(** What the streams of [p] are bisimilar to, those of [p'] are. *)
Theorem same_certainty : forall s0,
  bisimilar step1 (stream_step p inp) s0 (begin p inp) ->
  bisimilar step1 (stream_step p' inp) s0 (begin p' inp).
Proof.
  intros s0 (R & B & R0).
  exists (fun s t' => exists t b, R s t /\ related p inp l b t /\ related p' inp l' b t').
  split.
  2: { exists (begin p inp), init. split; [exact R0|]. split; now apply related_begin. }
  split.
  - intros s t' lb s' (t & b & H & Rt & Rt') St.
    destruct (forth _ _ _ B _ _ _ _ H St) as (u & t1 & Su & Tu & H1).
    destruct (related_back p inp l _ _ _ _ (silent_related _ _ _ run _ _ _ Rt Su) Tu)
      as (b1 & Sb & R1).
    assert (Sb' : step (map fst l') (stream_waits p' l') b lb b1).
    { rewrite <- same_run. eapply steps_incl; [exact forth_|apply Rt|exact Sb]. }
    destruct (related_forth p' inp l' run' _ _ _ _ Rt' Sb') as (u' & t1' & Su' & Tu' & R1').
    exists u', t1'. split; [exact Su'|]. split; [exact Tu'|]. exists t1, b1. auto.
  - intros s t' lb t1' (t & b & H & Rt & Rt') Tu'.
    destruct (related_back p' inp l' _ _ _ _ Rt' Tu') as (b1 & Sb' & R1').
    assert (Sb : step tr (stream_waits p l) b lb b1).
    { unfold tr in *. eapply steps_incl; [exact back_| |]; rewrite same_run;
        [apply Rt'|exact Sb']. }
    destruct (related_forth p inp l run _ _ _ _ Rt Sb) as (u & t1 & Su & Tu & R1).
    destruct (back _ _ _ B _ _ _ _ (back_many R B _ _ _ Su H) Tu) as (s' & St & H1).
    exists s'. split; [exact St|]. exists t1, b1. auto.
  - intros s t' t1' (t & b & H & Rt & Rt') Q. exists t, b. split; [exact H|].
    split; [exact Rt|]. eapply related_silent; eauto.
Qed.

End Same.

(** Streams of [p'] make each wait of [p], and others whose completion is certain in
    [p] already. *)
Definition adds (l l' : list event) (W : waits) : Prop :=
  forall n i ws i' ws', nth_error l n = Some (i, ws) -> nth_error l' n = Some (i', ws') ->
  incl ws ws' /\
  forall k, In k ws' -> In k ws \/ Certain (map fst l) W n (k_eng k) (value (map fst l) n k).

Section Added.
Variables (p p' : program) (inp : inputs) (l l' : list event).
Hypothesis run : runs p inp l.
Hypothesis run' : runs p' inp l'.
Hypothesis same_run : map fst l = map fst l'.
Hypothesis same_depth : depth p = depth p'.
Hypothesis added : adds l l' (stream_waits p l).

Lemma adds_covers :
  covers (map fst l) (stream_waits p l) (stream_waits p' l') /\
  covers (map fst l) (stream_waits p' l') (stream_waits p l).
Proof.
  split; intros n e t L H; unfold stream_waits in H;
    rewrite <- ?same_run, <- ?same_depth in H; apply in_app_or in H as [H|H].
  - apply certain_wait. apply in_or_app. auto.
  - destruct (nth_error l' n) as [[i' ws']|] eqn:E'; [|destruct H].
    apply in_map_iff in H as (k & Ek & Hk). injection Ek as <- <-.
    destruct (nth_error l n) as [[i ws]|] eqn:E.
    2: { apply nth_error_None in E. rewrite map_length in L. lia. }
    destruct (added n i ws i' ws' E E') as [_ A]. destruct (A k Hk) as [A1|A1]; [|exact A1].
    apply certain_wait. apply in_or_app. right. rewrite E. apply in_map_iff. eauto.
  - apply certain_wait. apply in_or_app. left. now rewrite <- same_run, <- same_depth.
  - destruct (nth_error l n) as [[i ws]|] eqn:E; [|destruct H].
    apply in_map_iff in H as (k & Ek & Hk). injection Ek as <- <-.
    destruct (nth_error l' n) as [[i' ws']|] eqn:E'.
    2: { apply nth_error_None in E'. apply (f_equal (@length _)) in same_run.
         rewrite !map_length in *. lia. }
    destruct (added n i ws i' ws' E E') as [A _].
    apply certain_wait. apply in_or_app. right. rewrite E', <- same_run.
    apply in_map_iff. eauto.
Qed.

(** A wait that is certain already may be added. *)
Theorem certain_waits_added :
  bisimilar (ideal_step (depth p) (map fst l)) (stream_step p inp) init (begin p inp) ->
  bisimilar (ideal_step (depth p) (map fst l)) (stream_step p' inp) init (begin p' inp).
Proof.
  destruct adds_covers as [A B].
  exact (same_certainty p p' inp l l' run run' same_run A B _ init).
Qed.

(** ... and taken away. *)
Theorem certain_waits_removed :
  bisimilar (ideal_step (depth p) (map fst l)) (stream_step p' inp) init (begin p' inp) ->
  bisimilar (ideal_step (depth p) (map fst l)) (stream_step p inp) init (begin p inp).
Proof.
  destruct adds_covers as [A B]. rewrite same_run in A, B.
  exact (same_certainty p' p inp l' l run' run (eq_sym same_run) B A _ init).
Qed.

End Added.
