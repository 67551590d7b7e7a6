(** * Positions, ordinals, dependences

    What this is: the vocabulary of the criterion over a sequential run, which
    is a list of instances.

    Plan.
    - An instance is named by its position.  [before tr e p] counts the instances
      of engine [e] before position [p]; the ordinal of an instance is one more
      than the count of its own engine.
    - Ordinals and positions of one engine determine each other.
    - [need tr p q]: the earlier instance [q] conflicts with [p]. *)

From Coq Require Import List Arith Bool Lia.
From Tidemark Require Import Program.
Import ListNotations.

Definition trace := list inst.

Definition at_ (tr : trace) (p : nat) (i : inst) : Prop := nth_error tr p = Some i.

Fixpoint count (e : engine) (l : trace) : nat :=
  match l with
  | [] => 0
  | i :: l => (if eng i =? e then 1 else 0) + count e l
  end.

Definition before (tr : trace) (e : engine) (p : nat) : nat := count e (firstn p tr).

(** [ordinal tr p e t]: [p] is the [t]-th instance of engine [e]. *)
Definition ordinal (tr : trace) (p : nat) (e : engine) (t : nat) : Prop :=
  exists i, at_ tr p i /\ eng i = e /\ t = S (before tr e p).

Definition mem (x : nat) (l : list nat) : bool := existsb (Nat.eqb x) l.

Definition conflict (i j : inst) : bool :=
  existsb (fun x => mem x (reads j) || mem x (writes j)) (writes i)
  || existsb (fun x => mem x (writes j)) (reads i).

(** The dependences of an instance: the earlier ones that conflict with it. *)
Definition need (tr : trace) (p q : nat) : Prop :=
  q < p /\ exists i j, at_ tr p i /\ at_ tr q j /\ conflict i j = true.

Lemma mem_in : forall x l, mem x l = true <-> In x l.
Proof.
  intros. unfold mem. rewrite existsb_exists. split.
  - intros [y [H E]]. apply Nat.eqb_eq in E. congruence.
  - intros H. exists x. split; [auto|apply Nat.eqb_refl].
Qed.

(** Two instances conflict if both touch a cell and one writes it. *)
Lemma conflict_spec : forall i j, conflict i j = true <->
  exists x, (In x (writes i) /\ (In x (reads j) \/ In x (writes j)))
            \/ (In x (reads i) /\ In x (writes j)).
Proof.
  intros. unfold conflict. rewrite orb_true_iff, !existsb_exists. split.
  - intros [[x [H E]]|[x [H E]]]; exists x.
    + apply orb_true_iff in E as [E|E]; apply mem_in in E; auto.
    + apply mem_in in E; auto.
  - intros [x [[H [E|E]]|[H E]]]; [left|left|right]; exists x; split; auto;
      apply mem_in in E; rewrite E; auto using orb_true_r.
Qed.

(** ** Counting *)

Lemma count_app : forall e a b, count e (a ++ b) = count e a + count e b.
Proof. induction a; intros; simpl; [auto|rewrite IHa; lia]. Qed.

Lemma at_lt : forall tr p i, at_ tr p i -> p < length tr.
Proof. intros. apply nth_error_Some. unfold at_ in H. congruence. Qed.

Lemma at_fun : forall tr p i j, at_ tr p i -> at_ tr p j -> i = j.
Proof. unfold at_. congruence. Qed.

Lemma at_ex : forall tr p, p < length tr -> exists i, at_ tr p i.
Proof.
  intros tr p H. unfold at_. destruct (nth_error tr p) eqn:E; [eauto|].
  apply nth_error_None in E. lia.
Qed.

Lemma firstn_S : forall {A} (tr : list A) p i,
  nth_error tr p = Some i -> firstn (S p) tr = firstn p tr ++ [i].
Proof.
  induction tr as [|a tr IH]; intros [|p] i H; simpl in H; try discriminate.
  - injection H as ->. reflexivity.
  - change (a :: firstn (S p) tr = a :: (firstn p tr ++ [i])). f_equal. auto.
Qed.

Lemma before_S : forall tr e p i, at_ tr p i ->
  before tr e (S p) = before tr e p + (if eng i =? e then 1 else 0).
