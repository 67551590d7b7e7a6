(** * The ideal system

    What this is: the least synchronization that keeps the sequential meaning,
    in the words of the criterion, and the same as a system of waits.

    Plan.
    - [ideal_may_issue]: an engine may issue its next instance when it has a place
      in flight, all dependences have completed, and so has the control read just
      before it on its own engine.
    - [hold]: the waits that the machine itself imposes (place in flight, control
      read); [ideal_waits] adds the dependences, as ordinals.
    - [ideal_system]: the two say the same. *)

From Coq Require Import List Arith Bool Lia.
From Tidemark Require Import Program Trace System.
Import ListNotations.

Section Ideal.
Variable depth : engine -> nat.
Variable tr : trace.

Record ideal_may_issue (s : st) (p : nat) (i : inst) : Prop := {
  ideal_next : next tr s p i;
  ideal_place : iss s (eng i) < don s (eng i) + depth (eng i);
  ideal_need : forall q j, need tr p q -> at_ tr q j -> completed tr s q j;
  ideal_control : forall q j,        (* the instance just before it on its engine *)
    at_ tr q j -> eng j = eng i -> S (before tr (eng i) q) = before tr (eng i) p ->
    ctl j = true -> completed tr s q j
}.

Inductive ideal_step (s : st) : label -> st -> Prop :=
| ideal_issue : forall p i, ideal_may_issue s p i ->
    ideal_step s (Issue (eng i) (S (iss s (eng i))) i) (issue_next s (eng i))
| ideal_done : forall e, don s e < iss s e ->
    ideal_step s (Done e (S (don s e))) (complete_next s e).

(** ** The same as waits *)

(** Is the last instance of [e] a control read? *)
Fixpoint last_ctl (e : engine) (l : trace) (b : bool) : bool :=
  match l with
  | [] => b
  | i :: l => last_ctl e l (if eng i =? e then ctl i else b)
  end.

(** The waits of the machine itself for an instance of [e] with [l] before it. *)
Definition hold_after (e : engine) (l : trace) : list (engine * nat) :=
  (e, S (count e l) - depth e) :: if last_ctl e l false then [(e, count e l)] else [].

Definition hold (p : nat) : list (engine * nat) :=
  match nth_error tr p with
  | Some i => hold_after (eng i) (firstn p tr)
  | None => []
  end.

Definition needs (p : nat) : list nat :=
  match nth_error tr p with
  | Some i => filter (fun q => match nth_error tr q with
                               | Some j => conflict i j
                               | None => false
                               end) (seq 0 p)
  | None => []
  end.

Definition ordinal_of (q : nat) : list (engine * nat) :=
  match nth_error tr q with
  | Some j => [(eng j, S (before tr (eng j) q))]
  | None => []
  end.

Definition ideal_waits : waits := fun p => hold p ++ flat_map ordinal_of (needs p).

