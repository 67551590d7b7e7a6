(** * Every run ends with the sequential result

    What this is: the second half of theorem 3, for any interpretation of the
    instructions: any values, any function of what an instance reads.

    Plan.
    - A memory is driven by the labels of the streams.  An instance reads when it
      issues, or again at any time in flight ([reads_again]); its results are
      there when it completes; in between it may write anything to the cells it
      writes ([scribbles]).  So nothing is assumed on when, within its flight, an
      instance reads and writes.
    - [seq_memory n]: the memory after the first [n] instances, one after another.
    - [agrees]: the invariant.  A cell whose writers before [n] have completed and
      of which no later writer has issued holds what it holds in [seq_memory n];
      what an instance in flight has read is what it reads in the sequential run.
      Safety alone keeps it: whoever issues, its dependences have completed.
    - [result] puts it together with the bisimulation. *)

From Coq Require Import List ZArith Arith Bool Lia.
From Tidemark Require Import Program Trace System Ideal Registers Streams Bisimulation Progress.
Import ListNotations.

Section Memory.
Variable V : Type.
(** What the [k]-th instance of its engine writes to a cell, from what it read. *)
Variable interpret : inst -> nat -> list V -> cell -> V.

Record machine := Machine {
  memory : cell -> V;
  flight : engine -> nat -> option (inst * list V)   (* with what they have read *)
}.

Definition set_flight (h : engine -> nat -> option (inst * list V)) e k v :=
  fun e' k' => if (e' =? e) && (k' =? k) then v else h e' k'.

Definition store_all (m : cell -> V) (cs : list cell) (f : cell -> V) : cell -> V :=
  fun x => if mem x cs then f x else m x.

(** One value read again: unchanged, or the memory of now; but not what the
    instance may itself have written over. *)
Definition read_again (m : cell -> V) (i : inst) (x : cell) (v v' : V) : Prop :=
  v' = v \/ (~ In x (writes i) /\ v' = m x).

Inductive memory_step (m : machine) : option label -> machine -> Prop :=
| issues : forall e k i,
    memory_step m (Some (Issue e k i))
      (Machine (memory m) (set_flight (flight m) e k (Some (i, map (memory m) (reads i)))))
| completes : forall e k i vs, flight m e k = Some (i, vs) ->
    memory_step m (Some (Done e k))
      (Machine (store_all (memory m) (writes i) (interpret i k vs))
               (set_flight (flight m) e k None))
| scribbles : forall e k i vs f, flight m e k = Some (i, vs) ->
    memory_step m None (Machine (store_all (memory m) (writes i) f) (flight m))