Proof.
  intros. unfold before. rewrite (firstn_S _ _ _ H), count_app. simpl. lia.
Qed.

Lemma before_mono : forall tr e p q, p <= q -> before tr e p <= before tr e q.
Proof.
  induction 1; [lia|]. destruct (nth_error tr m) eqn:E.
  - rewrite (before_S _ _ _ _ E). lia.
  - apply nth_error_None in E. unfold before in *.
    rewrite (@firstn_all2 _ m tr) in IHle by lia.
    rewrite (@firstn_all2 _ (S m) tr) by lia. lia.
Qed.

Lemma before_lt : forall tr p q i, at_ tr p i -> p < q ->
  before tr (eng i) p < before tr (eng i) q.
Proof.
  intros tr p q i H L. pose proof (before_S _ (eng i) _ _ H) as E.
  rewrite Nat.eqb_refl in E. pose proof (before_mono tr (eng i) (S p) q L). lia.
Qed.

Lemma before_total : forall tr e p, before tr e p <= count e tr.
Proof.
  intros. unfold before. rewrite <- (firstn_skipn p tr) at 2. rewrite count_app. lia.
Qed.

Lemma before_length : forall tr e p, length tr <= p -> before tr e p = count e tr.
Proof. intros. unfold before. rewrite firstn_all2; auto. Qed.

Lemma before_at_total : forall tr p i, at_ tr p i -> before tr (eng i) p < count (eng i) tr.
Proof.
  intros. pose proof (before_lt _ _ (S p) _ H (Nat.lt_succ_diag_r p)).
  pose proof (before_total tr (eng i) (S p)). lia.
Qed.

(** Instances of one engine with one count are one instance. *)
Lemma before_inj : forall tr p q i j,
  at_ tr p i -> at_ tr q j -> eng i = eng j ->
  before tr (eng i) p = before tr (eng j) q -> p = q.
Proof.
  intros tr p q i j Hp Hq E B. destruct (lt_eq_lt_dec p q) as [[L| ]|L]; [|auto|].
  - pose proof (before_lt _ _ _ _ Hp L). rewrite E in *. lia.
  - pose proof (before_lt _ _ _ _ Hq L). rewrite E in *. lia.
Qed.

Lemma before_lt_inv : forall tr e p q, before tr e p < before tr e q -> p < q.
Proof.
  intros. destruct (le_lt_dec q p); [|auto].
  pose proof (before_mono tr e q p l). lia.
Qed.

(** Every count below the total is that of an instance. *)
Lemma before_find : forall tr e n t, t < before tr e n ->
  exists p i, p < n /\ at_ tr p i /\ eng i = e /\ before tr e p = t.
Proof.
  intros tr e n t H. induction n as [|n IH]; [unfold before in H; simpl in H; lia|].
  destruct (lt_dec t (before tr e n)) as [L|L].
  - destruct (IH L) as (p & i & ? & ?). exists p, i. split; [lia|auto].
  - destruct (nth_error tr n) as [i|] eqn:E.
    + rewrite (before_S _ _ _ _ E) in H. destruct (eng i =? e) eqn:Ee; [|lia].
      apply Nat.eqb_eq in Ee. exists n, i. repeat split; auto; lia.
    + apply nth_error_None in E. unfold before in *.
      rewrite (@firstn_all2 _ n tr) in L by lia.
      rewrite (@firstn_all2 _ (S n) tr) in H by lia. lia.
Qed.

Lemma total_find : forall tr e t, t < count e tr ->
  exists p i, at_ tr p i /\ eng i = e /\ before tr e p = t.
Proof.
  intros. rewrite <- (before_length tr e (length tr)) in H by lia.
  destruct (before_find _ _ _ _ H) as (p & i & _ & ?). eauto.
Qed.

(** The instances are those of the engines that take part. *)
Definition takes_part (es : list engine) (tr : trace) : Prop :=
  forall p i, at_ tr p i -> In (eng i) es.

Lemma runs_take_part : forall p inp l,
  runs p inp l -> takes_part (engines p) (map fst l).
Proof.
  intros p inp l [n H] q i Hi. apply nth_error_In in Hi.
  apply in_map_iff in Hi as [ev [<- Hin]]. eauto using walks_engines.
Qed.
