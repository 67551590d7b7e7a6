(** * Thresholds, clocks and the verdict, computed

    What this is: the part of the proof that runs.  It is extracted to OCaml
    (folder extract/) and compared with the synchronizer and the deciders.

    Plan.
    - [thresholds_of]: the waits of each event of a run with the values that the
      registers give them ([thresholds_of_spec]).
    - [clocks]: the clock of each instance, in one pass, for waits that name earlier
      instances ([clocks_spec]).
    - [decide]: are waits exact?  [decide_exact] is the clock theorem for it, and
      [decide_bisimilar] says what it means for streams. *)

From Coq Require Import List Arith Bool Lia.
From Tidemark Require Import Program Trace System Ideal Registers Streams Bisimulation Clock
  Least Clocks.
Import ListNotations.

(** ** Thresholds *)

Fixpoint thresholds_from (r : regs) (l : list event) : list (inst * list (key * nat)) :=
  match l with
  | [] => []
  | (i, ws) :: l => (i, map (fun k => (k, reg r k)) ws) :: thresholds_from (pass r i) l
  end.

Definition thresholds_of (l : list event) := thresholds_from regs0 l.

Theorem thresholds_of_spec : forall l n i ws, nth_error l n = Some (i, ws) ->
  nth_error (thresholds_of l) n = Some (i, map (fun k => (k, value (map fst l) n k)) ws).
Proof.
  assert (X : forall l r n i ws, nth_error l n = Some (i, ws) ->
    nth_error (thresholds_from r l) n =
    Some (i, map (fun k => (k, reg (fold_left pass (firstn n (map fst l)) r) k)) ws)).
  { induction l as [|[j us] l IH]; intros r [|n] i ws H; simpl in *; try discriminate.
    - now injection H as <- <-.
    - now apply IH. }
  intros l n i ws H. now apply X.
Qed.

(** ** Clocks *)

Section Clocks.
Variable es : list engine.
Variable tr : trace.
Variable W : waits.

Definition clock := list (engine * nat).

Fixpoint component (v : clock) (e : engine) : nat :=
  match v with
  | [] => 0
  | (a, t) :: v => if a =? e then t else component v e
  end.

Definition tabulate (f : engine -> nat) : clock := map (fun e => (e, f e)) es.

Definition join (u v : clock) : clock := tabulate (fun e => Nat.max (component u e)
  (component v e)).

(** The clock of the [t]-th instance of [e], from those so far. *)
Definition clock_of (l : list clock) (e : engine) (t : nat) : clock :=
  match find (fun q => match nth_error tr q with
                       | Some j => (eng j =? e) && (S (before tr e q) =? t)
                       | None => false
                       end) (seq 0 (length l)) with
  | Some q => nth q l []
  | None => []
  end.

(** With each wait its threshold, and the clock of the instance that reaches it. *)
Fixpoint gather (l : list clock) (own : clock) (ws : list (engine * nat)) : clock :=
  match ws with
  | [] => own
  | (a, t) :: ws =>
      join (join (tabulate (fun e => if e =? a then t else 0)) (clock_of l a t)) (gather l own ws)
  end.

Definition clock_at (l : list clock) (i : inst) : clock :=
  gather l (clock_of l (eng i) (before tr (eng i) (length l))) (W (length l)).

Fixpoint clocks_upto (n : nat) : list clock :=
  match n with
  | O => []
  | S n => let l := clocks_upto n in
           match nth_error tr n with
           | Some i => l ++ [clock_at l i]
           | None => l
           end
  end.

Definition clocks : list clock := clocks_upto (length tr).

Hypothesis part : takes_part es tr.
Hypothesis back : backward tr W.

Lemma at_tabulate : forall f e, (In e es \/ f e = 0) -> component (tabulate f) e = f e.
Proof.
  unfold tabulate. intros f e H.
  assert (X : forall l, (In e l -> component (map (fun e => (e, f e)) l) e = f e) /\
                        (~ In e l -> component (map (fun e => (e, f e)) l) e = 0)).
  { induction l as [|a l [I1 I2]]; simpl; [tauto|].
    destruct (Nat.eqb_spec a e) as [->|N]; split; intros; auto; try tauto. }
  destruct (in_dec Nat.eq_dec e es) as [Hin|N]; [now apply X|].
  destruct H as [H|H]; [tauto|]. rewrite H. now apply X.