Lemma needs_spec : forall p q, In q (needs p) <-> need tr p q.
Proof.
  intros p q. unfold needs, need, at_. destruct (nth_error tr p) as [i|] eqn:Ep.
  - rewrite filter_In, in_seq. split.
    + intros [L H]. destruct (nth_error tr q) as [j|] eqn:Eq; [|discriminate].
      split; [lia|eauto].
    + intros (L & i' & j & E & Eq & H). injection E as <-. rewrite Eq. split; [lia|auto].
  - split; [intros []|]. intros (_ & i' & j & E & _). discriminate.
Qed.

Lemma needs_waits : forall p e t,
  In (e, t) (flat_map ordinal_of (needs p)) <-> exists q, need tr p q /\ ordinal tr q e t.
Proof.
  intros. rewrite in_flat_map. unfold ordinal_of, ordinal, at_. split.
  - intros (q & H & Hin). apply needs_spec in H. exists q. split; [auto|].
    destruct (nth_error tr q) as [j|]; [|destruct Hin].
    destruct Hin as [E|[]]. injection E as <- <-. eauto.
  - intros (q & H & j & Hq & <- & ->). apply needs_spec in H. exists q. split; [auto|].
    rewrite Hq. left. reflexivity.
Qed.

Lemma last_ctl_app : forall e a b l,
  last_ctl e (a ++ l) b = last_ctl e l (last_ctl e a b).
Proof. induction a; intros; simpl; auto. Qed.

(** [last_ctl] looks at the instance whose ordinal is the count so far. *)
Lemma last_ctl_spec : forall e n, n <= length tr ->
  (last_ctl e (firstn n tr) false = true <->
   exists q j, at_ tr q j /\ eng j = e /\ S (before tr e q) = before tr e n /\ ctl j = true).
Proof.
  induction n as [|n IH]; intros L.
  - unfold before; simpl. split; [discriminate|]. intros (q & j & _ & _ & H & _). lia.
  - destruct (at_ex tr n L) as [i Hi]. rewrite (firstn_S _ _ _ Hi), last_ctl_app. simpl.
    rewrite (before_S _ _ _ _ Hi).
    destruct (eng i =? e) eqn:Ee.
    + apply Nat.eqb_eq in Ee. split.
      * intros H. exists n, i. repeat split; auto; lia.
      * intros (q & j & Hq & Ej & H & Hc).
        assert (q = n) as -> by (eapply before_inj; eauto; [congruence|rewrite Ee, Ej; lia]).
        assert (i = j) as -> by eauto using at_fun. auto.
    + rewrite Nat.add_0_r. apply IH. lia.
Qed.

Lemma hold_met : forall s p i, next tr s p i ->
  (met s (hold p) <->
   iss s (eng i) < don s (eng i) + depth (eng i) /\
   forall q j, at_ tr q j -> eng j = eng i ->
     S (before tr (eng i) q) = before tr (eng i) p -> ctl j = true -> completed tr s q j).
Proof.
  intros s p i [Hp E]. unfold hold, met. rewrite Hp. unfold hold_after.
  fold (before tr (eng i) p). rewrite E.
  pose proof (last_ctl_spec (eng i) p (Nat.lt_le_incl _ _ (at_lt _ _ _ Hp))) as Hc.
  split.
  - intros H. split; [specialize (H (eng i) _ (or_introl eq_refl)); lia|].
    intros q j Hq Ej Eq Cj. split; [auto|]. rewrite Ej.
    destruct (last_ctl (eng i) (firstn p tr) false).
    + specialize (H (eng i) (iss s (eng i)) (or_intror (or_introl eq_refl))). lia.
    + assert (false = true) by (apply Hc; exists q, j; repeat split; auto; lia). discriminate.
  - intros [Hf Hr] e t [Hin|Hin]; [apply pair_equal_spec in Hin as [<- <-]; lia|].
    destruct (last_ctl (eng i) (firstn p tr) false); [|destruct Hin].
    destruct Hin as [Hin|[]]. injection Hin as <- <-.
    destruct (proj1 Hc eq_refl) as (q & j & Hq & Ej & Eq & Cj).
    destruct (Hr q j Hq Ej) as [_ H]; auto; [lia|]. rewrite Ej in H. lia.
Qed.

Lemma ideal_can_issue : forall s p i,
  ideal_may_issue s p i <-> can_issue tr ideal_waits s p i.
Proof.
  intros s p i. unfold can_issue, ideal_waits. split.
  - intros [N F D R]. split; [auto|]. intros e t Hin. apply in_app_or in Hin as [Hin|Hin].
    + destruct (hold_met s p i N) as [_ H]. apply H; auto.
    + apply needs_waits in Hin as (q & Hq & j & Hj & <- & ->).
      destruct (D q j Hq Hj) as [_ H]. lia.
  - intros [N M]. destruct (hold_met s p i N) as [H _].
    destruct H as [F R]; [intros e t Hin; apply M; apply in_or_app; auto|].
    split; auto. intros q j Hq Hj. split; [auto|]. apply M.
    apply in_or_app. right. apply needs_waits. exists q. split; [auto|]. exists j. auto.
Qed.

Theorem ideal_system : forall s l s',
  ideal_step s l s' <-> step tr ideal_waits s l s'.
Proof.
  split; intros H; destruct H; try (constructor; assumption).
  - apply (step_issue _ _ _ p). now apply ideal_can_issue.
  - apply (ideal_issue _ p). now apply ideal_can_issue.
Qed.

Inductive ideal_reach : st -> Prop :=
| ideal_reach_init : ideal_reach init
| ideal_reach_step : forall s l s', ideal_reach s -> ideal_step s l s' -> ideal_reach s'.

Lemma ideal_reach_system : forall s, ideal_reach s <-> reach tr ideal_waits s.
Proof.
  split; induction 1 as [|s l s' _ IH H]; try constructor.
  - apply (reach_step _ _ s l); [exact IH|now apply ideal_system].
  - apply (ideal_reach_step s l); [exact IH|now apply ideal_system].
Qed.

Lemma hold_backward : (forall e, 1 <= depth e) ->
  forall p e t, In (e, t) (hold p) -> t <= before tr e p.
Proof.
  intros D p e t H. unfold hold in H. destruct (nth_error tr p) as [i|]; [|destruct H].
  specialize (D (eng i)).
  destruct H as [H|H]; [apply pair_equal_spec in H as [<- <-]; unfold before; lia|].
  destruct (last_ctl _ _ _); [|destruct H]. destruct H as [H|[]].
  injection H as <- <-. auto.
Qed.

Lemma ideal_backward : (forall e, 1 <= depth e) -> backward tr ideal_waits.
Proof.
  intros D p e t L H. apply in_app_or in H as [H|H]; [eauto using hold_backward|].
  apply needs_waits in H as (q & [Lq _] & j & Hj & <- & ->).
  exact (before_lt _ _ _ _ Hj Lq).
Qed.

End Ideal.
