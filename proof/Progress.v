(** * Progress: no deadlock, and every run ends

    What this is: the first half of theorem 3.

    Plan.
    - [system_progress]: with waits that name earlier instances only, a state of the
      system that is not finished has a step.  If nothing is in flight, the first
      instance of the run that has not issued can: all before it is complete.
    - [streams_backward]: the thresholds of streams always name earlier instances,
      whichever waits they keep.
    - [progress]: a reachable state of the streams has a step or has ended.  A step
      of the system is matched by the streams; once all is complete, every stream
      has a silent step or is at its end.
    - [termination]: a measure falls with every step: three for each step of control
      left, one for an own control read under way, one for each instance in
      flight. *)

From Coq Require Import List ZArith Arith Bool Lia.
From Tidemark Require Import Program Trace System Ideal Registers Streams Bisimulation.
Import ListNotations.

(** ** The system *)

Section System.
Variable tr : trace.

Definition finished (s : st) : Prop := forall e, iss s e = count e tr /\ don s e = count e tr.

(** The first instance that has not issued, if any. *)
Lemma first_waiting : forall s n, n <= length tr ->
  (forall q j, q < n -> at_ tr q j -> issued tr s q j) \/
  (exists p i, at_ tr p i /\ ~ issued tr s p i /\
     forall q j, q < p -> at_ tr q j -> issued tr s q j).
Proof.
  intros s. induction n as [|n IH]; intros L; [left; lia|].
  destruct IH as [H|H]; [lia| |now right].
  destruct (at_ex tr n L) as [i Hi].
  destruct (lt_dec (before tr (eng i) n) (iss s (eng i))) as [B|B].
  - left. intros q j Lq Hj. destruct (Nat.eq_dec q n) as [->|]; [|apply H; auto; lia].
    rewrite (at_fun _ _ _ _ Hj Hi). split; auto.
  - right. exists n, i. split; [auto|]. split; [intros [_ X]; lia|auto].
Qed.

Lemma issued_before : forall s p,
  (forall q j, q < p -> at_ tr q j -> issued tr s q j) -> forall e, before tr e p <= iss s e.
Proof.
  intros s p H e. destruct (le_lt_dec (before tr e p) (iss s e)) as [|L]; [auto|].
  destruct (before_find _ _ _ _ L) as (q & j & Lq & Hj & <- & E).
  destruct (H q j Lq Hj) as [_ X]. lia.
Qed.

Theorem system_progress : forall W es s,
  backward tr W -> takes_part es tr -> bounded tr s ->
  finished s \/ exists l s', step tr W s l s'.
Proof.
  intros W es s Bk T [HD HI].
  destruct (Exists_dec (fun e => don s e < iss s e) es
              (fun e => lt_dec (don s e) (iss s e))) as [X|X].
  { apply Exists_exists in X as (e & _ & L). right. eexists _, _. apply step_done. exact L. }
  assert (D : forall e, don s e = iss s e).
  { intros e. destruct (Nat.eq_dec (don s e) (iss s e)) as [|N]; [auto|].
    specialize (HD e). specialize (HI e).
    destruct (total_find tr e 0) as (p & i & Hp & <- & _); [lia|].
    exfalso. apply X, Exists_exists. exists (eng i). split; [exact (T p i Hp)|lia]. }
  destruct (first_waiting s (length tr) (le_n _)) as [H|(p & i & Hp & N & H)].
  - left. intros e. rewrite D. pose proof (issued_before s (length tr) H e) as B.
    rewrite before_length in B by lia. specialize (HI e). lia.
  - right. pose proof (issued_before s p H) as B.
    assert (E : before tr (eng i) p = iss s (eng i)).
    { specialize (B (eng i)). unfold issued in N.
      destruct (lt_dec (before tr (eng i) p) (iss s (eng i))); [tauto|lia]. }
    eexists _, _. apply (step_issue _ _ _ p i). split; [split; auto|].
    intros e t Hin. pose proof (Bk p e t (at_lt _ _ _ Hp) Hin).
    rewrite D. specialize (B e). lia.
Qed.

End System.

(** ** The streams *)

Section Streams.
Variable p : program.
Variable inp : inputs.
Variable evs : list event.
Hypothesis run : runs p inp evs.
Hypothesis places : forall e, 1 <= depth p e.   (* at least one in flight *)
Let tr : trace := map fst evs.

(** A run has ended when every stream has come to its end and every instance has
    completed. *)
Definition ended (s : state) : Prop :=
  finished tr (base s) /\
  forall f, In f (engines p) -> todo (at_engine s f) = [] /\ landing (at_engine s f) = false.

