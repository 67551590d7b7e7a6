(** * Names of keys, relative to frames

    What this is: how the analysis names the cells that a program touches.  A cell
    that is the same at every visit is named by itself.  A slot of a ring,
    [x[(form + c) % n]], is named by its distance [c] from the frame [form], a
    linear form over the variables of the walk; the name stays while the slot
    changes.

    Plan.
    - [linear_of] finds the linear form of an expression ([linear_of_value]).
    - [place], [cell_of]: names, and what they denote in given frames.
    - [distinct]: places that can never be one cell ([distinct_cells]).
    - [shift]: when the frame of a ring turns, its names turn back ([shift_cell]).
    - [places]: the names of what an operand touches, where they are known
      ([places_slot]). *)

From Coq Require Import List ZArith Arith Bool Lia.
From Tidemark Require Import Program System.
Import ListNotations.
Local Open Scope Z_scope.

(** ** Linear forms *)

Definition linear := list (var * Z).   (* in order of variables, none twice *)

Definition linear_value (s : store) (l : linear) : Z :=
  fold_right (fun t v => snd t * vars s (fst t) + v) 0 l.

Fixpoint add_term (x : var) (c : Z) (l : linear) : linear :=
  match l with
  | [] => [(x, c)]
  | (y, d) :: r =>
      if (x =? y)%nat then (if c + d =? 0 then r else (y, c + d) :: r)
      else if (x <? y)%nat then (x, c) :: l else (y, d) :: add_term x c r
  end.

Definition add_linear (a b : linear) : linear :=
  fold_right (fun t l => add_term (fst t) (snd t) l) b a.
Definition scale (c : Z) (l : linear) : linear :=
  if c =? 0 then [] else map (fun t => (fst t, c * snd t)) l.

