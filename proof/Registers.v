(** * Counts and keys

    What this is: the registers of a stream.  [cnt e] counts the instances of
    engine [e] passed so far; [reg (e, x, Wr)] is the ordinal of the last write of
    [e] to cell [x], [reg (e, x, Ac)] of its last access; 0 if there was none.

    Plan.
    - [pass] is what a stream does to its registers when its walk passes an
      instance; [regs_after] is the fold over a sequential run.
    - [cnt_spec], [reg_spec]: what they hold, in terms of the run alone.
    - [key_needed] says which keys an instance needs; [key_in_need] and
      [need_in_key] tie keys to dependences: the threshold of a needed key is the
      ordinal of a dependence, and every dependence is at or below one. *)

From Coq Require Import List Arith Bool Lia.
From Tidemark Require Import Program Trace System.
Import ListNotations.

Record regs := Regs { cnt : engine -> nat; reg : key -> nat }.

Definition regs0 : regs := Regs (fun _ => 0) (fun _ => 0).

Definition touches (i : inst) (d : kind) (x : cell) : bool :=
  match d with
  | Wr => mem x (writes i)
  | Ac => mem x (reads i) || mem x (writes i)
  end.

(** Instance [i] sets key [k]. *)
Definition sets (i : inst) (k : key) : bool :=
  (eng i =? k_eng k) && touches i (k_kind k) (k_cell k).

Definition pass (r : regs) (i : inst) : regs :=
  let n := S (cnt r (eng i)) in
  Regs (upd (cnt r) (eng i) n) (fun k => if sets i k then n else reg r k).

Definition regs_after (l : trace) : regs := fold_left pass l regs0.

(** The value of a key after the first [n] instances of the run. *)
Definition value (tr : trace) (n : nat) (k : key) : nat := reg (regs_after (firstn n tr)) k.

Lemma regs_after_app : forall l i, regs_after (l ++ [i]) = pass (regs_after l) i.
Proof. intros. unfold regs_after. now rewrite fold_left_app. Qed.

Lemma cnt_after : forall l e, cnt (regs_after l) e = count e l.
Proof.
  induction l as [|i l IH] using rev_ind; intros; [reflexivity|].
  rewrite regs_after_app, count_app. simpl. unfold upd. rewrite !IH, Nat.eqb_sym.
  destruct (Nat.eqb_spec (eng i) e); subst; lia.
Qed.

Theorem cnt_spec : forall tr n e, cnt (regs_after (firstn n tr)) e = before tr e n.
Proof. intros. apply cnt_after. Qed.

Lemma value_S : forall tr n k i, at_ tr n i ->
  value tr (S n) k = if sets i k then S (before tr (eng i) n) else value tr n k.
Proof.
  intros. unfold value. rewrite (firstn_S _ _ _ H), regs_after_app. simpl.
  now rewrite cnt_after.
Qed.

(** [last_ordinal tr n k t]: [t] is the ordinal of the last instance before [n]
    that sets [k], or 0 if there is none. *)
Definition last_ordinal (tr : trace) (n : nat) (k : key) (t : nat) : Prop :=
  (t = 0 /\ forall q j, q < n -> at_ tr q j -> sets j k = false) \/
  (exists q j, q < n /\ at_ tr q j /\ sets j k = true /\ t = S (before tr (eng j) q) /\
     forall q' j', q < q' < n -> at_ tr q' j' -> sets j' k = false).

Theorem reg_spec : forall tr n k, n <= length tr -> last_ordinal tr n k (value tr n k).
Proof.
  intros tr n k. induction n as [|n IH]; intros L.
  { left. split; [reflexivity|lia]. }
  destruct (at_ex tr n L) as [i Hi]. rewrite (value_S _ _ _ _ Hi).
  destruct (sets i k) eqn:E.
  - right. exists n, i. repeat split; auto. lia.
  - assert (Hn : forall j, at_ tr n j -> sets j k = false).
    { intros j Hj. now rewrite (at_fun _ _ _ _ Hj Hi). }
    destruct IH as [[-> H]|(q & j & Lq & Hj & Ej & -> & H)]; [lia| |].
    + left. split; [reflexivity|]. intros q j Lq Hj.
      destruct (Nat.eq_dec q n) as [->|]; [auto|]. apply (H q); [lia|auto].
    + right. exists q, j. repeat split; auto. intros q' j' L' Hj'.
      destruct (Nat.eq_dec q' n) as [->|]; [auto|]. apply (H q'); [lia|auto].
