(** * Streams that anyone made, held against the method

    What this is: what the reference does with the streams of [dynamic].  Their waits
    need not be those of [all_waits]: one may be left out, or name an older completion
    where the path makes both certain.

    Plan.
    - [judge]: each wait names the threshold of a key that its instance needs, or a
      completion that is certain without it; each needed key is waited for or certain.
    - [until p]: what makes it certain: the waits before [p], and those of [p] that name
      thresholds it needs (the waits of one instance may stand in any order).
    - [judge_covers]: by induction over the run all that the streams wait for is certain
      in the ideal system ([wait_ideal]); and what that waits for is certain in them,
      since every needed key is.
    - [accepted_exact]: what is judged well is exact. *)

From Coq Require Import List ZArith Arith Bool Lia.
From Tidemark Require Import Program Trace System Ideal Registers Streams Bisimulation Annotate
  Progress Clock Least Clocks Compute.
Import ListNotations.

Inductive mark :=
| Named      (* a threshold that the method computes for this instance *)
| Already    (* certain without it *)
| Wrong.

Definition right (m : mark) : bool := match m with Wrong => false | _ => true end.

(** Of each instance: its waits, and the keys that it needs. *)
Definition all_right (l : list (list mark * list mark)) : bool :=
  forallb (fun m => forallb right (fst m) && forallb right (snd m)) l.

Section Judge.
Variable es : list engine.
Variable depth : engine -> nat.
Variable rows : list (inst * list (key * nat)).   (* of [thresholds_of] *)
Variable given : list (list (engine * nat)).      (* what the streams wait for, in order *)
Let tr : trace := map fst rows.
Let W : waits := given_waits depth tr given.

Definition same_wait (kt : key * nat) (w : engine * nat) : bool :=
  (k_eng (fst kt) =? fst w) && (snd kt =? snd w).

Definition is_named (r : inst * list (key * nat)) (w : engine * nat) : bool :=
  existsb (fun kt => same_wait kt w) (snd r).

(** The waits before [p], and of [p] those that name a threshold it needs. *)
Definition until (p : nat) (r : inst * list (key * nat)) : waits := fun q =>
  if q <? p then W q
  else if q =? p then hold depth tr p ++ filter (is_named r) (nth p given []) else [].

(** [l] are the clocks before [p]. *)
Definition judge_wait (l : list clock) (r : inst * list (key * nat)) (w : engine * nat) : mark :=
  if is_named r w then Named
  else if snd w <=? component (clock_at es tr (until (length l) r) l (fst r)) (fst w)
  then Already else Wrong.

Definition judge_key (v : clock) (ws : list (engine * nat)) (kt : key * nat) : mark :=
  if existsb (same_wait kt) ws then Named
  else if snd kt <=? component v (k_eng (fst kt)) then Already else Wrong.

Fixpoint numbered {A B} (f : nat -> A -> B) (k : nat) (l : list A) : list B :=
  match l with [] => [] | a :: l => f k a :: numbered f (S k) l end.

Definition judge_row (cs : list clock) (p : nat) (r : inst * list (key * nat))
  : list mark * list mark :=
  let ws := nth p given [] in
  (map (judge_wait (firstn p cs) r) ws, map (judge_key (nth p cs []) ws) (snd r)).

Definition judge : list (list mark * list mark) :=
  numbered (judge_row (clocks es tr W)) 0 rows.

Definition judged_well : bool := all_right judge.

Lemma numbered_nth : forall {A B} (f : nat -> A -> B) l k n a,
  nth_error l n = Some a -> nth_error (numbered f k l) n = Some (f (k + n) a).
Proof.
  induction l as [|b l IH]; intros k [|n] a H; simpl in *; try discriminate.
  - injection H as ->. now rewrite Nat.add_0_r.
  - rewrite (IH (S k) n a H). f_equal. f_equal. lia.
Qed.

Lemma numbered_all : forall {A B} (test : B -> bool) (f : nat -> A -> B) l n a,
  forallb test (numbered f 0 l) = true -> nth_error l n = Some a -> test (f n a) = true.
Proof.
  intros A B test f l n a F H. rewrite forallb_forall in F. apply F.
  eapply nth_error_In. exact (numbered_nth f l 0 n a H).
Qed.

(** ** What is judged well *)

(** A prefix of the clocks depends on the waits of that prefix only. *)
Lemma clocks_upto_same : forall V U n, (forall q, q < n -> V q = U q) -> n <= length tr ->
  clocks_upto es tr V n = clocks_upto es tr U n.
