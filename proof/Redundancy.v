(** * Theorem 5: redundant waits may go

    What this is: streams with any choice of waits that the analysis accepts are
    bisimilar to the ideal system; in particular those that [prune] leaves.

    Plan.
    - [ok a k]: from the state [a] the analysis accepts what is left to walk.  It
      carries the invariants of the loops that the walk is in.
    - [ok_step]: a step of the walk keeps it; at an instruction every needed key is
      certain.  So along the whole walk ([ok_walk]).
    - [well]: the waits of every instruction are among those it needs, so that none
      is too strong.
    - [certified_bisimilar], and the same for [pruned] programs, with progress and
      result. *)

From Coq Require Import List ZArith Arith Bool Lia.
From Tidemark Require Import Program Trace System Ideal Registers Streams Bisimulation Annotate
  Progress Memory Result Names Analysis Meaning
  Soundness.
Import ListNotations.

Section Walk.
Variable rs : list ring.
Variable names : list name.
Variable p : program.
Variable inp : inputs.
Variable evs : list event.
Let tr : trace := map fst evs.
Let W : waits := stream_waits p evs.
Let es := engines p.

Definition implies (a b : abs) : Prop :=
  forall n u, holds rs p evs n u a -> holds rs p evs n u b.

Let accepts (c : stmt) (a : abs) : option abs := certify rs es (depth p) names c a.

Inductive ok : abs -> list stmt -> Prop :=
| ok_nil : forall a, ok a []
| ok_cons : forall a b c k, accepts c a = Some b -> ok b k -> ok a (c :: k)
| ok_implies : forall a b k, implies a b -> ok b k -> ok a k
| ok_repeat : forall a c b m k,   (* [a] is the invariant of a loop *)
    accepts b a = Some c -> implies c a -> ok a k -> ok a (Repeat m b :: k)
| ok_while : forall a c e b k,
    accepts b a = Some c -> implies c a -> ok a k -> ok a (While e b :: k).

Lemma stable_ok : forall f n a b, stable f n a = Some b ->
  implies a b /\ exists c, f b = Some c /\ implies c b.
Proof.
  assert (S : forall a b, stronger a b = true -> implies a b)
    by (intros a b H n u; now apply holds_weaker).
  induction n as [|n IH]; intros a b H; simpl in H;
    destruct (f a) as [c|] eqn:E; try discriminate; destruct (stronger c a) eqn:Es.
  1, 3: injection H as <-; split; [intros ? ? X; exact X|eauto].
  - destruct (f none) as [d|] eqn:En; [|discriminate]. injection H as <-.
    split; [intros ? ? _; apply holds_none|]. exists d. split; [auto|].
    intros ? ? _. apply holds_none.
  - destruct (IH _ _ H) as [I X]. split; [|exact X]. intros n' u Hh. apply I.
    now apply holds_meet_l.
Qed.

(** What a step of the walk leaves, at position [n]. *)
Definition left (n : nat) (s : store) (k : list stmt) : Prop :=
  exists a, holds rs p evs n (frame_of rs s) a /\ ok a k.

Definition needs_certain (n : nat) (j : inst) : Prop :=
  forall k, In (k_eng k) es -> key_needed j k -> Certain tr W n (k_eng k) (value tr n k).

Definition step_left (n : nat) (s : store) (k : list stmt) (ev : option event) : Prop :=
  match ev with
  | None => left n s k
  | Some (j, ks) => nth_error evs n = Some (j, ks) -> needs_certain n j /\ left (S n) s k
  end.

Lemma ok_loop : forall n a c b r k s, accepts b a = Some c -> implies c a ->
  ok a (r :: k) -> holds rs p evs n (frame_of rs s) a -> left n s (b :: r :: k).
Proof.
  intros n a c b r k s E I O H. exists a. split; [auto|].
  apply (ok_cons _ _ _ _ E). exact (ok_implies _ _ _ I O).
Qed.