Fixpoint linear_of (e : expr) : option (linear * Z) :=
  match e with
  | Const z => Some ([], z)
  | Var x => Some ([(x, 1)], 0)
  | Add a b =>
      match linear_of a, linear_of b with
      | Some (l, z), Some (l', z') => Some (add_linear l l', z + z')
      | _, _ => None
      end
  | Sub a b =>
      match linear_of a, linear_of b with
      | Some (l, z), Some (l', z') => Some (add_linear l (scale (-1) l'), z - z')
      | _, _ => None
      end
  | Mul a b =>
      match linear_of a, linear_of b with
      | Some ([], z), Some (l, z') => Some (scale z l, z * z')
      | Some (l, z), Some ([], z') => Some (scale z' l, z * z')
      | _, _ => None
      end
  | _ => None
  end.

(** The coefficient of a variable. *)
Definition coefficient (l : linear) (x : var) : Z :=
  fold_right (fun t v => (if (fst t =? x)%nat then snd t else 0) + v) 0 l.

Lemma add_term_value : forall s x c l,
  linear_value s (add_term x c l) = c * vars s x + linear_value s l.
Proof.
  induction l as [|[y d] r IH]; simpl; [lia|].
  destruct (Nat.eqb_spec x y) as [->|].
  - destruct (Z.eqb_spec (c + d) 0); simpl; [|lia].
    replace d with (- c) by lia. lia.
  - destruct (x <? y)%nat; simpl; [lia|]. rewrite IH. lia.
Qed.

Lemma add_linear_value : forall s a b,
  linear_value s (add_linear a b) = linear_value s a + linear_value s b.
Proof.
  induction a as [|[x c] a IH]; intros b; simpl; [lia|].
  rewrite add_term_value, IH. lia.
Qed.

Lemma scale_value : forall s c l, linear_value s (scale c l) = c * linear_value s l.
Proof.
  intros s c l. unfold scale. destruct (Z.eqb_spec c 0) as [->|_]; [simpl; lia|].
  induction l as [|[x d] l IH]; simpl; [lia|]. rewrite IH. lia.
Qed.

Lemma linear_of_value : forall s e l z, linear_of e = Some (l, z) ->
  eval s e = linear_value s l + z.
Proof.
  induction e; intros l z' H; simpl in H; try discriminate.
  - injection H as <- <-. reflexivity.
  - injection H as <- <-. simpl. destruct (vars s x); lia.
  - destruct (linear_of e1) as [[l1 z1]|], (linear_of e2) as [[l2 z2]|]; try discriminate.
    injection H as <- <-. simpl. rewrite (IHe1 _ _ eq_refl), (IHe2 _ _ eq_refl), add_linear_value.
    lia.
  - destruct (linear_of e1) as [[l1 z1]|], (linear_of e2) as [[l2 z2]|]; try discriminate.
    injection H as <- <-. simpl.
    rewrite (IHe1 _ _ eq_refl), (IHe2 _ _ eq_refl), add_linear_value, scale_value. lia.
  - destruct (linear_of e1) as [[l1 z1]|]; [|discriminate].
    destruct (linear_of e2) as [[l2 z2]|]; [|destruct l1; discriminate].
    simpl. rewrite (IHe1 _ _ eq_refl), (IHe2 _ _ eq_refl).
    destruct l1; [|destruct l2; [|discriminate]]; injection H as <- <-; rewrite scale_value;
      simpl; lia.
Qed.

Lemma linear_upd : forall s x v ld l,
  linear_value (Store (upd (vars s) x v) ld) l
  = linear_value s l + coefficient l x * (v - vars s x).
Proof.
  induction l as [|[y c] l IH]; simpl; [lia|]. rewrite IH. unfold upd.
  destruct (Nat.eqb_spec y x) as [->|]; lia.
Qed.

(** ** Places *)

(** A ring of cells, and the form that it turns by. *)
Record ring := Ring { r_form : linear; r_cells : list cell }.

Inductive place :=
| Plain (x : cell)
| Rel (r : nat) (c : nat).   (* slot [form + c] of the [r]-th ring *)

Section Rings.
Variable rs : list ring.

Definition frame := nat -> Z.   (* the value of the form of each ring *)

Definition frame_of (s : store) : frame := fun r =>
  match nth_error rs r with Some g => linear_value s (r_form g) | None => 0 end.

Definition size (g : ring) : Z := Z.of_nat (length (r_cells g)).

Definition cell_of (u : frame) (p : place) : cell :=
  match p with
  | Plain x => x
  | Rel r c =>
      match nth_error rs r with
      | Some g => nth (Z.to_nat ((u r + Z.of_nat c) mod size g)) (r_cells g) 0%nat
      | None => 0%nat
      end
  end.

Lemma cell_of_ext : forall u u' p, (forall r, u r = u' r) -> cell_of u p = cell_of u' p.
Proof. intros u u' [x|r c] H; simpl; [reflexivity|]. now rewrite H. Qed.

(** *** Distinct places *)

Fixpoint nodup_cells (l : list cell) : bool :=
  match l with [] => true | x :: l => negb (existsb (Nat.eqb x) l) && nodup_cells l end.

Definition disjoint (a b : list cell) : bool :=
  forallb (fun x => negb (existsb (Nat.eqb x) b)) a.

Definition cells_of_ring (r : nat) : list cell :=
  match nth_error rs r with Some g => r_cells g | None => [] end.

Definition distinct (p q : place) : bool :=
  match p, q with
  | Plain x, Plain y => negb (x =? y)%nat
  | Plain x, Rel r _ | Rel r _, Plain x =>
      negb (length (cells_of_ring r) =? 0)%nat && negb (existsb (Nat.eqb x) (cells_of_ring r))
  | Rel r c, Rel r' c' =>
      negb (length (cells_of_ring r) =? 0)%nat && negb (length (cells_of_ring r') =? 0)%nat &&
      if (r =? r')%nat
      then nodup_cells (cells_of_ring r) &&
           negb (Z.of_nat c mod Z.of_nat (length (cells_of_ring r)) =?
                 Z.of_nat c' mod Z.of_nat (length (cells_of_ring r)))
      else disjoint (cells_of_ring r) (cells_of_ring r')
  end.

Lemma existsb_in : forall x l, existsb (Nat.eqb x) l = false <-> ~ In x l.
Proof.
  intros x l. rewrite <- not_true_iff_false, existsb_exists. split; intros H H'; apply H.
  - exists x. split; [auto|apply Nat.eqb_refl].
  - destruct H' as (y & Hy & E). apply Nat.eqb_eq in E. now subst.
Qed.

Lemma nodup_spec : forall l, nodup_cells l = true -> NoDup l.
Proof.
  induction l as [|x l IH]; intros H; [constructor|]. simpl in H.
  apply andb_prop in H as [N H]. apply negb_true_iff, existsb_in in N. constructor; auto.
Qed.

(** A name of a ring with slots denotes one of its cells, at a place in range. *)
Lemma cell_rel : forall u r c, length (cells_of_ring r) <> 0%nat ->
  exists k, (k < length (cells_of_ring r))%nat /\
    cell_of u (Rel r c) = nth k (cells_of_ring r) 0%nat /\
    Z.of_nat k = (u r + Z.of_nat c) mod Z.of_nat (length (cells_of_ring r)).
Proof.
  intros u r c N. unfold cells_of_ring in *. simpl. unfold size.
  destruct (nth_error rs r) as [g|]; [|destruct (N eq_refl)].
  pose proof (Z.mod_pos_bound (u r + Z.of_nat c) (Z.of_nat (length (r_cells g)))) as B.
  exists (Z.to_nat ((u r + Z.of_nat c) mod Z.of_nat (length (r_cells g)))).
  split; [lia|]. split; [reflexivity|]. lia.
Qed.

Lemma mod_cancel : forall n a c c', (a + c) mod n = (a + c') mod n -> c mod n = c' mod n.
Proof.
  intros n a c c' H.
  replace c with ((a + c) - a) by lia. replace c' with ((a + c') - a) by lia.
  rewrite <- (Zminus_mod_idemp_l (a + c)), H, Zminus_mod_idemp_l. reflexivity.
Qed.

Lemma distinct_cells : forall u p q, distinct p q = true -> cell_of u p <> cell_of u q.
Proof.
  assert (P : forall u x r c, negb (length (cells_of_ring r) =? 0)%nat &&
              negb (existsb (Nat.eqb x) (cells_of_ring r)) = true -> x <> cell_of u (Rel r c)).
  { intros u x r c H. apply andb_prop in H as [N H].
    apply negb_true_iff, Nat.eqb_neq in N. apply negb_true_iff, existsb_in in H.
    destruct (cell_rel u r c N) as (k & L & -> & _). intros ->. apply H. now apply nth_In. }
  intros u [x|r c] [y|r' c'] H; simpl distinct in H.
  - apply negb_true_iff, Nat.eqb_neq in H. exact H.
  - now apply P.
  - intros E. symmetry in E. revert E. now apply P.
  - apply andb_prop in H as [N H]. apply andb_prop in N as [N N'].
    apply negb_true_iff, Nat.eqb_neq in N, N'.
    destruct (cell_rel u r c N) as (k & L & -> & Ek). destruct (cell_rel u r' c' N')
      as (k' & L' & -> & Ek').
    destruct (Nat.eqb_spec r r') as [->|Nr].
    + apply andb_prop in H as [D H]. apply negb_true_iff, Z.eqb_neq in H.
      intros E. apply H. apply (mod_cancel _ (u r')). rewrite <- Ek, <- Ek'. f_equal.
      eapply NoDup_nth; eauto using nodup_spec.
    + unfold disjoint in H. rewrite forallb_forall in H. intros E.
      specialize (H _ (nth_In _ 0%nat L)). apply negb_true_iff, existsb_in in H.
      apply H. pose proof (@nth_In cell _ _ 0%nat L') as X. rewrite <- E in X. exact X.
Qed.

(** *** Turning a frame *)

Definition shift (r : nat) (t : Z) (p : place) : place :=
  match p with
  | Rel r' c =>
      if (r' =? r)%nat then
        match nth_error rs r with
        | Some g => Rel r' (Z.to_nat ((Z.of_nat c + t) mod size g))
        | None => p
        end
      else p
  | Plain _ => p
  end.

(** A name [p] after the frame of [r] has turned by [t] is [shift r t p] before. *)
Lemma shift_cell : forall u r t p, cell_of u (shift r t p) = cell_of (upd u r (u r + t)) p.
Proof.
  intros u r t [x|r' c]; [reflexivity|]. simpl.
  destruct (Nat.eqb_spec r' r) as [->|N]; simpl; [|now rewrite upd_other].
  rewrite upd_same. destruct (nth_error rs r) as [g|] eqn:E; simpl; rewrite E; [|reflexivity].
  destruct (r_cells g) as [|x l] eqn:El.
  - destruct (Z.to_nat _), (Z.to_nat _); reflexivity.
  - f_equal. f_equal. unfold size. rewrite El.
    set (n := Z.of_nat (length (x :: l))). assert (0 < n) by (unfold n; simpl length; lia).
    pose proof (Z.mod_pos_bound (Z.of_nat c + t) n H).
    rewrite Z2Nat.id, Zplus_mod_idemp_r by lia. f_equal. lia.
Qed.

(** A turn by any number is one by less than the size. *)
Lemma shift_mod : forall u r g t p, nth_error rs r = Some g -> size g <> 0 ->
  cell_of u (shift r (t mod size g) p) = cell_of u (shift r t p).
Proof.
  intros u r g t [x|r' c] E N; [reflexivity|]. simpl.
  destruct (Nat.eqb_spec r' r) as [->|]; [|reflexivity].
  rewrite E. simpl. now rewrite Zplus_mod_idemp_r.
Qed.

(** ** The places of an operand *)

Definition expr_dec : forall a b : expr, {a = b} + {a <> b}.
Proof. repeat decide equality. Defined.
Definition linear_dec : forall a b : linear, {a = b} + {a <> b}.
Proof. repeat decide equality. Defined.
Definition table_dec : forall a b : list (list cell), {a = b} + {a <> b}.
Proof. repeat decide equality. Defined.

Definition is_ring (l : linear) (table : list (list cell)) (g : ring) : bool :=
  if linear_dec (r_form g) l then
    if table_dec (map (fun x => [x]) (r_cells g)) table then true else false
  else false.

Fixpoint find_ring (l : linear) (table : list (list cell)) (gs : list ring) (r : nat)
  : option nat :=
  match gs with
  | [] => None
  | g :: gs => if is_ring l table g then Some r else find_ring l table gs (S r)
  end.

Definition places (o : operand) : option (list place) :=
  match o_index o with
  | Const z => if z <? 0 then None else option_map (map Plain) (nth_error (o_table o)
    (Z.to_nat z))
  | Mod e (Const n) =>
      match linear_of e with
      | Some (l, c) =>
          if (0 <? n) && (n =? Z.of_nat (length (o_table o))) then
            option_map (fun r => [Rel r (Z.to_nat (c mod n))]) (find_ring l (o_table o) rs 0)
          else None
      | None => None
      end
  | _ => None
  end.

Lemma find_ring_spec : forall l table gs k r, find_ring l table gs k = Some r ->
  exists g, (k <= r)%nat /\ nth_error gs (r - k) = Some g /\ r_form g = l /\
            map (fun x => [x]) (r_cells g) = table.
Proof.
  induction gs as [|g gs IH]; intros k r H; simpl in H; [discriminate|].
  unfold is_ring in H.
  destruct (linear_dec (r_form g) l) as [E|]; [destruct (table_dec _ table) as [E'|]|].
  1: injection H as <-; exists g; rewrite Nat.sub_diag; auto.
  all: destruct (IH (S k) r H) as (g' & L & Hg & ? & ?); exists g'; (split; [lia|]);
    replace (r - k)%nat with (S (r - S k)) by lia; auto.
Qed.

Theorem places_slot : forall s o ps cs, places o = Some ps -> slot s o = Some cs ->
  cs = map (cell_of (frame_of s)) ps.
Proof.
  unfold places, slot. intros s [ix table] ps cs H Hs. simpl in *.
  destruct ix as [z| | | | | |a b| |]; try discriminate.
  - simpl in Hs. destruct (z <? 0); [discriminate|]. rewrite Hs in H. injection H as <-.
    rewrite map_map. simpl. symmetry. apply map_id.
  - destruct b as [n| | | | | | | |]; try discriminate.
    destruct (linear_of a) as [[l c]|] eqn:El; [|discriminate].
    destruct ((0 <? n) && _) eqn:En; [|discriminate].
    apply andb_prop in En as [En Et]. apply Z.ltb_lt in En. apply Z.eqb_eq in Et.
    destruct (find_ring l table rs 0) as [r|] eqn:Er; [|discriminate]. injection H as <-.
    apply find_ring_spec in Er as (g & _ & Hg & Ef & Em). rewrite Nat.sub_0_r in Hg.
    simpl in Hs. rewrite (linear_of_value s a l c El) in Hs.
    pose proof (Z.mod_pos_bound (linear_value s l + c) n En) as B.
    destruct (Z.ltb_spec ((linear_value s l + c) mod n) 0); [lia|].
    simpl. unfold frame_of. rewrite Hg, Ef.
    assert (Sz : size g = n) by (unfold size; rewrite Et, <- Em, map_length; reflexivity).
    pose proof (Z.mod_pos_bound c n En). rewrite Sz, Z2Nat.id, Zplus_mod_idemp_r by lia.
    rewrite <- Em, nth_error_map in Hs.
    destruct (nth_error (r_cells g) _) as [x|] eqn:Ex; [|discriminate]. injection Hs as <-.
    f_equal. symmetry. now apply nth_error_nth.
Qed.

(** What it may touch, where they are not known. *)
Lemma slot_concat : forall s o cs, slot s o = Some cs -> incl cs (concat (o_table o)).
Proof.
  unfold slot. intros s o cs H. destruct (eval s (o_index o) <? 0); [discriminate|].
  intros x Hx. apply in_concat. exists cs. split; [eapply nth_error_In; eauto|auto].
Qed.

End Rings.