Proof.
  induction n as [|n IH]; intros E L; [reflexivity|]. simpl.
  rewrite (IH (fun q Lq => E q ltac:(lia)) ltac:(lia)).
  destruct (nth_error tr n); [|reflexivity]. unfold clock_at.
  assert (X : length (clocks_upto es tr U n) = n).
  { clear - L. induction n as [|n IH]; [reflexivity|]. simpl.
    destruct (nth_error tr n) eqn:En; [rewrite app_length, IH by lia; simpl; lia|].
    apply nth_error_None in En. lia. }
  now rewrite X, (E n) by lia.
Qed.

Lemma clocks_upto_length : forall V n, n <= length tr -> length (clocks_upto es tr V n) = n.
Proof.
  intros V. induction n as [|n IH]; intros L; [reflexivity|]. simpl.
  destruct (nth_error tr n) eqn:En; [rewrite app_length, IH by lia; simpl; lia|].
  apply nth_error_None in En. lia.
Qed.

Lemma firstn_clocks : forall V n m, n <= m -> m <= length tr ->
  firstn n (clocks_upto es tr V m) = clocks_upto es tr V n.
Proof.
  intros V n m L. induction L as [|m L IH]; intros Lm.
  - apply firstn_all2. rewrite clocks_upto_length by lia. lia.
  - simpl. destruct (nth_error tr m); [|apply IH; lia].
    rewrite firstn_app, clocks_upto_length by lia.
    replace (n - m) with 0 by lia. simpl. rewrite app_nil_r. apply IH. lia.
Qed.

Hypothesis part : takes_part es tr.
Hypothesis places : forall e, 1 <= depth e.
(** The thresholds of [rows] are those of the keys that each instance needs. *)
Hypothesis thresholds : forall p i kts, nth_error rows p = Some (i, kts) ->
  (forall k t, In (k, t) kts -> key_needed i k /\ t = value tr p k) /\
  (forall k, In (k_eng k) es -> key_needed i k -> In (k, value tr p k) kts).
Hypothesis well : judged_well = true.

Let I : waits := ideal_waits depth tr.

Lemma row_at : forall p i kts, nth_error rows p = Some (i, kts) -> at_ tr p i.
Proof. intros p i kts H. exact (map_nth_error fst _ _ H). Qed.

Lemma row_well : forall p r, nth_error rows p = Some r ->
  forallb right (fst (judge_row (clocks es tr W) p r)) = true /\
  forallb right (snd (judge_row (clocks es tr W) p r)) = true.
Proof.
  intros p r H. apply andb_prop. unfold judged_well, all_right, judge in well.
  exact (numbered_all _ _ _ _ _ well H).
Qed.

(** What the ideal system is certain of lies before. *)
Lemma certain_before : forall V, backward tr V -> forall p e t, Certain tr V p e t ->
  p < length tr -> t <= before tr e p.
Proof.
  intros V B p e t H.
  induction H as [p e t H|p e|p e t t' _ IH Le|p q i j e t Lq Hp Hq E _ IH
                 |p q j e t _ IH1 Hq _ IH2]; intros L.
  - exact (B _ _ _ L H).
  - lia.
  - specialize (IH L). lia.
  - specialize (IH ltac:(lia)). pose proof (before_mono tr e q p ltac:(lia)). lia.
  - specialize (IH1 L).
    assert (Lq : q < p) by (apply (before_lt_inv tr (eng j)); lia).
    specialize (IH2 ltac:(lia)). pose proof (before_mono tr e q p ltac:(lia)). lia.
Qed.

Lemma hold_ideal : forall p e t, In (e, t) (hold depth tr p) -> Certain tr I p e t.
Proof. intros p e t H. apply certain_wait. apply in_or_app. now left. Qed.

(** The threshold of a needed key is that of a dependence. *)
Lemma named_ideal : forall p r e t, nth_error rows p = Some r ->
  is_named r (e, t) = true -> Certain tr I p e t.
Proof.
  intros p [i kts] e t H X. pose proof (row_at _ _ _ H) as Hp.
  apply existsb_exists in X as ([q u] & Hk & X). unfold same_wait in X. simpl in X, Hk.
  apply andb_prop in X as [X1 X2]. apply Nat.eqb_eq in X1, X2. subst e u.
  destruct (proj1 (thresholds p i kts H) q t Hk) as [N ->].
  destruct (Nat.eq_dec (value tr p q) 0) as [->|V]; [apply certain_zero|].
  apply certain_wait. apply in_or_app. right. apply needs_waits.
  exact (key_in_need tr p i q Hp N V).
Qed.