(** A statement that the analysis accepts by itself. *)
Lemma accepts_step : forall n a b c k s k' s' ev,
  accepts c a = Some b -> ok b k -> walk_step es inp c s = Some (k', s', ev) ->
  holds rs p evs n (frame_of rs s) a -> step_left n s' (k' ++ k) ev.
Proof.
  intros n a b c k s k' s' ev A O E H. unfold accepts in A.
  destruct c as [|i ws|x e|x bf|e|c1 c2|e c1 c2|e c1|m c1|e c1]; simpl in A, E.
  - injection A as <-. injection E as <- <- <-. exists a. auto.
  - destruct (make_event es s i ws) as [[j ks]|] eqn:Em; [|discriminate].
    injection E as <- <- <-. destruct (enough _ _ _ _ _ _ _) eqn:En; [|discriminate].
    injection A as <-. simpl. intros Here. split.
    + intros key. eapply sure_enough; eauto.
    + exists (transfer rs (depth p) names i ws a). split; [|auto]. eapply holds_transfer; eauto.
  - injection A as <-. injection E as <- <- <-. eexists. split; [|exact O].
    apply holds_turn; [|exact H]. intros z Hz. now apply change_value.
  - injection A as <-. injection E as <- <- <-. eexists. split; [|exact O].
    apply holds_turn; [discriminate|exact H].
  - injection A as <-. destruct (0 <? eval s e)%Z; [|discriminate].
    injection E as <- <- <-. exists a. auto.
  - injection E as <- <- <-. destruct (certify _ _ _ _ c1 a) as [d|] eqn:E1; [|discriminate].
    exists a. split; [auto|]. simpl. eapply ok_cons; [exact E1|]. eapply ok_cons; eauto.
  - injection E as <- <- <-. destruct (certify _ _ _ _ c1 a) as [d1|] eqn:E1; [|discriminate].
    destruct (certify _ _ _ _ c2 a) as [d2|] eqn:E2; [|discriminate]. injection A as <-.
    exists a. split; [auto|]. simpl. destruct (taken s e).
    + eapply ok_cons; [exact E1|]. eapply ok_implies; [|exact O]. intros ? ?. apply holds_meet_l.
    + eapply ok_cons; [exact E2|]. eapply ok_implies; [|exact O]. intros ? ?. apply holds_meet_r.
  - injection E as <- <- <-. apply stable_ok in A as (I & d & Ed & Id).
    exists b. split; [apply I, H|]. simpl. eapply ok_repeat; eauto.
  - destruct m as [|m]; injection E as <- <- <-; simpl in A.
    + injection A as <-. exists a. auto.
    + destruct (certify _ _ _ _ c1 a) as [d|] eqn:E1; [|discriminate].
      exists a. split; [auto|]. simpl. eapply ok_cons; [exact E1|]. eapply ok_cons;
        [exact A|exact O].
  - injection E as <- <- <-. apply stable_ok in A as (I & d & Ed & Id). simpl.
    destruct (taken s e); simpl.
    + eapply ok_loop; [exact Ed|exact Id|eapply ok_while; eauto|apply I, H].
    + exists b. split; [apply I, H|exact O].
Qed.

Lemma ok_step : forall n a k0, ok a k0 -> forall c k s k' s' ev, k0 = c :: k ->
  walk_step es inp c s = Some (k', s', ev) -> holds rs p evs n (frame_of rs s) a ->
  step_left n s' (k' ++ k) ev.
Proof.
  intros n a k0. induction 1 as [a|a b c k A O IH|a b k I O IH|a c b m k A I O IH|a c e b k A I O
    IH];
    intros c' k1 s k' s' ev Ek E H.
  - discriminate.
  - injection Ek as <- <-. eapply accepts_step; eauto.
  - eapply IH; eauto.
  - injection Ek as <- <-. destruct m as [|m]; injection E as <- <- <-; simpl.
    + exists a. auto.
    + eapply ok_loop; [exact A|exact I|eapply ok_repeat; eauto|exact H].
  - injection Ek as <- <-. injection E as <- <- <-. destruct (taken s e); simpl.
    + eapply ok_loop; [exact A|exact I|eapply ok_while; eauto|exact H].
    + exists a. auto.
