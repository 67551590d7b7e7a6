(** * What the analysis says, and that frames may turn

    What this is: the meaning of an abstract state, and the operations on it that make
    no instance.

    Plan.
    - [holds n u a]: what the abstract state [a] says is true before position [n] of
      the run, with the frames [u].
    - [holds_weaker], [holds_meet_l], [holds_meet_r]: weaker states, and joins of the
      control flow.
    - [holds_turn]: a variable of the walk changes, so rings turn. *)

From Coq Require Import List ZArith Arith Bool Lia.
From Tidemark Require Import Program Trace System Ideal Registers Streams Bisimulation Annotate
  Progress Memory Result Names Analysis.
Import ListNotations.

(** ** Membership *)

Lemma among_in : forall k l, among k l = true <-> In k l.
Proof.
  intros. unfold among. rewrite existsb_exists. split.
  - intros (x & H & E). apply name_eqb_eq in E. now subst.
  - intros H. exists k. split; [auto|now apply name_eqb_eq].
Qed.

Lemma group_in : forall {A} (eqb : A -> A -> bool) m x k,
  (forall a b, eqb a b = true -> a = b) ->
  In k (group eqb m x) -> exists l, In (x, l) m /\ In k l.
Proof.
  induction m as [|[y l] m IH]; intros x k E H; [destruct H|]. simpl in H.
  destruct (eqb y x) eqn:Ey.
  - apply E in Ey. subst. exists l. split; [now left|auto].
  - destruct (IH x k E H) as (l' & ? & ?). exists l'. split; [now right|auto].
Qed.

Lemma knows_in : forall a f k, In k (knows a f) -> exists l, In (f, l) (know a) /\ In k l.
Proof. intros a f k. apply group_in. intros x y. apply Nat.eqb_eq. Qed.

Lemma follows_in : forall a k j, In j (follows a k) -> exists l, In (k, l) (after a) /\ In j l.
Proof. intros a k j. apply group_in. intros x y. apply name_eqb_eq. Qed.

Lemma only_in : forall {A} (test : A -> name -> bool) m x l, In (x, l) (only test m) ->
  exists l', In (x, l') m /\ l = filter (test x) l'.