(** The induction: what is waited for before [p] is certain in the ideal system, so
    what [p] waits for is. *)
Lemma wait_ideal : forall p i kts e t, nth_error rows p = Some (i, kts) ->
  In (e, t) (nth p given []) -> covers tr I (until p (i, kts)) -> Certain tr I p e t.
Proof.
  intros p i kts e t H Hw C.
  pose proof (row_at _ _ _ H) as Hp. pose proof (at_lt _ _ _ Hp) as L.
  destruct (row_well _ _ H) as [F _]. simpl in F. rewrite forallb_forall in F.
  specialize (F _ (in_map _ _ _ Hw)). unfold judge_wait in F. cbn [fst snd] in F.
  destruct (is_named (i, kts) (e, t)) eqn:X; [exact (named_ideal _ _ _ _ H X)|].
  destruct (t <=? _) eqn:T; [|discriminate]. apply Nat.leb_le in T.
  assert (B : backward tr (until p (i, kts))).
  { intros q a u Lq Hin. exact (certain_before I (ideal_backward depth tr places) _ _ _
      (C q a u Lq Hin) Lq). }
  unfold clocks in T. rewrite (firstn_clocks W p (length tr)) in T by lia.
  assert (E : clocks_upto es tr W p = clocks_upto es tr (until p (i, kts)) p).
  { apply clocks_upto_same; [|lia]. intros q Lq. unfold until.
    apply Nat.ltb_lt in Lq. now rewrite Lq. }
  rewrite clocks_upto_length, E in T by lia.
  destruct (clocks_upto_spec es tr _ part B p ltac:(lia)) as [Ln R].
  pose proof (clock_at_right es tr _ part B _ R ltac:(lia) i) as Z.
  rewrite Ln in Z. apply (Z Hp) in T.
  eapply covers_certain; [exact C|exact L|exact T].
Qed.

Lemma given_ideal : forall p, p < length tr -> forall e t, In (e, t) (W p) -> Certain tr I p e t.
Proof.
  induction p as [p IH] using lt_wf_ind. intros L e t Hin.
  destruct (nth_error rows p) as [[i kts]|] eqn:H.
  2: { apply nth_error_None in H. unfold tr in L. rewrite map_length in L. lia. }
  unfold W, given_waits in Hin. apply in_app_or in Hin as [Hin|Hin]; [now apply hold_ideal|].
  apply (wait_ideal p i kts e t H Hin). intros q a u Lq X. unfold until in X.
  destruct (Nat.ltb_spec q p) as [Lt|Ge]; [exact (IH q Lt Lq a u X)|].
  destruct (Nat.eqb_spec q p) as [->|]; [|destruct X].
  apply in_app_or in X as [X|X]; [now apply hold_ideal|].
  apply filter_In in X as [_ X]. exact (named_ideal _ _ _ _ H X).
Qed.