Qed.

(** [v] is right for [p]. *)
Definition right_at (p : nat) (v : clock) : Prop :=
  forall e t, t <= component v e <-> Certain tr W p e t.

Lemma count_out : forall e, ~ In e es -> count e tr = 0.
Proof.
  intros e N. destruct (count e tr) eqn:E; [auto|].
  destruct (total_find tr e 0) as (q & i & Hq & <- & _); [lia|]. destruct (N (part q i Hq)).
Qed.

(** No clock says anything of an engine that takes no part. *)
Lemma right_out : forall p v e, p < length tr -> right_at p v -> ~ In e es -> component v e = 0.
Proof.
  intros p v e L R N. pose proof (count_out e N) as C.
  destruct (component v e) as [|t] eqn:E; [auto|exfalso].
  pose proof (backward_can tr W back p L) as K.
  assert (X : Certain tr W p e 1) by (apply R; lia).
  destruct (clock_exists tr W p K) as [w Cw].
  destruct (at_ex tr p L) as [i Hp].
  destruct (least_state tr W es part p i w Hp Cw) as (s & Rs & _ & Es).
  apply Cw in X. rewrite <- Es in X. pose proof (reach_bounded _ _ _ Rs) as [HD HI].
  specialize (HD e). specialize (HI e). lia.
Qed.

Lemma at_join : forall u v e,
  (In e es \/ (component u e = 0 /\ component v e = 0)) ->
  component (join u v) e = Nat.max (component u e) (component v e).
Proof. intros u v e H. unfold join. rewrite at_tabulate; [auto|]. destruct H as [|[-> ->]]; auto.
Qed.

Lemma at_out : forall f e, ~ In e es -> component (tabulate f) e = 0.
Proof.
  unfold tabulate. intros f e. generalize es as l.
  induction l as [|a l IH]; intros N; [reflexivity|]. simpl in *.
  destruct (Nat.eqb_spec a e); [tauto|]. apply IH. tauto.
Qed.

Section One.
Variable l : list clock.
Hypothesis sofar : forall q v, nth_error l q = Some v -> right_at q v.
Hypothesis short : length l < length tr.

Lemma clock_of_spec : forall a t, t <= before tr a (length l) -> forall e u,
  u <= component (clock_of l a t) e <->
  u = 0 \/ exists q, ordinal tr q a t /\ Certain tr W q e u.