Qed.

Lemma ok_walk : forall m k s l, walks es inp m k s l -> forall n, l = skipn n evs ->
  left n s k -> forall q j ks, n <= q -> nth_error evs q = Some (j, ks) -> needs_certain q j.
Proof.
  induction 1 as [s|m c k s k' s' ev l E Wk IH]; intros n El L q j ks Lq Hq.
  - assert (X : q < length evs) by (apply nth_error_Some; congruence).
    apply (f_equal (@length _)) in El. rewrite skipn_length in El. simpl in El. lia.
  - destruct L as (a & H & O). pose proof (ok_step n a _ O c k s k' s' ev eq_refl E H) as S.
    destruct ev as [[j0 k0]|]; simpl in *.
    + symmetry in El. apply skipn_cons in El as (Hn & Es & _).
      destruct (S Hn) as [Nc L']. destruct (Nat.eq_dec q n) as [->|].
      * rewrite Hn in Hq. injection Hq as <- <-. exact Nc.
      * eapply (IH (Datatypes.S n)); eauto. lia.
    + eapply IH; eauto.
Qed.

Lemma holds_start : forall u all, holds rs p evs 0 u (at_start es names all).
Proof.
  intros u all. assert (Z : forall q k, sure rs p evs q 0 u k) by (intros q k;
    apply certain_zero).
  split; intros; apply Z.
Qed.

End Walk.

(** Every dependence is certain in the streams. *)
Theorem certified_covers : forall p inp evs, runs p inp evs -> certified p = true ->
  covers (map fst evs) (stream_waits p evs) (ideal_waits (depth p) (map fst evs)).
Proof.
  intros p inp evs R C. unfold certified, analyse in C.
  set (rs := rings (body p)) in C. set (names := set_names rs (body p)) in C.
  destruct (certify _ _ _ _ _ _) as [b|] eqn:E; [|discriminate].
  pose proof R as [m Wk]. intros q e t L H. apply in_app_or in H as [H|H].
  - apply certain_wait. apply in_or_app. auto.
  - apply needs_waits in H as (a & Hn & j & Ha & <- & ->).
    destruct (nth_error evs q) as [[i ws]|] eqn:Hq.
    2: { apply nth_error_None in Hq. rewrite map_length in L. lia. }
    destruct (need_in_key _ _ _ _ _ Hn (at_event _ _ _ _ Hq) Ha) as (k & Ek & Nk & V).
    rewrite <- Ek. eapply certain_less; [|rewrite <- Ek in V; exact V].
    eapply (ok_walk rs names p inp evs m [body p] (start inp) evs Wk 0); eauto; [|lia|].
    + eexists. split; [apply holds_start|]. eapply ok_cons; [exact E|constructor].
    + rewrite Ek. exact (runs_take_part _ _ _ R _ _ Ha).
Qed.

(** ** No wait is too strong *)

Fixpoint well (es : list engine) (c : stmt) : Prop :=
  match c with
  | Op i ws => incl ws (instr_waits es i)
  | Seq a b | If _ a b => well es a /\ well es b
  | Loop _ b | Repeat _ b | While _ b => well es b
  | Skip | Set_ _ _ | Load _ _ | Check _ => True
  end.

Lemma make_event_needed : forall es s i ws j ks k, incl ws (instr_waits es i) ->
  make_event es s i ws = Some (j, ks) -> In k ks -> key_needed j k.
Proof.
  unfold make_event. intros es s i ws j ks k Inc H Hk.
  destruct (existsb (Nat.eqb (i_eng i)) es); [|discriminate].
  destruct (slots s (i_reads i)) as [r|] eqn:Er; [|discriminate].
  destruct (slots s (i_writes i)) as [w|] eqn:Ew; [|discriminate].
  destruct (wait_keys s ws) as [ks'|] eqn:Ek; [|discriminate]. injection H as <- <-.
  apply (wait_keys_in _ _ _ _ Ek) in Hk as [Hk|(o & cs & Hk & Eo & Hc)];
    apply Inc, instr_waits_in in Hk as (e & o' & _ & [[E Ho]|[E Ho]]); try discriminate;
    injection E as E1 E2 ->; unfold key_needed; rewrite E2; simpl;
    [apply (slots_in _ _ _ _ Er)|apply (slots_in _ _ _ _ Ew)]; eauto.
Qed.

Lemma walks_needed : forall es inp n k s l, walks es inp n k s l -> Forall (well es) k ->
  forall i ws q, In (i, ws) l -> In q ws -> key_needed i q.
Proof.
  induction 1 as [|n c k s k1 s1 ev l E Wk IH]; intros F i ws q Hin Hq; [destruct Hin|].
  inversion F as [|? ? Wc F' ]; subst. apply in_app_or in Hin as [Hin|Hin].
  - destruct ev as [ev|]; [|destruct Hin]. destruct Hin as [->|[]].
    destruct c; simpl in E; try discriminate.
    + destruct (make_event es s i0 ws0) as [[j ks]|] eqn:Em; simpl in E; [|discriminate].
      injection E as <- <- <- <-. eapply make_event_needed; eauto.
    + destruct (0 <? eval s e)%Z; discriminate.
    + destruct n0; discriminate.
  - eapply IH; eauto. apply Forall_app. split; [|auto]. clear - E Wc.
    destruct c; simpl in E, Wc.
    2: destruct (make_event es s i ws); [|discriminate].
    5: destruct (0 <? eval s e)%Z; [|discriminate].
    9: destruct n.
    all: injection E as <- <- <-; try match goal with |- context [taken ?v ?e] => destruct (taken
      v e) end;
      repeat apply Forall_cons; try apply Forall_nil; simpl; tauto.
Qed.

Lemma well_needed : forall p inp evs, runs p inp evs -> well (engines p) (body p) ->
  waits_needed evs.
Proof. intros p inp evs [n H] Wl i ws k. eapply walks_needed; eauto. Qed.

(** ** Theorem 5

    Any choice of waits, among those needed, that the analysis accepts. *)
Theorem certified_bisimilar : forall p inp evs,
  runs p inp evs -> well (engines p) (body p) -> certified p = true ->
  bisimilar (ideal_step (depth p) (map fst evs)) (stream_step p inp) init (begin p inp).
Proof.
  intros p inp evs R Wl C. eapply bisimilar_if_covered; eauto. split.
  - apply ideal_covers. eapply well_needed; eauto.
  - eapply certified_covers; eauto.
Qed.

(** *** What [prune] leaves *)

Lemma drop_incl : forall rs dp ns f a ws kept, incl (drop rs dp ns f a kept ws) (kept ++ ws).
Proof.
  induction ws as [|w ws IH]; intros kept x H; simpl in H.
  - rewrite app_nil_r. now apply in_rev.
  - destruct (all_in _ _ _).
    + apply IH in H. apply in_app_or in H as [H|H]; apply in_or_app; simpl; auto.
    + apply IH in H. simpl in H. destruct H as [->|H]; [apply in_or_app; simpl; auto|].
      apply in_app_or in H as [H|H]; apply in_or_app; simpl; auto.
Qed.

Lemma prune_well : forall rs es dp ns c a, well es (prune rs es dp ns c a).
Proof.
  induction c; intros a; simpl; auto. intros x H. exact (drop_incl _ _ _ _ _ _ [] x H).
Qed.

Lemma with_waits_well : forall es c, well es (with_waits es c).
Proof. induction c; simpl; auto using incl_refl. Qed.

Lemma like_prune : forall rs es dp ns c a, like c (prune rs es dp ns c a).
Proof.
  induction c; intros a; simpl; constructor; auto.
  intros e d o H. apply drop_incl in H. simpl in H.
  apply instr_waits_in in H as (e' & o' & _ & [[E H]|[E H]]);
    injection E as -> -> ->; apply in_or_app; auto.
Qed.

Lemma pruned_engines : forall p, engines (pruned p) = engines p.
Proof. intros p. unfold pruned. now destruct (certified _). Qed.

Lemma pruned_depth : forall p, depth (pruned p) = depth p.
Proof. intros p. unfold pruned. now destruct (certified _). Qed.

Lemma pruned_like : forall p, like (body p) (body (pruned p)).
Proof.
  intros p. unfold pruned. destruct (certified _); simpl; auto using like_prune, like_with_waits.
Qed.

Lemma pruned_well : forall p, well (engines p) (body (pruned p)).
Proof.
  intros p. unfold pruned. destruct (certified _); simpl; auto using prune_well, with_waits_well.
Qed.

Lemma pruned_covers : forall p inp l, runs (pruned p) inp l ->
  covers (map fst l) (stream_waits (pruned p) l) (ideal_waits (depth p) (map fst l)).
Proof.
  intros p inp l R. rewrite <- pruned_depth. revert R. unfold pruned.
  set (p' := Program _ _ (prune _ _ _ _ _ _)). destruct (certified p') eqn:C; intros R.
  - eapply certified_covers; eauto.
  - apply (waits_cover (all_waits p) inp l R). now apply (all_waits_complete p inp l R).
Qed.

(** The streams without the waits that the analysis calls redundant are bisimilar
    to the ideal system, for every program and all inputs. *)
Theorem pruned_bisimilar : forall p inp l, runs p inp l ->
  bisimilar (ideal_step (depth p) (map fst l)) (stream_step (pruned p) inp)
            init (begin (pruned p) inp).
Proof.
  intros p inp l R.
  destruct (like_runs p (pruned p) inp l (eq_sym (pruned_engines p)) (pruned_like p) R)
    as (l' & R' & ->).
  rewrite <- pruned_depth. eapply bisimilar_if_covered; eauto. split.
  - apply ideal_covers. eapply well_needed; eauto. rewrite pruned_engines. apply pruned_well.
  - rewrite pruned_depth. eapply pruned_covers; eauto.
Qed.

Theorem pruned_exact : forall p inp l, runs p inp l -> exact (pruned p) inp (map fst l).
Proof.
  intros p inp l R.
  destruct (like_runs p (pruned p) inp l (eq_sym (pruned_engines p)) (pruned_like p) R)
    as (l' & R' & ->).
  apply exact_if_covered; auto.
  - apply ideal_covers. eapply well_needed; eauto. rewrite pruned_engines. apply pruned_well.
  - rewrite pruned_depth. eapply pruned_covers; eauto.
Qed.

(** They make progress, and end with the sequential result. *)
Theorem pruned_result : forall p inp l, runs p inp l -> (forall e, 1 <= depth p e) ->
  exists l', map fst l = map fst l' /\
  (exists bound, forall n s, path (pruned p) inp n (begin (pruned p) inp) s -> n <= bound) /\
  (forall s, stream_reach (pruned p) inp s ->
     ended (pruned p) l' s \/ exists o s', stream_step (pruned p) inp s o s') /\
  (forall V interpret m0 s m, with_memory V interpret m0 (pruned p) inp s m ->
     ended (pruned p) l' s ->
     forall x, memory V m x = seq_memory V interpret (map fst l) m0 (length l) x).
Proof.
  intros p inp l R D.
  destruct (like_runs p (pruned p) inp l (eq_sym (pruned_engines p)) (pruned_like p) R)
    as (l' & R' & E).
  exists l'. split; [exact E|]. split; [exact (termination _ _ _ R')|]. split.
  - apply (progress _ _ _ R'). intros e. rewrite pruned_depth. auto.
  - intros V interpret m0 s m H En x. rewrite E, <- (map_length fst l), E.
    eapply result; eauto. rewrite pruned_depth. eapply pruned_covers; eauto.
Qed.