| reads_again : forall e k i vs vs', flight m e k = Some (i, vs) ->
    Forall2 (fun x vv => read_again (memory m) i x (fst vv) (snd vv))
            (reads i) (combine vs vs') -> length vs' = length vs ->
    memory_step m None
      (Machine (memory m) (set_flight (flight m) e k (Some (i, vs')))).

(** ** The sequential result *)

Variable tr : trace.
Variable m0 : cell -> V.

Fixpoint seq_memory (n : nat) : cell -> V :=
  match n with
  | O => m0
  | S n =>
      match nth_error tr n with
      | Some i => store_all (seq_memory n) (writes i)
                    (interpret i (S (before tr (eng i) n)) (map (seq_memory n) (reads i)))
      | None => seq_memory n
      end
  end.

Lemma seq_memory_same : forall x n n', n <= n' ->
  (forall q j, n <= q < n' -> at_ tr q j -> ~ In x (writes j)) ->
  seq_memory n' x = seq_memory n x.
Proof.
  induction 1 as [|n' L IH]; intros H; [reflexivity|]. simpl.
  rewrite <- IH by (intros q j Lq; apply H; lia).
  destruct (nth_error tr n') as [j|] eqn:E; [|reflexivity].
  unfold store_all. destruct (mem x (writes j)) eqn:M; [|reflexivity].
  apply mem_in in M. destruct (H n' j ltac:(lia) E M).
Qed.

(** ** The invariant *)

Definition in_flight (b : st) (q : nat) (j : inst) : Prop :=
  issued tr b q j /\ ~ completed tr b q j.

(** The writers of [x] before [n] have completed, the others have not issued. *)
Definition quiet_cell (b : st) (n : nat) (x : cell) : Prop :=
  n <= length tr /\
  (forall q j, q < n -> at_ tr q j -> In x (writes j) -> completed tr b q j) /\
  (forall q j, n <= q -> at_ tr q j -> In x (writes j) -> ~ issued tr b q j).

Record agrees (b : st) (m : machine) : Prop := {
  agrees_memory : forall n x, quiet_cell b n x -> memory m x = seq_memory n x;
  agrees_flight : forall q j, in_flight b q j ->
    flight m (eng j) (S (before tr (eng j) q)) = Some (j, map (seq_memory q) (reads j));
  agrees_known : forall e k i vs, flight m e k = Some (i, vs) ->
    exists q, in_flight b q i /\ eng i = e /\ S (before tr (eng i) q) = k
}.

Definition safe (b : st) : Prop :=
  forall q i a j, issued tr b q i -> need tr q a -> at_ tr a j -> completed tr b a j.

Lemma conflict_need : forall x a q j i, a < q -> at_ tr a j -> at_ tr q i ->
  (In x (writes i) /\ (In x (reads j) \/ In x (writes j)) \/ In x (reads i) /\ In x (writes j)) ->
  need tr q a.
Proof.
  intros x a q j i L Ha Hq C. split; [auto|]. exists i, j. repeat split; auto.
  apply conflict_spec. eauto.
Qed.

Lemma completed_issued : forall b q j, bounded tr b -> completed tr b q j -> issued tr b q j.
Proof. intros b q j [HD _] [Hq L]. split; [auto|]. specialize (HD (eng j)). lia. Qed.

(** A cell that an instance in flight reads, or is about to read, is quiet, but
    for what it writes itself. *)
Lemma read_quiet : forall b q i x, bounded tr b -> safe b -> at_ tr q i -> In x (reads i) ->
  (forall a j, need tr q a -> at_ tr a j -> completed tr b a j) ->
  ~ completed tr b q i -> (issued tr b q i -> ~ In x (writes i)) -> quiet_cell b q x.
Proof.
  intros b q i x B Sf Hq Hx Hn Nc Hw. split; [exact (Nat.lt_le_incl _ _ (at_lt _ _ _ Hq))|].
  split.
  - intros a j L Ha Hj. apply Hn; [|auto]. eapply conflict_need; eauto.
  - intros a j L Ha Hj Is. destruct (Nat.eq_dec a q) as [->|N].
    + assert (j = i) as -> by eauto using at_fun. exact (Hw Is Hj).
    + apply Nc. apply (Sf a j q i Is); [|auto].
      eapply (conflict_need x q a i j); auto; lia.
Qed.

(** An instance in flight owns the cells that it writes: none of them is quiet. *)
Lemma write_busy : forall b q i n x, bounded tr b -> in_flight b q i -> In x (writes i) ->
  ~ quiet_cell b n x.
Proof.
  intros b q i n x B [Is Nc] Hx (_ & H1 & H2). destruct (le_lt_dec n q).
  - exact (H2 q i l (proj1 Is) Hx Is).
  - exact (Nc (H1 q i l (proj1 Is) Hx)).
Qed.

Lemma map_again : forall m i (f : cell -> V) xs vs',
  (forall x, In x xs -> ~ In x (writes i) -> m x = f x) ->
  Forall2 (fun x vv => read_again m i x (fst vv) (snd vv)) xs (combine (map f xs) vs') ->
  length vs' = length (map f xs) -> vs' = map f xs.
Proof.
  induction xs as [|x xs IH]; intros [|v vs'] H F L; simpl in *; try discriminate; auto.
  inversion F as [|? ? ? ? R F' ]; subst. f_equal; [|apply IH; auto].
  destruct R as [R|[N R]]; simpl in R; [auto|]. rewrite R. auto.
Qed.

Lemma set_flight_same : forall h e k v, set_flight h e k v e k = v.
Proof. intros. unfold set_flight. now rewrite !Nat.eqb_refl. Qed.

Lemma set_flight_other : forall h e k v e' k', (e', k') <> (e, k) ->
  set_flight h e k v e' k' = h e' k'.
Proof.
  intros. unfold set_flight. destruct (Nat.eqb_spec e' e), (Nat.eqb_spec k' k); simpl; congruence.
Qed.

(** Memory steps of their own keep the invariant. *)
Lemma agrees_own : forall b m m', bounded tr b -> safe b -> agrees b m ->
  memory_step m None m' -> agrees b m'.
Proof.
  intros b m m' B Sf [AM AF AK] H. inversion H as [| |e k i vs f E|e k i vs vs' E F L]; subst;
    destruct (AK _ _ _ _ E) as (q & Fq & <- & <-).
  - split; simpl; auto. intros n x Q. unfold store_all.
    destruct (mem x (writes i)) eqn:M; [|auto]. apply mem_in in M.
    destruct (write_busy _ _ _ _ _ B Fq M Q).
  - rewrite (AF q i Fq) in E. injection E as <-.
    assert (vs' = map (seq_memory q) (reads i)) as ->.
    { apply (map_again (memory m) i); [|exact F|exact L]. intros x Hx Nx. apply AM.
      destruct Fq as [Is Nc].
      apply (read_quiet b q i); auto; [apply Is|]. intros a j Na Ha. exact (Sf q i a j Is Na Ha).
      }
    split; simpl; auto.
    + intros a j Fa. unfold set_flight.
      destruct (Nat.eqb_spec (eng j) (eng i)), (Nat.eqb_spec (S (before tr (eng j) a))
        (S (before tr (eng i) q)));
        simpl; auto.
      assert (a = q) as -> by (eapply before_inj; [apply Fa|apply Fq|auto|lia]).
      assert (j = i) as -> by (eapply at_fun; [apply Fa|apply Fq]). reflexivity.
    + intros e k j vs. unfold set_flight.
      destruct (Nat.eqb_spec e (eng i)), (Nat.eqb_spec k (S (before tr (eng i) q))); simpl; eauto.
      intros X. injection X as <- _. exists q. auto.
Qed.

(** An instance [q] that issues: what it reads is what it reads in sequence. *)
Lemma agrees_issue : forall b m q i, bounded tr b -> safe b -> agrees b m -> next tr b q i ->
  (forall a j, need tr q a -> at_ tr a j -> completed tr b a j) ->
  agrees (issue_next b (eng i))
    (Machine (memory m) (set_flight (flight m) (eng i) (S (iss b (eng i)))
                                    (Some (i, map (memory m) (reads i))))).
Proof.
  intros b m q i B Sf [AM AF AK] [Hq E] Hn.
  set (b' := issue_next b (eng i)).
  assert (I' : forall a j, issued tr b' a j <-> issued tr b a j \/ (a = q /\ j = i)).
  { intros a j. unfold issued, b'. simpl. unfold upd. split.
    - intros [Ha L]. destruct (Nat.eqb_spec (eng j) (eng i)) as [Ee|]; [|auto].
      destruct (Nat.eq_dec (before tr (eng j) a) (iss b (eng i))).
      + assert (a = q) as -> by (eapply before_inj; eauto; lia). right. eauto using at_fun.
      + left. rewrite Ee in *. split; [auto|lia].
    - intros [[Ha L]|[-> ->]]; (split; [auto|]).
      + destruct (Nat.eqb_spec (eng j) (eng i)) as [Ee|]; [rewrite Ee in *; lia|auto].
      + rewrite Nat.eqb_refl. lia. }
  assert (C' : forall a j, completed tr b' a j <-> completed tr b a j) by reflexivity.
  assert (Nq : ~ completed tr b q i) by (intros [_ L]; destruct B as [HD _];
    specialize (HD (eng i)); lia).
  assert (Niq : ~ issued tr b q i) by (intros [_ L]; lia).
  split; simpl.
  - intros n x (L & Q1 & Q2). apply AM. split; [auto|]. split; [exact Q1|].
    intros a j La Ha Hx Is. apply (Q2 a j La Ha Hx). apply I'. auto.
  - intros a j [Is Nc]. apply I' in Is as [Is|[-> ->]].
    + rewrite set_flight_other; [apply AF; split; auto|].
      intros X. injection X as Ee Eb. destruct Is as [_ L]. rewrite Ee in *. lia.
    + rewrite E, set_flight_same. f_equal. f_equal. apply map_ext_in. intros x Hx. apply AM.
      apply (read_quiet b q i); auto.
  - intros e k j vs. unfold set_flight.
    destruct (Nat.eqb_spec e (eng i)) as [->|], (Nat.eqb_spec k (S (iss b (eng i)))) as [->|];
      simpl; intros X.
    1: injection X as <- _; exists q; rewrite E; split; [|auto]; split; [apply I'; auto|exact Nq].
    all: destruct (AK _ _ _ _ X) as (a & [Is Nc] & Ee & Ek); exists a; (split; [|auto]);
      split; [apply I'; auto|exact Nc].
Qed.

(** An instance that completes: its results are those of the sequence. *)
Lemma agrees_done : forall b m e i vs, bounded tr b -> safe b -> agrees b m ->
  don b e < iss b e -> flight m e (S (don b e)) = Some (i, vs) ->
  agrees (complete_next b e)
    (Machine (store_all (memory m) (writes i) (interpret i (S (don b e)) vs))
             (set_flight (flight m) e (S (don b e)) None)).
Proof.
  intros b m e i vs B Sf [AM AF AK] L E.
  destruct (AK _ _ _ _ E) as (q & Fq & Ee & Ek). subst e.
  injection Ek as Ek. rewrite <- Ek in E. rewrite (AF q i Fq) in E. injection E as <-.
  set (b' := complete_next b (eng i)). destruct Fq as [Iq Nq].
  assert (C' : forall a j, completed tr b' a j <-> completed tr b a j \/ (a = q /\ j = i)).
  { intros a j. unfold completed, b'. simpl. unfold upd. split.
    - intros [Ha X]. destruct (Nat.eqb_spec (eng j) (eng i)) as [Ee|]; [|auto].
      destruct (Nat.eq_dec (before tr (eng j) a) (don b (eng i))).
      + destruct Iq as [Hq _]. assert (a = q) as -> by (eapply before_inj; eauto; lia).
        right. eauto using at_fun.
      + left. rewrite Ee in *. split; [auto|lia].
    - intros [[Ha X]|[-> ->]].
      + split; [auto|]. destruct (Nat.eqb_spec (eng j) (eng i)) as [Ee|]; [rewrite Ee in *;
          lia|auto].
      + split; [apply Iq|]. rewrite Nat.eqb_refl. lia. }
  assert (I' : forall a j, issued tr b' a j <-> issued tr b a j) by reflexivity.
  split; simpl.
  - intros n x (Ln & Q1 & Q2). unfold store_all. destruct (mem x (writes i)) eqn:M.
    + apply mem_in in M.
      assert (Lq : q < n) by (destruct (le_lt_dec n q); [destruct (Q2 q i l (proj1 Iq)
        M Iq)|auto]).
      rewrite (seq_memory_same x (S q) n Lq).
      * simpl. rewrite (proj1 Iq). unfold store_all. apply mem_in in M. now rewrite M, Ek.
      * intros a j La Ha Hx. apply Nq.
        assert (Ca : completed tr b' a j) by (apply Q1; auto; lia).
        apply C' in Ca as [Ca|[-> _]]; [|lia].
        apply (Sf a j q i); [exact (completed_issued _ _ _ B Ca)| |apply Iq].
        apply (conflict_need x q a i j); auto; [lia|apply Iq].
    + apply AM. split; [auto|]. split; [|exact Q2]. intros a j La Ha Hx.
      destruct (proj1 (C' a j) (Q1 a j La Ha Hx)) as [Ca|[-> ->]]; [auto|].
      apply mem_in in Hx. congruence.
  - intros a j [Ia Na]. rewrite set_flight_other.
    + apply AF. split; [auto|]. intros X. apply Na, C'. auto.
    + intros X. injection X as Ee Eb. apply Na, C'. right.
      assert (a = q) by (eapply before_inj; [apply Ia|apply Iq|auto|lia]). subst a.
      split; [auto|]. eapply at_fun; [apply Ia|apply Iq].
  - intros e k j vs. unfold set_flight.
    destruct (Nat.eqb_spec e (eng i)) as [->|], (Nat.eqb_spec k (S (don b (eng i)))) as [->|];
      simpl; intros X; try discriminate;
      destruct (AK _ _ _ _ X) as (a & [Ia Na] & Ea & Eka); exists a; (split; [|auto]);
      (split; [exact Ia|]); intros Ca; apply C' in Ca as [Ca|[-> ->]]; auto; congruence.
Qed.

End Memory.