Proof.
  intros a t B e u. unfold clock_of. destruct (find _ _) as [q|] eqn:F.
  - apply find_some in F as [Hq F]. apply in_seq in Hq.
    destruct (nth_error tr q) as [j|] eqn:Hj; [|discriminate].
    apply andb_prop in F as [Ej Et]. apply Nat.eqb_eq in Ej, Et.
    assert (O : ordinal tr q a t) by (exists j; repeat split; auto).
    assert (Hl : nth_error l q = Some (nth q l [])) by (apply nth_error_nth'; lia).
    rewrite (sofar _ _ Hl e u). split; [eauto|].
    intros [->|(q' & O' & C)]; [apply certain_zero|].
    eapply certain_up; [exact O'|exact O|lia|exact C].
  - simpl. split; [lia|]. intros [->|(q & (j & Hq & Ej & Et) & C)]; [lia|exfalso].
    assert (Lq : q < length l) by (apply (before_lt_inv tr a); lia).
    pose proof (find_none _ _ F q ltac:(apply in_seq; lia)) as X. cbv beta in X.
    unfold at_ in Hq. rewrite Hq in X. subst. rewrite !Nat.eqb_refl in X. discriminate.
Qed.

Lemma clock_of_out : forall a t e, ~ In e es -> component (clock_of l a t) e = 0.
Proof.
  intros a t e N. unfold clock_of. destruct (find _ _) as [q|] eqn:F; [|reflexivity].
  apply find_some in F as [Hq _]. apply in_seq in Hq.
  assert (Hl : nth_error l q = Some (nth q l [])) by (apply nth_error_nth'; lia).
  eapply right_out; [|exact (sofar _ _ Hl)|exact N]. lia.
Qed.

Lemma clock_at_right : forall i, at_ tr (length l) i -> right_at (length l) (clock_at l i).
Proof.
  intros i Hi. set (p := length l). pose proof (backward_can tr W back p short) as K.
  (* what the fold over some of the waits brings *)
  assert (X : forall ws, incl ws (W p) -> forall e u,
    u <= component (gather l (clock_of l (eng i) (before tr (eng i) p)) ws) e <->
    u = 0 \/
    (exists q, ordinal tr q (eng i) (before tr (eng i) p) /\ Certain tr W q e u) \/
    (exists a t, In (a, t) ws /\ ((a = e /\ u <= t) \/ exists q, ordinal tr q a t /\ Certain tr W
      q e u))).
  { induction ws as [|[a t] ws IH]; intros Inc e u.
    - simpl. unfold p at 1. rewrite clock_of_spec by (unfold p; lia). split.
      + intros [->|H]; auto.
      + intros [->|[H|(a & t & [] & _)]]; auto.
    - assert (Bt : t <= before tr a p) by (apply back; [exact short|apply Inc; now left]).
      specialize (IH (fun x H => Inc x (or_intror H)) e u). cbn [gather].
      set (acc := gather l _ ws) in *.
      destruct (in_dec Nat.eq_dec e es) as [Hin|Nin].
      + rewrite at_join by auto. rewrite Nat.max_le_iff, IH, at_join by auto.
        rewrite Nat.max_le_iff, at_tabulate by auto. rewrite (clock_of_spec a t Bt e u). simpl.
        split.
        * intros [[H|[->|H]]|[->|[H|(a' & t' & H & Y)]]]; auto.
          -- destruct (Nat.eqb_spec e a) as [->|]; [|left; lia]. right. right. exists a, t. auto.
          -- right. right. exists a, t. auto.
          -- right. right. exists a', t'. auto.
        * intros [->|[H|(a' & t' & [E|H] & Y)]]; auto.
          -- injection E as -> ->. destruct Y as [[-> Y]|Y]; [|auto].
             rewrite Nat.eqb_refl. auto.
          -- right. right. right. eauto.
      + unfold join at 1. rewrite at_out by auto. split; [left; lia|].
        intros H. assert (u <= component acc e); [|].
        { apply IH. destruct H as [->|[H|(a' & t' & [E|H] & Y)]]; auto; [|right; right; eauto].
          injection E as -> ->. destruct Y as [[-> Y]|Y].
          - left. pose proof (count_out e Nin). pose proof (before_total tr e p). lia.
          - left. pose proof (clock_of_out a' t' e Nin) as Z.
            assert (u <= component (clock_of l a' t') e) by (apply clock_of_spec; auto). lia. }
        assert (Za : component acc e = 0); [|lia]. unfold acc. clear - Nin sofar short part back.
        destruct ws as [|[b r] ws]; [simpl; now apply clock_of_out|]. cbn [gather].
        unfold join at 1. now apply at_out. }
  intros e u. unfold clock_at. fold p. rewrite (X (W p) (incl_refl _) e u). split.
  - intros [->|[(q & (j & Hq & Ej & Et) & C)|(a & t & Hin & [[-> L]|(q & (j & Hq & Ej & Et)
      & C)])]].
    + apply certain_zero.
    + eapply (certain_order _ _ p q i j); eauto. apply (before_lt_inv tr (eng i)). lia.
    + eapply certain_less; [apply certain_wait; exact Hin|exact L].
    + eapply (certain_trans _ _ p q j); [|exact Hq|exact C]. subst a t. now apply certain_wait.
  - intros C. destruct (certain_inv tr W p e u C K i Hi) as [->|[(q & j & L & Hq & E & C')|H]];
      auto.
    right. left. pose proof (before_lt _ _ _ _ Hq L) as B. rewrite E in B.
    destruct (ordinal_ex tr (eng i) (before tr (eng i) p)) as [q' O'].
    { pose proof (before_total tr (eng i) p). lia. }
    exists q'. split; [exact O'|].
    eapply (certain_up tr W q q' (eng i) (S (before tr (eng i) q))); [|exact O'|lia|exact C'].
    exists j. auto.
Qed.

End One.

Lemma clocks_upto_spec : forall n, n <= length tr -> length (clocks_upto n) = n /\
  forall q v, nth_error (clocks_upto n) q = Some v -> right_at q v.
Proof.
  induction n as [|n IH]; intros L; simpl.
  - split; [reflexivity|]. intros [|q] v H; discriminate.
  - destruct IH as [Len R]; [lia|]. destruct (at_ex tr n L) as [i Hi].
    unfold at_ in Hi. rewrite Hi. split; [rewrite app_length; simpl; lia|].
    intros q v H. destruct (lt_dec q n) as [Lq|Nq].
    + rewrite nth_error_app1 in H by lia. eauto.
    + assert (q = n) as ->.
      { assert (q < length (clocks_upto n ++ [clock_at (clocks_upto n) i]))
          by (apply nth_error_Some; congruence).
        rewrite app_length in H0. simpl in H0. lia. }
      rewrite nth_error_app2, Len, Nat.sub_diag in H by lia. injection H as <-.
      pose proof (clock_at_right (clocks_upto n) R ltac:(lia) i) as X. rewrite Len in X.
      exact (X Hi).
Qed.

(** The pass computes the clocks. *)
Theorem clocks_spec : length clocks = length tr /\
  forall p v, nth_error clocks p = Some v -> Clock tr W p (component v).
Proof.
  destruct (clocks_upto_spec (length tr) (le_n _)) as [L R]. split; [exact L|].
  intros p v H. split; [|exact (R p v H)]. apply (backward_can tr W back).
  fold clocks in L. rewrite <- L. apply nth_error_Some. congruence.
Qed.

End Clocks.

(** ** The verdict on given waits *)

Section Decide.
Variable depth : engine -> nat.
Variable es : list engine.
Variable tr : trace.
Variable given : list (list (engine * nat)).   (* of each instance *)

Definition given_waits : waits := fun p => hold depth tr p ++ nth p given [].

Definition is_backward : bool :=
  forallb (fun p => forallb (fun w => snd w <=? before tr (fst w) p) (nth p given []))
          (seq 0 (length tr)).

Definition same_clock (u v : clock) : bool :=
  forallb (fun e => component u e =? component v e) es.

Definition decide : bool :=
  is_backward &&
  forallb (fun uv => same_clock (fst uv) (snd uv))
    (combine (clocks es tr given_waits) (clocks es tr (ideal_waits depth tr))).

Hypothesis part : takes_part es tr.
Hypothesis places : forall e, 1 <= depth e.

Theorem decide_exact : decide = true -> all_exact tr depth es given_waits (fun _ => []).
Proof.
  intros D. apply andb_prop in D as [B D].
  assert (Bk : backward tr given_waits).
  { intros p e t L H. apply in_app_or in H as [H|H]; [exact (hold_backward _ _ places _ _ _ H)|].
    unfold is_backward in B. rewrite forallb_forall in B.
    specialize (B p ltac:(apply in_seq; lia)). cbv beta in B. rewrite forallb_forall in B.
    specialize (B _ H). now apply Nat.leb_le in B. }
  pose proof (ideal_backward depth tr places) as Bi.
  destruct (clocks_spec es tr given_waits part Bk) as [L1 R1].
  destruct (clocks_spec es tr (ideal_waits depth tr) part Bi) as [L2 R2].
  apply exact_iff; auto; [intros p x H; apply in_or_app; now left|].
  split; [|split; [intros e a t _ []|]].
  - intros p L. destruct (nth_error (clocks es tr given_waits) p) as [v|] eqn:E; [eauto|].
    apply nth_error_None in E. lia.
  - intros p v u Cv Cu e.
    assert (L : p < length tr) by (destruct Cv as [[? i Hp _ _ _] _]; exact (at_lt _ _ _ Hp)).
    destruct (nth_error (clocks es tr given_waits) p) as [v'|] eqn:E1;
      [|apply nth_error_None in E1; lia].
    destruct (nth_error (clocks es tr (ideal_waits depth tr)) p) as [u'|] eqn:E2;
      [|apply nth_error_None in E2; lia].
    assert (S : component v' e = component u' e).
    { destruct (in_dec Nat.eq_dec e es) as [Hin|N].
      - rewrite forallb_forall in D. specialize (D (v', u')). simpl in D. unfold same_clock in D.
        rewrite forallb_forall in D. apply Nat.eqb_eq, D; [|exact Hin].
        clear - E1 E2. revert p E1 E2. generalize (clocks es tr (ideal_waits depth tr)) as b.
        induction (clocks es tr given_waits) as [|x a IH]; intros [|y b] [|p] E1 E2; simpl in *;
          try discriminate.
        + injection E1 as ->. injection E2 as ->. now left.
        + right. eapply IH; eauto.
      - rewrite (right_out es tr _ part Bk p v' e L (proj2 (R1 p v' E1)) N).
        now rewrite (right_out es tr _ part Bi p u' e L (proj2 (R2 p u' E2)) N). }
    assert (U : forall U x y, Clock tr U p x -> Clock tr U p y -> x e = y e).
    { intros U x y [_ Hx] [_ Hy]. apply Nat.le_antisymm; [apply Hy, Hx|apply Hx, Hy]; lia. }
    rewrite (U _ _ _ Cv (R1 p v' E1)), (U _ _ _ Cu (R2 p u' E2)). exact S.
Qed.

End Decide.

(** If the thresholds of a run are decided to be exact, the streams that compute them
    are bisimilar to the ideal system. *)
Definition given_by (l : list event) : list (list (engine * nat)) :=
  map (fun r => map (fun kt => (k_eng (fst kt), snd kt)) (snd r)) (thresholds_of l).

Lemma given_by_streams : forall p l q, given_waits (depth p) (map fst l) (given_by l)
  q = stream_waits p l q.
Proof.
  intros p l q. unfold given_waits, stream_waits. f_equal. unfold given_by.
  destruct (nth_error l q) as [[i ws]|] eqn:E.
  - pose proof (thresholds_of_spec _ _ _ _ E) as T.
    apply (map_nth_error (fun r => map (fun kt => (k_eng (fst kt), snd kt)) (snd r))) in T.
    rewrite (nth_error_nth _ _ _ T). simpl. now rewrite map_map.
  - apply nth_overflow. rewrite map_length. apply nth_error_None in E. unfold thresholds_of.
    enough (X : forall r, length (thresholds_from r l) = length l) by (rewrite X; exact E).
    clear. induction l as [|[i ws] l IH]; intros r; simpl; auto.
Qed.

Theorem decide_bisimilar : forall p inp l, runs p inp l -> (forall e, 1 <= depth p e) ->
  decide (depth p) (engines p) (map fst l) (given_by l) = true ->
  bisimilar (ideal_step (depth p) (map fst l)) (stream_step p inp) init (begin p inp).
Proof.
  intros p inp l R D H.
  pose proof (decide_exact _ _ _ _ (runs_take_part _ _ _ R) D H) as E.
  apply exact_covers in E as [C1 C2]; auto.
  2: { eapply runs_take_part; eauto. }
  2: { intros q x Hx. apply in_or_app. now left. }
  eapply bisimilar_if_covered; eauto. split.
  - eapply covers_trans; [exact C2|]. intros q e t L Hq. apply certain_wait.
    now rewrite given_by_streams.
  - eapply covers_trans; [|exact C1]. intros q e t L Hq. apply certain_wait.
    now rewrite <- given_by_streams.
Qed.