Qed.

(** A key is at least the ordinal of every instance that set it. *)
Lemma value_ge : forall tr n k q j, n <= length tr ->
  q < n -> at_ tr q j -> sets j k = true -> S (before tr (eng j) q) <= value tr n k.
Proof.
  intros tr n k q j L Lq Hj E.
  destruct (reg_spec tr n k L) as [[_ H]|(q' & j' & Lq' & Hj' & E' & -> & H)].
  - rewrite (H q j) in E; auto. discriminate.
  - destruct (le_lt_dec q q') as [Le|Lt]; [|rewrite (H q j) in E; auto; discriminate].
    unfold sets in *. apply andb_prop in E as [E _], E' as [E' _].
    apply Nat.eqb_eq in E, E'. rewrite E, E'.
    pose proof (before_mono tr (k_eng k) q q' Le). lia.
Qed.

Lemma value_le : forall tr n k, n <= length tr -> value tr n k <= before tr (k_eng k) n.
Proof.
  intros tr n k L. destruct (reg_spec tr n k L) as [[-> _]|(q & j & Lq & Hj & E & -> & _)];
    [lia|].
  unfold sets in E. apply andb_prop in E as [E _]. apply Nat.eqb_eq in E. rewrite <- E.
  exact (before_lt _ _ _ _ Hj Lq).
Qed.

(** ** Keys and dependences *)

(** A reader of a cell needs the writes of every engine, a writer all accesses. *)
Definition key_needed (i : inst) (k : key) : Prop :=
  match k_kind k with
  | Wr => In (k_cell k) (reads i)
  | Ac => In (k_cell k) (writes i)
  end.

Lemma key_in_need : forall tr p i k,
  at_ tr p i -> key_needed i k -> value tr p k <> 0 ->
  exists q, need tr p q /\ ordinal tr q (k_eng k) (value tr p k).
Proof.
  intros tr p i k Hp N V.
  destruct (reg_spec tr p k (Nat.lt_le_incl _ _ (at_lt _ _ _ Hp)))
    as [[E _]|(q & j & Lq & Hj & E & Ev & _)]; [congruence|].
  unfold sets in E. apply andb_prop in E as [Ee Et]. apply Nat.eqb_eq in Ee.
  exists q. split.
  - split; [auto|]. exists i, j. split; [|split]; auto. apply conflict_spec.
    exists (k_cell k). unfold key_needed, touches in *. destruct (k_kind k).
    + right. split; [auto|now apply mem_in].
    + left. split; [auto|]. apply orb_true_iff in Et as [Et|Et]; apply mem_in in Et; auto.
  - exists j. rewrite <- Ee. auto.
Qed.

Lemma need_in_key : forall tr p q i j,
  need tr p q -> at_ tr p i -> at_ tr q j ->
  exists k, k_eng k = eng j /\ key_needed i k /\ S (before tr (eng j) q) <= value tr p k.
Proof.
  intros tr p q i j (L & i' & j' & Hp' & Hq' & C) Hp Hq.
  assert (i' = i) as -> by eauto using at_fun. assert (j' = j) as -> by eauto using at_fun.
  pose proof (Nat.lt_le_incl _ _ (at_lt _ _ _ Hp)) as Ln.
  apply conflict_spec in C as [x [[Hw T]|[Hr T]]].
  - exists (Key (eng j) Ac x). split; [auto|]. split; [exact Hw|].
    apply value_ge; auto. unfold sets; simpl. rewrite Nat.eqb_refl. simpl.
    apply orb_true_iff. destruct T as [T|T]; apply mem_in in T; auto.
  - exists (Key (eng j) Wr x). split; [auto|]. split; [exact Hr|].
    apply value_ge; auto. unfold sets; simpl. rewrite Nat.eqb_refl. simpl. now apply mem_in.
Qed.