Lemma streams_backward : backward tr (stream_waits p evs).
Proof.
  intros q e t L H. unfold stream_waits in H. apply in_app_or in H as [H|H].
  - exact (hold_backward _ _ places _ _ _ H).
  - destruct (nth_error evs q) as [[i ws]|]; [|destruct H].
    apply in_map_iff in H as (k & E & _). injection E as <- <-.
    apply value_le. fold tr. lia.
Qed.

(** Once all has completed, a stream is at its end or has a silent step. *)
Lemma stream_end : forall s f, placed p inp evs s -> finished tr (base s) ->
  In f (engines p) ->
  (todo (at_engine s f) = [] /\ landing (at_engine s f) = false) \/
  exists s', stream_step p inp s None s'.
Proof.
  intros s f P F Hf. destruct (P f Hf) as (n & m & S). destruct (F f) as [Fi Fd].
  destruct (at_engine s f) as [k v r g] eqn:El. pose proof S as [A1 A2 A3 A4 A5 A6].
  simpl in *. fold tr in A1, A4.
  assert (Q : forall l', quiet p inp f (don (base s)) (Local k v r g) l' ->
                         exists s', stream_step p inp s None s').
  { intros l' H. eexists. apply (stream_quiet _ _ _ f l' Hf). now rewrite El. }
  destruct g.
  - right. eapply Q. constructor. rewrite A3, cnt_spec. fold tr. lia.
  - inversion A2 as [|m' c k1 v1 k' v' ev l E Wk]; subst; [now left|]. right.
    destruct ev as [[i ws]|]; [|eapply Q; econstructor; exact E].
    eapply Q. eapply quiet_pass; [exact E|]. intros Ei.
    destruct (stands_event p inp evs _ _ _ _ _ _ _ _ _ _ _ _ _ S E) as [A _].
    pose proof (before_at_total _ _ _ (at_event _ _ _ _ A)) as B. rewrite Ei in B. fold tr in B.
    lia.
Qed.

(** *** Theorem 3, first half: no reachable state is stuck. *)
Theorem progress : forall s, stream_reach p inp s ->
  ended s \/ exists l s', stream_step p inp s l s'.
Proof.
  intros s Rs. pose proof (reach_related p inp evs run s Rs) as R.
  pose proof R as (_ & Rb & P).
  destruct (system_progress tr _ (engines p) (base s) streams_backward
              (runs_take_part _ _ _ run) (reach_bounded _ _ _ Rb)) as [F|(l & b' & H)].
  - assert (X : (forall f, In f (engines p) ->
                  todo (at_engine s f) = [] /\ landing (at_engine s f) = false) \/
                exists s', stream_step p inp s None s').
    { generalize (fun f => stream_end s f P F).
      induction (engines p) as [|f es IH]; intros H; [left; intros f []|].
      destruct (H f (or_introl eq_refl)) as [E|E]; [|now right].
      destruct IH as [IH|IH]; [intros g Hg; apply H; now right| |now right].
      left. intros g [->|Hg]; auto. }
    destruct X as [X|[s' X]]; [left; split; auto|right; eauto].
  - right. destruct (related_forth p inp evs run _ _ _ _ R H) as (u & s' & B & St & _).
    inversion B; subst; eauto.
Qed.

(** ** Every run ends *)

Inductive path : nat -> state -> state -> Prop :=
| path_none : forall s, path 0 s s
| path_step : forall n s l u v, stream_step p inp s l u -> path n u v -> path (S n) s v.

Definition weight (s : state) (m : nat) (f : engine) : nat :=
  3 * m + (if landing (at_engine s f) then 1 else 0) + (iss (base s) f - don (base s) f).

Definition total (s : state) (m : engine -> nat) : nat :=
  list_sum (map (fun f => weight s (m f) f) (engines p)).

(** [m f] steps of control are left to the stream of [f]. *)
Definition left_to_walk (s : state) (m : engine -> nat) : Prop :=
  forall f, In f (engines p) -> exists n, stands p inp evs f (base s) (at_engine s f) n (m f).

Lemma sum_lt : forall (g h : engine -> nat) es f, In f es ->
  (forall e, g e <= h e) -> g f < h f -> list_sum (map g es) < list_sum (map h es).
Proof.
  intros g h es f Hin Le Lt.
  assert (W : forall l, list_sum (map g l) <= list_sum (map h l)).
  { induction l as [|e l IH]; simpl; [lia|]. specialize (Le e). lia. }
  induction es as [|e es IH]; [destruct Hin|]. simpl. destruct Hin as [->|Hin].
  - specialize (W es). lia.
  - specialize (IH Hin). specialize (Le e). lia.
Qed.

Lemma left_upd : forall s s' m f m' n,
  left_to_walk s m ->
  (forall e, e <> f -> iss (base s') e = iss (base s) e) ->
  (forall e, don (base s) e <= don (base s') e) ->
  (forall e, e <> f -> at_engine s' e = at_engine s e) ->
  stands p inp evs f (base s') (at_engine s' f) n m' -> left_to_walk s' (upd m f m').
Proof.
  intros s s' m f m' n L Hi Hd Ha S e He. destruct (Nat.eq_dec e f) as [->|N].
  - exists n. now rewrite upd_same.
  - destruct (L e He) as (n' & S'). exists n'. rewrite upd_other, (Ha e N) by auto.
    eapply stands_base; [| |exact S']; auto.
Qed.

Lemma step_falls : forall s l s' m,
  bounded tr (base s) -> left_to_walk s m -> stream_step p inp s l s' ->
  exists m', left_to_walk s' m' /\ total s' m' < total s m.
Proof.
  intros s l s' m [HD HI] L H.
  destruct H as [f l' Hf Q|c k v r k' v' i ws Hi El E M F|e Lt].
  - destruct (L f Hf) as (n & S).
    destruct (stands_quiet p inp evs _ _ _ _ _ _ S Q) as (n' & m' & S' & Lt).
    exists (upd m f m'). split.
    + eapply left_upd; eauto; simpl; intros; [now apply upd_other|].
      rewrite upd_same. exact S'.
    + apply (sum_lt _ _ _ f Hf); unfold weight;
        cbn [landing at_engine base issue_next complete_next iss don].
      * intros e. unfold upd. destruct (Nat.eqb_spec e f) as [->|]; [|lia].
        destruct (landing l'), (landing (at_engine s f)); lia.
      * rewrite !upd_same. destruct (landing l'), (landing (at_engine s f)); lia.
  - destruct (L (eng i) Hi) as (n & S). rewrite El in S.
    destruct (stands_issue p inp evs _ _ _ _ _ _ _ _ _ _ _ S E) as (m' & Em & S').
    assert (X : 3 * m' + (if ctl i then 1 else 0) + (Datatypes.S (iss (base s) (eng i))
      - don (base s) (eng i))
                < weight s (m (eng i)) (eng i)).
    { unfold weight. rewrite El. cbn [landing]. specialize (HD (eng i)). destruct (ctl i); lia. }
    exists (upd m (eng i) m'). split.
    + eapply left_upd; eauto; simpl; intros; try (now apply upd_other).
      rewrite upd_same. exact S'.
    + apply (sum_lt _ _ _ (eng i) Hi); unfold weight in *;
        cbn [landing at_engine base issue_next complete_next iss don].
      * intros e. unfold upd. destruct (Nat.eqb_spec e (eng i)) as [->|]; cbn [landing]; lia.
      * rewrite !upd_same. cbn [landing]. lia.
  - assert (He : In e (engines p)).
    { specialize (HI e). destruct (total_find tr e 0) as (q & i & Hq & <- & _); [lia|].
      exact (runs_take_part _ _ _ run q i Hq). }
    exists m. split.
    + intros f Hf. destruct (L f Hf) as (n & S). exists n.
      eapply stands_base; [| |exact S]; simpl; [auto|]. unfold upd.
      destruct (Nat.eqb_spec f e); subst; lia.
    + apply (sum_lt _ _ _ e He); unfold weight;
        cbn [landing at_engine base issue_next complete_next iss don].
      * intros f. unfold upd. destruct (Nat.eqb_spec f e); subst; lia.
      * rewrite upd_same. lia.
Qed.

(** *** Theorem 3, second part: no run goes on for ever. *)
Theorem termination : exists bound, forall n s, path n (begin p inp) s -> n <= bound.
Proof.
  destruct run as [m0 H].
  assert (X : forall n s s', path n s s' -> stream_reach p inp s ->
              forall m, left_to_walk s m -> n <= total s m).
  { induction 1 as [|n s l u v St _ IH]; intros R m L; [lia|].
    destruct (reach_related p inp evs run s R) as (_ & Rb & _).
    destruct (step_falls s l u m (reach_bounded _ _ _ Rb) L St) as (m' & L' & Lt).
    specialize (IH (stream_reach_step _ _ _ _ _ R St) m' L'). lia. }
  exists (total (begin p inp) (fun _ => m0)). intros n s P.
  apply (X n _ _ P); [constructor|]. intros f _. exists 0. now apply begin_stands.
Qed.

End Streams.