Proof.
  unfold only. intros A test m x l H. apply in_map_iff in H as ([y l'] & E & H).
  injection E as <- <-. eauto.
Qed.

Section Soundness.
Variable rs : list ring.
Variable names : list name.
Variable p : program.
Variable evs : list event.
Let tr : trace := map fst evs.
Let W : waits := stream_waits p evs.
Let es := engines p.

Definition key_of (u : frame) (k : name) : key := Key (n_eng k) (n_kind k)
  (cell_of rs u (n_place k)).

(** The value of a named key before position [n], as a threshold. *)
Definition now (n : nat) (u : frame) (k : name) : nat := value tr n (key_of u k).

(** Instance [q] is certain of the present value of [k]. *)
Definition sure (q n : nat) (u : frame) (k : name) : Prop := Certain tr W q (n_eng k) (now n u k).

Record holds (n : nat) (u : frame) (a : abs) : Prop := {
  holds_know : forall f l k, In (f, l) (know a) -> In k l ->
    forall q i, n <= q -> at_ tr q i -> eng i = f -> sure q n u k;
  holds_after : forall k l j, In (k, l) (after a) -> In j l ->
    forall q, sure q n u k -> sure q n u j
}.

Lemma holds_knows : forall n u a f k q i, holds n u a -> In k (knows a f) ->
  n <= q -> at_ tr q i -> eng i = f -> sure q n u k.
Proof. intros. apply knows_in in H0 as (l & Hl & Hk). eapply holds_know; eauto. Qed.

Lemma holds_follows : forall n u a k j q, holds n u a -> In j (follows a k) ->
  sure q n u k -> sure q n u j.
Proof. intros. apply follows_in in H0 as (l & Hl & Hj). eapply holds_after; eauto. Qed.

Lemma holds_none : forall n u, holds n u none.
Proof. split; simpl; tauto. Qed.

Lemma holds_weaker : forall n u a b, stronger a b = true -> holds n u a -> holds n u b.
Proof.
  intros n u a b S H. apply andb_prop in S as [Sk Sa]. rewrite forallb_forall in Sk, Sa.
  split.
  - intros f l k Hg Hk. specialize (Sk _ Hg). rewrite forallb_forall in Sk.
    specialize (Sk k Hk). apply among_in in Sk. intros q i. now apply holds_knows with (a := a).
  - intros k l j Hg Hj. specialize (Sa _ Hg). rewrite forallb_forall in Sa.
    specialize (Sa j Hj). apply among_in in Sa. intros q. eapply holds_follows; eauto.
Qed.

Lemma holds_meet_l : forall n u a b, holds n u a -> holds n u (meet a b).
Proof.
  intros n u a b [Hk Ha]. split; simpl.
  - intros f l k Hg Hl. apply only_in in Hg as (l' & Hg & ->). apply filter_In in Hl as [Hl _].
    eauto.
  - intros k l j Hg Hl. apply only_in in Hg as (l' & Hg & ->). apply filter_In in Hl as [Hl _].
    eauto.
Qed.

Lemma holds_meet_r : forall n u a b, holds n u b -> holds n u (meet a b).
Proof.
  intros n u a b H. split; simpl.
  - intros f l k Hg Hl. apply only_in in Hg as (l' & Hg & ->). apply filter_In in Hl as [_ Hl].
    apply among_in in Hl. intros q i. now apply holds_knows with (a := b).
  - intros k l j Hg Hl. apply only_in in Hg as (l' & Hg & ->). apply filter_In in Hl as [_ Hl].
    apply among_in in Hl. intros q. eapply holds_follows; eauto.
Qed.

(** ** Frames turn *)

Lemma sure_key : forall q n u u' k k', key_of u k = key_of u' k' -> sure q n u k -> sure q n u'
  k'.
Proof.
  unfold sure, now. intros q n u u' k k' E H.
  assert (n_eng k = n_eng k') by (injection E; auto). rewrite <- E. congruence.
Qed.

Lemma key_ext : forall u u' k, (forall r, u r = u' r) -> key_of u k = key_of u' k.
Proof. intros. unfold key_of. now rewrite (cell_of_ext rs u u'). Qed.

Lemma holds_ext : forall n u u' a, (forall r, u r = u' r) -> holds n u a -> holds n u' a.
Proof.
  intros n u u' a E [Hk Ha]. split.
  - intros f l k Hg Hl q i L Hq Ei. eapply sure_key; [exact (key_ext _ _ k E)|eauto].
  - intros k l j Hg Hl q S. eapply sure_key; [exact (key_ext _ _ j E)|].
    eapply Ha; eauto. eapply sure_key; [symmetry; exact (key_ext _ _ k E)|exact S].
Qed.

Lemma shift_key : forall u r t k, key_of u (shift_name rs r t k) = key_of (upd u r (u r + t)%Z) k.
Proof. intros. unfold key_of. simpl. now rewrite shift_cell. Qed.

Lemma holds_turn_by : forall n u r t a, holds n u a ->
  holds n (upd u r (u r + t)%Z) (turn_by rs r t a).
Proof.
  intros n u r t a [Hk Ha]. set (u' := upd u r (u r + t)%Z).
  assert (E : forall k, key_of u k = key_of u' (shift_name rs r (- t) k)).
  { intros k. rewrite shift_key. apply key_ext. intros r'. unfold u', upd.
    destruct (Nat.eqb_spec r' r) as [->|]; [|auto]. rewrite Nat.eqb_refl. lia. }
  split; simpl.
  - intros f l k Hg Hl q i L Hq Ei. apply in_map_iff in Hg as ([f' l'] & X & Hg).
    injection X as <- <-. apply in_map_iff in Hl as (k' & <- & Hl).
    eapply sure_key; [apply E|]. eauto.
  - intros k l j Hg Hl q S. apply in_map_iff in Hg as ([k' l'] & X & Hg).
    injection X as <- <-. apply in_map_iff in Hl as (j' & <- & Hl).
    eapply sure_key; [apply E|]. eapply Ha; eauto. eapply sure_key; [symmetry; apply E|exact S].
Qed.

Lemma holds_turn_any : forall n u r g t a, nth_error rs r = Some g -> holds n u a ->
  holds n (upd u r (u r + t)%Z) (turn_any rs r (length (r_cells g)) a).
Proof.
  intros n u r g t a Hr H. unfold turn_any.
  destruct (Nat.eqb_spec (length (r_cells g)) 0) as [|N]; [apply holds_none|].
  assert (Sz : (0 < size g)%Z) by (unfold size; lia).
  pose proof (Z.mod_pos_bound t (size g) Sz) as B. set (m := Z.to_nat (t mod size g)).
  assert (Hm : In m (seq 0 (length (r_cells g)))).
  { apply in_seq. unfold m. unfold size in *. lia. }
  assert (E : forall k, key_of u (shift_name rs r (Z.of_nat m) k) = key_of (upd u r (u r + t)%Z)
    k).
  { intros k. unfold m. rewrite Z2Nat.id by lia. rewrite <- shift_key. unfold key_of. simpl.
    rewrite (shift_mod rs u r g t); auto. lia. }
  split; simpl.
  - intros f l k Hg Hl q i L Hq Ei. apply only_in in Hg as (l' & Hg & ->).
    apply filter_In in Hl as [_ Hl]. rewrite forallb_forall in Hl. specialize (Hl m Hm).
    apply among_in in Hl. eapply sure_key; [apply E|]. eapply holds_knows; eauto.
  - intros k l j Hg Hl q S. apply only_in in Hg as (l' & Hg & ->).
    apply filter_In in Hl as [_ Hl]. rewrite forallb_forall in Hl. specialize (Hl m Hm).
    apply among_in in Hl. eapply sure_key; [apply E|]. eapply holds_follows; eauto.
    eapply sure_key; [symmetry; apply E|exact S].
Qed.

(** A variable changes from [vars s x] to [v]. *)
Lemma holds_turn : forall n s x v ld d a,
  (forall z, d = Some z -> v = vars s x + z)%Z ->
  holds n (frame_of rs s) a ->
  holds n (frame_of rs (Store (upd (vars s) x v) ld)) (turn rs x d 0 rs a).
Proof.
  intros n s x v ld d a Hd H. set (s' := Store (upd (vars s) x v) ld).
  (* the rings before [r] have turned *)
  set (mixed := fun r r' => if r' <? r then frame_of rs s' r' else frame_of rs s r').
  assert (X : forall gs r a, (forall k, nth_error gs k = nth_error rs (r + k)) ->
              holds n (mixed r) a -> holds n (frame_of rs s') (turn rs x d r gs a)).
  { clear H a. induction gs as [|g gs IH]; intros r a Hg H; simpl.
    - eapply holds_ext; [|exact H]. intros r'. unfold mixed.
      destruct (Nat.ltb_spec r' r) as [|L]; [reflexivity|]. unfold frame_of.
      replace r' with (r + (r' - r)) by lia. rewrite <- Hg. now destruct (r' - r).
    - apply IH; [intros k; replace (S r + k) with (r + S k) by lia; exact (Hg (S k))|].
      assert (Hr : nth_error rs r = Some g) by (specialize (Hg 0); rewrite Nat.add_0_r in Hg;
        auto).
      set (t := (coefficient (r_form g) x * (v - vars s x))%Z).
      assert (Er : frame_of rs s' r = (mixed r r + t)%Z).
      { unfold mixed. rewrite Nat.ltb_irrefl. unfold frame_of. rewrite Hr.
        unfold s'. rewrite linear_upd. reflexivity. }
      assert (Em : forall r', upd (mixed r) r (mixed r r + t)%Z r' = mixed (S r) r').
      { intros r'. unfold upd. destruct (Nat.eqb_spec r' r) as [->|Nr].
        - rewrite <- Er. unfold mixed at 1. now rewrite (proj2 (Nat.ltb_lt r (S r))) by lia.
        - unfold mixed. destruct (Nat.ltb_spec r' r), (Nat.ltb_spec r' (S r)); auto; lia. }
      apply (holds_ext n _ _ _ Em). unfold turn_ring.
      destruct (Z.eqb_spec (coefficient (r_form g) x) 0) as [E0|_].
      + eapply holds_ext; [|exact H]. intros r'. unfold upd.
        destruct (Nat.eqb_spec r' r) as [->|]; [|auto]. unfold t. rewrite E0. lia.
      + destruct d as [z|]; [|now apply holds_turn_any].
        replace (coefficient (r_form g) x * z)%Z with t; [now apply holds_turn_by|].
        unfold t. rewrite (Hd z eq_refl). f_equal. lia. }
  apply (X rs 0 a); [reflexivity|]. eapply holds_ext; [|exact H]. reflexivity.
Qed.

Lemma change_value : forall s x e z, change x e = Some z -> (eval s e = vars s x + z)%Z.
Proof.
  unfold change. intros s x e z H. destruct (linear_of e) as [[[|[y c] [|]] z']|] eqn:E;
    try discriminate.
  destruct ((x =? y) && (c =? 1)%Z) eqn:B; [|discriminate]. injection H as <-.
  apply andb_prop in B as [Ey Ec]. apply Nat.eqb_eq in Ey. apply Z.eqb_eq in Ec. subst.
  rewrite (linear_of_value s e _ _ E). unfold linear_value. cbn [fold_right fst snd]. lia.
Qed.

End Soundness.
