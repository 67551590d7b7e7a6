(** * Programs with all their waits

    What this is: the step from a program without waits to one that carries, at
    every instruction, one wait for each key that it needs.

    Plan.
    - [like]: two statements that differ in their waits only.
    - [like_runs]: they have the same sequential run, provided that waits on slots
      name slots of the instruction itself (so that they exist when it does).
    - [with_waits]: the waits of page "keys and counts"; they are needed and
      complete, so theorem 2 applies ([dynamic_bisimilar]). *)

From Coq Require Import List ZArith Arith Bool Lia.
From Tidemark Require Import Program Trace System Ideal Registers Streams Bisimulation.
Import ListNotations.

Definition own_slots (i : instr) (ws : list wait) : Prop :=
  forall e d o, In (Slot e d o) ws -> In o (i_reads i ++ i_writes i).

Inductive like : stmt -> stmt -> Prop :=
| like_skip : like Skip Skip
| like_op : forall i ws ws', own_slots i ws' -> like (Op i ws) (Op i ws')
| like_set : forall x e, like (Set_ x e) (Set_ x e)
| like_load : forall x b, like (Load x b) (Load x b)
| like_check : forall e, like (Check e) (Check e)
| like_seq : forall a a' b b', like a a' -> like b b' -> like (Seq a b) (Seq a' b')
| like_if : forall c a a' b b', like a a' -> like b b' -> like (If c a b) (If c a' b')
| like_loop : forall e b b', like b b' -> like (Loop e b) (Loop e b')
| like_repeat : forall n b b', like b b' -> like (Repeat n b) (Repeat n b')
| like_while : forall c b b', like b b' -> like (While c b) (While c b').

Lemma slots_some : forall s os r o,
  slots s os = Some r -> In o os -> exists cs, slot s o = Some cs /\ incl cs r.
Proof.
  induction os as [|a os IH]; intros r o H Hin; [destruct Hin|]. simpl in H.
  destruct (slot s a) eqn:Ea; [|discriminate]. destruct (slots s os) eqn:Eo; [|discriminate].
  injection H as <-. destruct Hin as [->|Hin].
  - exists l. split; auto using incl_appl, incl_refl.
  - destruct (IH _ _ eq_refl Hin) as (cs & ? & ?). exists cs. split; auto using incl_appr.
Qed.

(** What a wait names: its own key, or the cells that the run chooses. *)
Lemma wait_keys_in : forall s ws ks k, wait_keys s ws = Some ks ->
  (In k ks <->
   In (Static k) ws \/
   exists o cs, In (Slot (k_eng k) (k_kind k) o) ws /\ slot s o = Some cs /\ In (k_cell k) cs).
Proof.
  induction ws as [|w ws IH]; intros ks k H; simpl in H.
  - injection H as <-. simpl. firstorder.
  - destruct (wait_keys s ws) as [r|]; [|discriminate]. specialize (IH r k eq_refl).
    destruct w as [k'|e d o].
    + injection H as <-. simpl. rewrite IH. split.
      * intros [->|[?|(o & cs & ? & ?)]]; eauto 7.
      * intros [[E|?]|(o & cs & [E|?] & ?)]; try discriminate; eauto 7.
        injection E as ->. auto.
    + destruct (slot s o) as [cs|] eqn:Eo; [|discriminate]. injection H as <-.
      rewrite in_app_iff, in_map_iff, IH. split.
      * intros [(x & <- & Hx)|[?|(o' & cs' & ? & ?)]]; simpl; [|eauto|].
        -- right. exists o, cs. simpl. auto.
        -- right. exists o', cs'. auto.
      * intros [[E|?]|(o' & cs' & [E|?] & Es & Hc)]; try discriminate; eauto 7.
        injection E as -> -> ->. rewrite Eo in Es. injection Es as <-.
        left. exists (k_cell k). split; [now destruct k|auto].
Qed.

Lemma wait_keys_some : forall s ws,
  (forall e d o, In (Slot e d o) ws -> exists cs, slot s o = Some cs) ->
  exists ks, wait_keys s ws = Some ks.
Proof.
  induction ws as [|w ws IH]; intros H; simpl; [eauto|].
  destruct IH as [ks ->]; [intros e d o Hin; eapply H; right; eauto|].
  destruct w as [k|e d o]; [eauto|].
  destruct (H e d o (or_introl eq_refl)) as [cs ->]. simpl. eauto.
Qed.

Lemma like_event : forall es s i ws ws' j ks, own_slots i ws' ->
  make_event es s i ws = Some (j, ks) -> exists ks', make_event es s i ws' = Some (j, ks').
Proof.
  unfold make_event. intros es s i ws ws' j ks O H.
  destruct (existsb (Nat.eqb (i_eng i)) es); [|discriminate].
  destruct (slots s (i_reads i)) as [r|] eqn:Er; [|discriminate].
  destruct (slots s (i_writes i)) as [w|] eqn:Ew; [|discriminate].
  destruct (wait_keys s ws); [|discriminate]. injection H as <- <-.
  destruct (wait_keys_some s ws') as [ks' ->]; [|eauto].
  intros e d o Hin. apply O, in_app_or in Hin as [Hin|Hin];
    [destruct (slots_some _ _ _ _ Er Hin) as (cs & ? & _)
    |destruct (slots_some _ _ _ _ Ew Hin) as (cs & ? & _)]; eauto.
Qed.

Lemma like_step : forall es inp c c' s k s' ev, like c c' ->
  walk_step es inp c s = Some (k, s', ev) ->
  exists k' ev', walk_step es inp c' s = Some (k', s', ev') /\ Forall2 like k k' /\
                 option_map fst ev = option_map fst ev'.
Proof.
  intros es inp c c' s k s' ev L H. destruct L; simpl in *.
  2: { destruct (make_event es s i ws) as [[j ks]|] eqn:E; [|discriminate].
       injection H as <- <- <-. destruct (like_event _ _ _ _ _ _ _ H0 E) as [ks' ->].
       simpl. eauto. }
  4: destruct (0 <? eval s e)%Z; [|discriminate].
  8: destruct n.
  all: injection H as <- <- <-; eexists _, _; (split; [reflexivity|]); (split; [|reflexivity]);
    try destruct (taken s c); repeat (constructor; auto).
Qed.

Lemma like_walks : forall es inp n k s l, walks es inp n k s l ->
  forall k', Forall2 like k k' ->
  exists l', walks es inp n k' s l' /\ map fst l = map fst l'.
Proof.
  induction 1 as [|n c k s k1 s1 ev l E W IH]; intros k' F; inversion F; subst.
  - exists []. split; [constructor|reflexivity].
  - destruct (like_step _ _ _ _ _ _ _ _ H1 E) as (k2 & ev' & E' & F2 & Em).
    destruct (IH (k2 ++ l')) as (l2 & W2 & El); [now apply Forall2_app|].
    exists (opt_list ev' ++ l2). split; [econstructor; eauto|].
    rewrite !map_app, El. f_equal.
    destruct ev, ev'; simpl in *; congruence.
Qed.

Theorem like_runs : forall p p' inp l, engines p = engines p' -> like (body p) (body p') ->
  runs p inp l -> exists l', runs p' inp l' /\ map fst l = map fst l'.
Proof.
  intros p p' inp l E L [n H].
  destruct (like_walks _ _ _ _ _ _ H [body p']) as (l' & W & Em); [auto|].
  exists l'. split; [exists n; rewrite <- E; exact W|exact Em].
Qed.

(** ** All waits *)

(** A reader of a cell waits for the last write of every engine, a writer for the
    last access. *)
Definition instr_waits (es : list engine) (i : instr) : list wait :=
  flat_map (fun e => map (Slot e Wr) (i_reads i) ++ map (Slot e Ac) (i_writes i)) es.

Fixpoint with_waits (es : list engine) (c : stmt) : stmt :=
  match c with
  | Op i _ => Op i (instr_waits es i)
  | Seq a b => Seq (with_waits es a) (with_waits es b)
  | If e a b => If e (with_waits es a) (with_waits es b)
  | Loop e b => Loop e (with_waits es b)
  | Repeat n b => Repeat n (with_waits es b)
  | While e b => While e (with_waits es b)
  | Skip | Set_ _ _ | Load _ _ | Check _ => c
  end.

(** The program whose streams keep every wait. *)
Definition all_waits (p : program) : program :=
  Program (engines p) (depth p) (with_waits (engines p) (body p)).

Lemma instr_waits_in : forall es i w, In w (instr_waits es i) <->
  exists e o, In e es /\ ((w = Slot e Wr o /\ In o (i_reads i)) \/
                          (w = Slot e Ac o /\ In o (i_writes i))).
Proof.
  intros. unfold instr_waits. rewrite in_flat_map. split.
  - intros (e & He & H). rewrite in_app_iff, !in_map_iff in H.
    destruct H as [(o & <- & Ho)|(o & <- & Ho)]; exists e, o; auto.
  - intros (e & o & He & [[-> Ho]|[-> Ho]]); exists e; (split; [auto|]);
      rewrite in_app_iff, !in_map_iff; eauto.
Qed.

Lemma like_with_waits : forall es c, like c (with_waits es c).
Proof.
  induction c; simpl; constructor; auto.
  intros e d o H. apply instr_waits_in in H as (e' & o' & _ & [[E H]|[E H]]);
    injection E as -> -> ->; apply in_or_app; auto.
Qed.

Lemma slots_in : forall s os r x, slots s os = Some r ->
  (In x r <-> exists o cs, In o os /\ slot s o = Some cs /\ In x cs).
Proof.
  induction os as [|a os IH]; intros r x H; simpl in H.
  - injection H as <-. simpl. firstorder.
  - destruct (slot s a) as [ca|] eqn:Ea; [|discriminate].
    destruct (slots s os) as [ro|]; [|discriminate]. injection H as <-.
    rewrite in_app_iff, (IH ro x eq_refl). simpl. split.
    + intros [Hx|(o & cs & ? & ?)]; eauto 8.
    + intros (o & cs & [->|Ho] & E & Hx); [left; congruence|eauto 8].
Qed.

(** The events of statements that carry all waits do. *)
Definition event_complete (es : list engine) (ev : event) : Prop :=
  forall k, In k (snd ev) <-> In (k_eng k) es /\ key_needed (fst ev) k.

Lemma make_event_complete : forall es s i ev,
  make_event es s i (instr_waits es i) = Some ev -> event_complete es ev.
Proof.
  unfold make_event. intros es s i ev H.
  destruct (existsb (Nat.eqb (i_eng i)) es); [|discriminate].
  destruct (slots s (i_reads i)) as [r|] eqn:Er; [|discriminate].
  destruct (slots s (i_writes i)) as [w|] eqn:Ew; [|discriminate].
  destruct (wait_keys s (instr_waits es i)) as [ks|] eqn:Ek; [|discriminate].
  injection H as <-. intros k. unfold key_needed. simpl.
  rewrite (wait_keys_in _ _ _ _ Ek). split.
  - intros [H|(o & cs & H & Eo & Hc)]; apply instr_waits_in in H as (e & o' & He & [[E Ho]|[E
      Ho]]);
      try discriminate; injection E as -> -> ->; (split; [auto|]);
      [apply (slots_in _ _ _ _ Er)|apply (slots_in _ _ _ _ Ew)]; eauto.
  - intros [He H]. right.
    destruct k as [e d x]; simpl in *. destruct d;
      [apply (slots_in _ _ _ _ Er) in H|apply (slots_in _ _ _ _ Ew) in H];
      destruct H as (o & cs & Ho & Eo & Hc); exists o, cs; (split; [|auto]);
      apply instr_waits_in; eauto 6.
Qed.

Lemma walks_complete : forall es inp n k s l, walks es inp n k s l ->
  Forall (fun c => exists c0, c = with_waits es c0) k -> Forall (event_complete es) l.
Proof.
  induction 1 as [|n c k s k1 s1 ev l E W IH]; intros F; [constructor|].
  inversion F as [|? ? [c0 ->] F' ]; subst.
  apply Forall_app. split.
  - destruct ev as [ev|]; simpl; [|constructor]. constructor; [|constructor].
    destruct c0; simpl in E; try discriminate.
    + destruct (make_event es s i (instr_waits es i)) eqn:Em; simpl in E; [|discriminate].
      injection E as <- <- <-. eauto using make_event_complete.
    + destruct (0 <? eval s e)%Z; discriminate.
    + destruct n0; discriminate.
  - apply IH. apply Forall_app. split; [|auto]. clear - E.
    destruct c0; simpl in E.
    2: destruct (make_event es s i (instr_waits es i)); [|discriminate].
    5: destruct (0 <? eval s e)%Z; [|discriminate].
    9: destruct n.
    all: injection E as <- <- <-; try destruct (taken s c); repeat (constructor; eauto).
    + exists (Repeat (Z.to_nat (eval s trips)) c0). reflexivity.
    + exists (Repeat n c0). reflexivity.
    + exists (While c c0). reflexivity.
Qed.

Lemma all_waits_complete : forall p inp l, runs (all_waits p) inp l ->
  waits_needed l /\ waits_complete p l.
Proof.
  intros p inp l [n H].
  assert (F : Forall (event_complete (engines p)) l).
  { eapply walks_complete; [exact H|]. constructor; [|constructor]. simpl. eauto. }
  rewrite Forall_forall in F. split.
  - intros i ws k Hin Hk. now apply (F _ Hin k).
  - intros i ws k Hin He Hk. apply (F _ Hin k). auto.
Qed.

(** ** Theorem 2, for the streams of any program

    [l] is the sequential run of [p]; the streams are those of [p] with one wait
    for each key. *)
Theorem dynamic_bisimilar : forall p inp l, runs p inp l ->
  bisimilar (ideal_step (depth p) (map fst l)) (stream_step (all_waits p) inp)
            init (begin (all_waits p)  inp).
Proof.
  intros p inp l R.
  destruct (like_runs p (all_waits p) inp l eq_refl (like_with_waits _ _) R) as (l' & R' & ->).
  destruct (all_waits_complete _ _ _ R') as [N C].
  exact (bisimilarity (all_waits p) inp l' R' N C).
Qed.

Theorem dynamic_exact : forall p inp l, runs p inp l -> exact (all_waits p) inp (map fst l).
Proof.
  intros p inp l R.
  destruct (like_runs p (all_waits p) inp l eq_refl (like_with_waits _ _) R) as (l' & R' & ->).
  destruct (all_waits_complete _ _ _ R') as [N C].
  apply exact_if_covered; auto; [now apply ideal_covers|].
  now apply (waits_cover (all_waits p) inp l' R').
Qed.

(** ** Theorem 1, in the words of the criterion

    A stream that is about to issue [i], the instance at [n] of the run: every
    threshold in its registers that it waits for is 0 or the ordinal of a
    dependence, and every dependence is at or below one of its engine.  So the
    largest threshold for an engine is the ordinal of the last instance of that
    engine in need(i). *)
Theorem thresholds_named : forall p inp l s c k v r k' v' i ws, runs p inp l ->
  stream_reach (all_waits p) inp s -> In (eng i) (engines p) ->
  at_engine s (eng i) = Local (c :: k) v r false ->
  walk_step (engines p) inp c v = Some (k', v', Some (i, ws)) ->
  exists n, at_ (map fst l) n i /\ before (map fst l) (eng i) n = iss (base s) (eng i) /\
    (forall x, In x ws -> reg r x = 0 \/
       exists q, need (map fst l) n q /\ ordinal (map fst l) q (k_eng x) (reg r x)) /\
    (forall q e t, need (map fst l) n q -> ordinal (map fst l) q e t ->
       exists x, In x ws /\ k_eng x = e /\ t <= reg r x).
Proof.
  intros p inp l s c k v r k' v' i ws R Rs Hi El E.
  destruct (like_runs p (all_waits p) inp l eq_refl (like_with_waits _ _) R) as (l' & R' & ->).
  destruct (all_waits_complete _ _ _ R') as [N C].
  destruct (reach_placed (all_waits p) inp l' R' s Rs (eng i) Hi) as (n & m & S).
  rewrite El in S. destruct (stands_event (all_waits p) inp l' _ _ _ _ _ _ _ _ _ _ _ _ _ S E)
    as [A _].
  pose proof (at_event _ _ _ _ A) as Hn. pose proof (stands_regs _ _ _ _ _ _ _ _ S) as Er.
  simpl in Er. subst r. exists n. split; [exact Hn|].
  split; [symmetry; exact (stands_iss _ _ _ _ _ _ _ _ S)|]. split.
  - intros x Hx. destruct (Nat.eq_dec (value (map fst l') n x) 0) as [Z|Z]; [left; exact Z|right].
    apply (key_in_need _ _ i x Hn); [|exact Z]. eapply N; eauto using nth_error_In.
  - intros q e t Hq (j & Hj & <- & ->).
    destruct (need_in_key _ _ _ _ _ Hq Hn Hj) as (x & Ex & Nx & L).
    exists x. split; [|split; [exact Ex|exact L]].
    eapply C; eauto using nth_error_In. rewrite Ex.
    exact (runs_take_part _ _ _ R' _ _ Hj).
Qed.
