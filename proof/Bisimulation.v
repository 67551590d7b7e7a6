(** * The streams and the ideal system are bisimilar

    What this is: theorem 2, safety and minimal waiting at once.

    Plan.
    - [bisimilar]: weak bisimulation between a system without silent steps and
      one with them.
    - [streams_system]: whatever waits a program carries, its streams are bisimilar
      to the system of the waits that they compute ([stream_waits]).
      Forward, the stream of the issuing engine walks silently to the instance
      ([walk_to]); backward, [stands] says that what it issues is what is next.
    - [waits_exact]: the waits of the streams are certain in the ideal system and
      those of the ideal system in the streams.
    - [bisimilarity]: together.  [exact] says it in the words of the
      criterion. *)

From Coq Require Import List ZArith Arith Bool Lia.
From Tidemark Require Import Program Trace System Ideal Registers Streams.
Import ListNotations.

(** ** Weak bisimulation *)

Section Weak.
Context {S T : Type}.
Variable step1 : S -> label -> S -> Prop.
Variable step2 : T -> option label -> T -> Prop.

Inductive silent : T -> T -> Prop :=
| silent_none : forall t, silent t t
| silent_step : forall t u v, step2 t None u -> silent u v -> silent t v.

Record bisimulation (R : S -> T -> Prop) : Prop := {
  forth : forall s t l s', R s t -> step1 s l s' ->
    exists u t', silent t u /\ step2 u (Some l) t' /\ R s' t';
  back : forall s t l t', R s t -> step2 t (Some l) t' ->
    exists s', step1 s l s' /\ R s' t';
  back_silent : forall s t t', R s t -> step2 t None t' -> R s t'
}.

Definition bisimilar (s : S) (t : T) : Prop := exists R, bisimulation R /\ R s t.
End Weak.

(** ** The streams are the system of their waits *)

Section Bisim.
Variable p : program.
Variable inp : inputs.
Variable evs : list event.
Hypothesis run : runs p inp evs.
Let tr := map fst evs.
Let W := stream_waits p evs.

Definition related (b : st) (s : state) : Prop :=
  base s = b /\ reach tr W b /\ placed p inp evs s.