Theorem judge_covers : covers tr I W /\ covers tr W I.
Proof.
  assert (C : covers tr I W) by (intros p e t L; now apply given_ideal).
  split; [exact C|].
  assert (B : backward tr W).
  { intros p e t L Hin. exact (certain_before I (ideal_backward depth tr places) _ _ _
      (C p e t L Hin) L). }
  intros p e t L Hin. apply in_app_or in Hin as [Hin|Hin].
  - apply certain_wait. apply in_or_app. now left.
  - apply needs_waits in Hin as (a & Hn & j & Ha & <- & ->).
    destruct (nth_error rows p) as [[i kts]|] eqn:H.
    2: { apply nth_error_None in H. unfold tr in L. rewrite map_length in L. lia. }
    pose proof (row_at _ _ _ H) as Hp.
    destruct (need_in_key _ _ _ _ _ Hn Hp Ha) as (k & Ek & Nk & V). rewrite <- Ek in *.
    eapply certain_less; [|exact V].
    assert (Hk : In (k, value tr p k) kts).
    { apply (thresholds p i kts H); [|exact Nk]. rewrite Ek. exact (part _ _ Ha). }
    destruct (row_well _ _ H) as [_ F]. simpl in F. rewrite forallb_forall in F.
    specialize (F _ (in_map (judge_key _ _) _ _ Hk)). unfold judge_key in F. simpl in F.
    destruct (existsb _ _) eqn:X.
    + apply existsb_exists in X as ([e' t'] & Hw & X). unfold same_wait in X. simpl in X.
      apply andb_prop in X as [X1 X2]. apply Nat.eqb_eq in X1, X2. subst e' t'.
      apply certain_wait. apply in_or_app. now right.
    + destruct (_ <=? _) eqn:T; [|discriminate]. apply Nat.leb_le in T.
      destruct (clocks_spec es tr W part B) as [Ln R].
      assert (Z : nth_error (clocks es tr W) p = Some (nth p (clocks es tr W) []))
        by (apply nth_error_nth'; lia).
      exact (proj1 (proj2 (R p _ Z) _ _) T).
Qed.

Lemma given_backward : backward tr W.
Proof.
  intros p e t L H. exact (certain_before I (ideal_backward depth tr places) _ _ _
    (given_ideal p L e t H) L).
Qed.

(** What is judged well is exact, whatever the streams wait for at their ends, if there
    are so many completions. *)
Theorem well_exact : forall trailing,
  (forall e a t, In e es -> In (a, t) (trailing e) -> t <= count a tr) ->
  all_exact tr depth es W trailing.
Proof.
  intros trailing Tc. destruct judge_covers as [C1 C2].
  apply exact_iff; auto; [intros p x H; apply in_or_app; now left|].
  split; [|split; [exact Tc|]].
  - intros p L. apply clock_exists. now apply (backward_can tr W given_backward).
  - intros p v u [K Hv] [_ Hu] e.
    assert (L : p < length tr) by (destruct K as [? i Hp _ _ _]; exact (at_lt _ _ _ Hp)).
    apply Nat.le_antisymm; [apply Hu|apply Hv];
      (eapply covers_certain; [eassumption|exact L|]); [apply Hv|apply Hu]; lia.
Qed.

End Judge.

(** ** For the streams of a program

    [l] is the run of [p] with all its waits, [given] what streams wait for before each
    instance, in order, and [ends] at their ends. *)
Definition judge_streams (p : program) (l : list event) (given : list (list (engine * nat)))
  : list (list mark * list mark) :=
  judge (engines p) (depth p) (thresholds_of l) given.

Definition ends_hold (tr : trace) (ends : list (engine * nat)) : bool :=
  forallb (fun w => snd w <=? count (fst w) tr) ends.

Definition accepted (p : program) (l : list event) (given : list (list (engine * nat)))
  (ends : list (engine * nat)) : bool :=
  all_right (judge_streams p l given) && ends_hold (map fst l) ends.

Lemma thresholds_run : forall l, map fst (thresholds_of l) = map fst l.
Proof.
  intros l. unfold thresholds_of. generalize regs0 as r.
  induction l as [|[i ws] l IH]; intros r; simpl; [reflexivity|]. f_equal. apply IH.
Qed.

Lemma thresholds_right : forall p inp l, runs (all_waits p) inp l ->
  forall n i kts, nth_error (thresholds_of l) n = Some (i, kts) ->
  (forall k t, In (k, t) kts -> key_needed i k /\ t = value (map fst l) n k) /\
  (forall k, In (k_eng k) (engines p) -> key_needed i k -> In (k, value (map fst l) n k) kts).
Proof.
  intros p inp l R n i kts H. destruct (all_waits_complete _ _ _ R) as [N C].
  destruct (nth_error l n) as [[j ws]|] eqn:E.
  2: { apply nth_error_None in E. assert (X : n < length (thresholds_of l))
         by (apply nth_error_Some; congruence).
       rewrite <- (map_length fst), thresholds_run, map_length in X. lia. }
  pose proof (nth_error_In _ _ E) as Hin.
  rewrite (thresholds_of_spec _ _ _ _ E) in H. injection H as <- <-. split.
  - intros k t Hk. apply in_map_iff in Hk as (k' & Ek & Hk). injection Ek as -> <-.
    split; [exact (N _ _ _ Hin Hk)|reflexivity].
  - intros k He Hk. apply in_map_iff. exists k. split; [reflexivity|].
    exact (C _ _ _ Hin He Hk).
Qed.

Theorem accepted_exact : forall p inp l given ends,
  runs (all_waits p) inp l -> (forall e, 1 <= depth p e) -> accepted p l given ends = true ->
  all_exact (map fst l) (depth p) (engines p)
            (given_waits (depth p) (map fst l) given) (fun _ => ends).
Proof.
  intros p inp l given ends R D A. apply andb_prop in A as [A F].
  unfold ends_hold in F. rewrite forallb_forall in F.
  pose proof (runs_take_part _ _ _ R) as T. simpl in T.
  assert (X := well_exact (engines p) (depth p) (thresholds_of l) given).
  rewrite thresholds_run in X. apply X; auto.
  - exact (thresholds_right p inp l R).
  - intros _ a t _ Hin. apply Nat.leb_le. exact (F (a, t) Hin).
Qed.