Lemma last_ctl_before : forall f n n', n <= length tr -> n' <= length tr ->
  before tr f n = before tr f n' ->
  last_ctl f (firstn n tr) false = true -> last_ctl f (firstn n' tr) false = true.
Proof.
  intros f n n' L L' E H. apply last_ctl_spec in H; [|auto].
  apply last_ctl_spec; [auto|]. rewrite <- E. exact H.
Qed.

Lemma set_same : forall s f l, placed p inp evs (State (base s) (upd (at_engine s) f l)) ->
  In f (engines p) -> exists n m, stands p inp evs f (base s) l n m.
Proof.
  intros s f l P Hf. destruct (P f Hf) as (n & m & H). simpl in H.
  rewrite upd_same in H. eauto.
Qed.

(** The stream of [f], which holds no wait before its next instance [q], walks
    silently until it stands before it.  By induction on the length of the walk
    that is left. *)
Lemma walk_to : forall m s q i n,
  related (base s) s -> next tr (base s) q i -> In (eng i) (engines p) ->
  stands p inp evs (eng i) (base s) (at_engine s (eng i)) n m ->
  landing (at_engine s (eng i)) = false ->
  exists u c k v r m', silent (stream_step p inp) s u /\ related (base s) u /\
    at_engine u (eng i) = Local (c :: k) v r false /\
    stands p inp evs (eng i) (base s) (Local (c :: k) v r false) q m' /\
    exists k' v' ws, walk_step (engines p) inp c v = Some (k', v', Some (i, ws)).
Proof.
  intros m. induction m as [m IH] using lt_wf_ind; intros s q i n R [Hq En] Hi S Ln.
  pose proof S as [A1 A2 A3 A4 A5 A6]. fold tr in A1, A3, A4, A5, A6.
  assert (Lq : n <= q).
  { destruct (le_lt_dec n q) as [|L]; [auto|]. pose proof (before_lt _ _ _ _ Hq L). lia. }
  destruct (at_engine s (eng i)) as [k v r g] eqn:El. simpl in *. subst g. clear A3.
  inversion A2 as [v1 E0 E1 E2 E3|m' c k1 v1 k' v' ev l E Wk E0 E1 E2 E3]; subst.
  - pose proof (at_lt _ _ _ Hq) as L. unfold tr in L. rewrite map_length in L.
    match goal with X : [] = skipn n evs |- _ =>
      apply (f_equal (@length _)) in X; rewrite skipn_length in X; simpl in X end. lia.
  - assert (next_state : forall l', quiet p inp (eng i) (don (base s)) (Local (c :: k1)
      v r false) l' ->
      landing l' = false ->
      exists u c k v r m', silent (stream_step p inp) s u /\ related (base s) u /\
        at_engine u (eng i) = Local (c :: k) v r false /\
        stands p inp evs (eng i) (base s) (Local (c :: k) v r false) q m' /\
        exists k' v' ws, walk_step (engines p) inp c v = Some (k', v', Some (i, ws))).
    { intros l' Q Ll.
      assert (St : stream_step p inp s None (State (base s) (upd (at_engine s) (eng i) l'))).
      { constructor; [auto|]. now rewrite El. }
      destruct R as (_ & Rb & P). pose proof (step_placed p inp evs _ _ _ P St) as P'.
      destruct (stands_quiet p inp evs _ _ _ _ _ _ S Q) as (n' & m2 & S' & Lt).
      simpl in Lt. rewrite Ll in Lt.
      set (s1 := State (base s) (upd (at_engine s) (eng i) l')) in *.
      assert (R1 : related (base s1) s1) by (split; auto).
      assert (E1 : at_engine s1 (eng i) = l') by (simpl; apply upd_same).
      destruct (IH m2 ltac:(lia) s1 q i n' R1 (conj Hq En) Hi) as
        (u & c' & k2 & v2 & r2 & m3 & B1 & B2 & B3); rewrite ?E1; auto.
      - exists u, c', k2, v2, r2, m3. split; [|split; auto].
        econstructor; [exact St|exact B1]. }
    destruct ev as [[j ws]|].
    + destruct (stands_event p inp evs _ _ _ _ _ _ _ _ _ _ _ _ _ S E) as [A _].
      pose proof (at_event _ _ _ _ A) as Hn.
      destruct (Nat.eq_dec n q) as [->|Nq].
      * assert (j = i) as -> by (eapply at_fun; eauto).
        exists s, c, k1, v, r, (Datatypes.S m'). split; [constructor|]. split; [exact R|].
        split; [exact El|]. split; [exact S|]. eauto.
      * apply (next_state (Local (k' ++ k1) v' (pass r j) false)); [|reflexivity].
        econstructor; [exact E|]. intros Ej.
        pose proof (before_lt _ _ _ _ Hn (Nat.lt_succ_diag_r n)) as B.
        pose proof (before_mono tr (eng i) (Datatypes.S n) q ltac:(lia)) as B'.
        fold tr in B. rewrite Ej in B. lia.
    + apply (next_state (Local (k' ++ k1) v' r false)); [|reflexivity].
      econstructor. exact E.
Qed.

(** ... also out of an own control read, once that has completed. *)
Lemma land : forall s q i n m,
  related (base s) s -> can_issue tr W (base s) q i -> In (eng i) (engines p) ->
  stands p inp evs (eng i) (base s) (at_engine s (eng i)) n m ->
  exists u n' m', silent (stream_step p inp) s u /\ related (base s) u /\
    stands p inp evs (eng i) (base s) (at_engine u (eng i)) n' m' /\
    landing (at_engine u (eng i)) = false.
Proof.
  intros s q i n m R [[Hq En] M] Hi S.
  destruct (at_engine s (eng i)) as [k v r g] eqn:El. destruct g.
  - set (l' := Local k v r false).
    assert (Q : quiet p inp (eng i) (don (base s)) (Local k v r true) l').
    { constructor. pose proof S as [A1 A2 A3 A4 A5 A6]. simpl in *. rewrite A3, cnt_spec.
      fold tr in A1, A4, A5. fold tr. rewrite <- A4.
      assert (C : last_ctl (eng i) (firstn q tr) false = true).
      { apply (last_ctl_before _ n q); auto; [|congruence].
        exact (Nat.lt_le_incl _ _ (at_lt _ _ _ Hq)). }
      rewrite <- En. apply M. unfold W, stream_waits, hold. apply in_or_app. left.
      fold tr. rewrite Hq. unfold hold_after. rewrite C. right. left. reflexivity. }
    assert (St : stream_step p inp s None (State (base s) (upd (at_engine s) (eng i) l'))).
    { constructor; [auto|]. now rewrite El. }
    destruct R as (_ & Rb & P). pose proof (step_placed p inp evs _ _ _ P St) as P'.
    destruct (set_same _ _ _ P' Hi) as (n' & m' & S').
    exists (State (base s) (upd (at_engine s) (eng i) l')), n', m'.
    split; [econstructor; [exact St|constructor]|]. simpl. rewrite upd_same.
    split; [split; auto|]. auto.
  - exists s, n, m. split; [constructor|]. split; [auto|]. rewrite El. auto.
Qed.

Lemma silent_app : forall {T} (step2 : T -> option label -> T -> Prop) a b c,
  silent step2 a b -> silent step2 b c -> silent step2 a c.
Proof. induction 1; intros; [auto|econstructor; eauto]. Qed.

(** The waits before an instance in the system are those that the stream makes. *)
Lemma met_waits : forall s q i c k v r m k' v' ws,
  stands p inp evs (eng i) s (Local (c :: k) v r false) q m ->
  walk_step (engines p) inp c v = Some (k', v', Some (i, ws)) ->
  (met s (W q) <->
   iss s (eng i) < don s (eng i) + depth p (eng i) /\
   forall x, In x ws -> reg r x <= don s (k_eng x)).
Proof.
  intros s q i c k v r m k' v' ws S E.
  destruct (stands_event p inp evs _ _ _ _ _ _ _ _ _ _ _ _ _ S E) as [A _].
  pose proof (at_event _ _ _ _ A) as Hq. pose proof S as [A1 A2 A3 A4 A5 A6]. simpl in *.
  pose proof (hold_met (depth p) tr s q i (conj Hq (eq_sym A4))) as H.
  unfold W, stream_waits. rewrite A. fold tr. subst r. split.
  - intros M. destruct H as [H _].
    destruct H as [F _]; [intros e t Hin; apply M; apply in_or_app; auto|].
    split; [exact F|]. intros x Hx. apply M. apply in_or_app. right.
    apply in_map_iff. exists x. auto.
  - intros [F M] e t Hin. apply in_app_or in Hin as [Hin|Hin].
    + apply H; [|exact Hin]. split; [exact F|]. intros a j Ha Ej Ea Cj. split; [auto|].
      rewrite Ej. destruct (A6) as [D|D]; [|discriminate|].
      * apply last_ctl_spec; [auto|]. exists a, j. auto.
      * fold tr in A4; lia.
    + apply in_map_iff in Hin as (x & Ex & Hx). injection Ex as <- <-. exact (M x Hx).
Qed.

Lemma related_back : forall b s l s', related b s -> stream_step p inp s (Some l) s' ->
  exists b', step tr W b l b' /\ related b' s'.
Proof.
  intros b s l s' (<- & Rb & P) H. pose proof (step_placed p inp evs _ _ _ P H) as P'.
  inversion H as [|c k v r k' v' i ws Hi El E M F|e L]; subst.
  - destruct (P (eng i) Hi) as (n & m & S). rewrite El in S.
    destruct (stands_event p inp evs _ _ _ _ _ _ _ _ _ _ _ _ _ S E) as [A _].
    assert (St : step tr W (base s) (Issue (eng i) (Datatypes.S (iss (base s) (eng i))) i)
                   (issue_next (base s) (eng i))).
    { apply (step_issue _ _ _ n). split.
      - split; [exact (at_event _ _ _ _ A)|]. symmetry. exact (stands_iss _ _ _ _ _ _ _ _ S).
      - apply (met_waits _ _ _ _ _ _ _ _ _ _ _ S E). auto. }
    exists (issue_next (base s) (eng i)). split; [exact St|]. split; [auto|].
    split; [econstructor; eauto|exact P'].
  - exists (complete_next (base s) e).
    assert (St := step_done tr W (base s) e L).
    split; [exact St|]. split; [auto|]. split; [econstructor; eauto|exact P'].
Qed.

Lemma related_forth : forall b s l b', related b s -> step tr W b l b' ->
  exists u s', silent (stream_step p inp) s u /\ stream_step p inp u (Some l) s' /\
               related b' s'.
Proof.
  intros b s l b' R H. pose proof R as (<- & Rb & P).
  destruct H as [q i C|e L].
  - assert (Hi : In (eng i) (engines p)).
    { destruct C as [[Hq _] _]. exact (runs_take_part _ _ _ run _ _ Hq). }
    destruct (P (eng i) Hi) as (n & m & S).
    destruct (land s q i n m R C Hi S) as (u1 & n1 & m1 & B1 & R1 & S1 & L1).
    pose proof R1 as (E1 & _). rewrite <- E1 in *.
    destruct (walk_to m1 u1 q i n1 R1 (proj1 C) Hi S1 L1)
      as (u & c & k & v & r & m' & B2 & R2 & El & S2 & k' & v' & ws & E).
    pose proof R2 as (E2 & _). rewrite <- E2 in *.
    destruct (met_waits _ _ _ _ _ _ _ _ _ _ _ S2 E) as [M _].
    destruct (M (proj2 C)) as [F Mk].
    pose proof (stream_issue p inp u c k v r k' v' i ws Hi El E Mk F) as St.
    exists u. eexists. split; [eapply silent_app; eassumption|]. split; [exact St|].
    destruct (related_back _ _ _ _ R2 St) as (b' & Sb & R').
    inversion Sb; subst. exact R'.
  - pose proof (stream_done p inp s e L) as St.
    exists s. eexists. split; [constructor|]. split; [exact St|].
    destruct (related_back _ _ _ _ R St) as (b' & Sb & R'). inversion Sb; subst. exact R'.
Qed.

Lemma related_silent : forall b s s',
  related b s -> stream_step p inp s None s' -> related b s'.
Proof.
  intros b s s' (<- & Rb & P) H. pose proof (step_placed p inp evs _ _ _ P H).
  inversion H; subst. split; auto.
Qed.

Lemma related_begin : related init (begin p inp).
Proof.
  split; [reflexivity|]. split; [constructor|].
  eapply reach_placed; [exact run|constructor].
Qed.

Theorem streams_system : bisimilar (step tr W) (stream_step p inp) init (begin p inp).
Proof.
  exists related. split; [|exact related_begin].
  split; eauto using related_forth, related_back, related_silent.
Qed.

(** ** ... and so the ideal system *)

(** The waits that an event carries are among the needed ones, and cover them. *)
Definition waits_needed : Prop := forall i ws k, In (i, ws) evs -> In k ws -> key_needed i k.
Definition waits_complete : Prop :=
  forall i ws k, In (i, ws) evs -> In (k_eng k) (engines p) -> key_needed i k -> In k ws.

Let I := ideal_waits (depth p) tr.

Lemma ideal_covers : waits_needed -> covers tr I W.
Proof.
  intros N q e t L H. unfold W, stream_waits in H. apply in_app_or in H as [H|H].
  - apply certain_wait. apply in_or_app. auto.
  - destruct (nth_error evs q) as [[i ws]|] eqn:A; [|destruct H].
    apply in_map_iff in H as (k & Ek & Hk). injection Ek as <- <-. fold tr.
    destruct (Nat.eq_dec (value tr q k) 0) as [->|V]; [apply certain_zero|].
    apply certain_wait. apply in_or_app. right. apply needs_waits.
    apply (key_in_need tr q i); [exact (at_event _ _ _ _ A)| |exact V].
    eapply N; eauto using nth_error_In.
Qed.

Lemma waits_cover : waits_complete -> covers tr W I.
Proof.
  intros N q e t L H. unfold I in H. apply in_app_or in H as [H|H].
  - apply certain_wait. apply in_or_app. auto.
  - apply needs_waits in H as (a & Hn & j & Ha & <- & ->).
    destruct (nth_error evs q) as [[i ws]|] eqn:A.
    2: { apply nth_error_None in A. unfold tr in L. rewrite map_length in L. lia. }
    pose proof (at_event _ _ _ _ A) as Hq.
    destruct (need_in_key _ _ _ _ _ Hn Hq Ha) as (k & Ek & Nk & V).
    eapply certain_less; [|exact V]. rewrite <- Ek. apply certain_wait.
    apply in_or_app. right. rewrite A. apply in_map_iff. exists k. split; [reflexivity|].
    eapply N; eauto using nth_error_In. rewrite Ek. exact (runs_take_part _ _ _ run _ _ Ha).
Qed.

(** What it takes: each is certain under the other. *)
Hypothesis both : covers tr I W /\ covers tr W I.

Theorem bisimilar_if_covered :
  bisimilar (ideal_step (depth p) tr) (stream_step p inp) init (begin p inp).
Proof.
  destruct both as [C1 C2]. exists related. split; [|exact related_begin]. split.
  - intros b s l b' R H. eapply related_forth; [exact R|].
    apply ideal_system in H. eapply steps_incl; [exact C1| |exact H].
    eapply reach_incl; [exact C2|apply R].
  - intros b s l s' R H. destruct (related_back _ _ _ _ R H) as (b' & Sb & R').
    exists b'. split; [|exact R']. apply ideal_system.
    eapply steps_incl; [exact C2|apply R|exact Sb].
  - eauto using related_silent.
Qed.

End Bisim.

(** ** Theorem 2

    For every program and all inputs that have a run: if the streams wait for
    what is needed and nothing else, they are bisimilar to the ideal system. *)
Theorem bisimilarity : forall p inp evs,
  runs p inp evs -> waits_needed evs -> waits_complete p evs ->
  bisimilar (ideal_step (depth p) (map fst evs)) (stream_step p inp) init (begin p inp).
Proof.
  intros p inp evs R N C. eapply bisimilar_if_covered; eauto.
  split; [now apply ideal_covers|eapply waits_cover; eauto].
Qed.

Lemma reach_related : forall p inp evs, runs p inp evs ->
  forall s, stream_reach p inp s -> related p inp evs (base s) s.
Proof.
  intros p inp evs Run. induction 1 as [|s l s' _ IH H]; [apply related_begin; auto|].
  destruct l as [l|].
  - destruct (related_back p inp evs _ _ _ _ IH H) as (b' & _ & R).
    pose proof R as (<- & _). exact R.
  - pose proof (related_silent p inp evs _ _ _ IH H) as R. pose proof R as (E & _).
    rewrite E. exact R.
Qed.

(** In the words of the criterion: in every state that the streams reach, the
    ideal system may issue an instance exactly if silent steps of the streams
    lead to its issue. *)
Definition exact (p : program) (inp : inputs) (tr : trace) : Prop :=
  forall s e k i, stream_reach p inp s ->
  ideal_reach (depth p) tr (base s) /\
  ((exists b', ideal_step (depth p) tr (base s) (Issue e k i) b') <->
   (exists u s', silent (stream_step p inp) s u /\
                 stream_step p inp u (Some (Issue e k i)) s')).

Theorem exact_if_covered : forall p inp evs, runs p inp evs ->
  covers (map fst evs) (ideal_waits (depth p) (map fst evs)) (stream_waits p evs) ->
  covers (map fst evs) (stream_waits p evs) (ideal_waits (depth p) (map fst evs)) ->
  exact p inp (map fst evs).
Proof.
  intros p inp evs Run C1 C2 s e k i Rs.
  pose proof (reach_related p inp evs Run s Rs) as R.
  split; [apply ideal_reach_system; eapply reach_incl; [exact C2|apply R]|].
  split.
  - intros [b' H]. apply ideal_system in H.
    assert (S : step (map fst evs) (stream_waits p evs) (base s) (Issue e k i) b').
    { eapply steps_incl; [exact C1| |exact H]. eapply reach_incl; [exact C2|apply R]. }
    destruct (related_forth p inp evs Run _ _ _ _ R S) as (u & s' & B & H' & _). eauto.
  - intros (u & s' & B & H').
    assert (Ru : related p inp evs (base s) u).
    { clear H' s'. induction B as [|t u v H B IH]; [exact R|].
      assert (Rt : related p inp evs (base t) u) by (eapply related_silent; eauto).
      pose proof Rt as (E & _). rewrite <- E in *. apply IH; auto.
      econstructor; eauto. }
    destruct (related_back p inp evs _ _ _ _ Ru H') as (b' & S & _).
    exists b'. apply ideal_system. eapply steps_incl; [exact C2|apply R|exact S].
Qed.
