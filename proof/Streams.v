(** * The streams

    What this is: the instrumented system.  Every engine that takes part runs one
    stream: its own walk of the program's control flow, with its own variables and
    its own registers.  A stream sees nothing of the others but semaphores: one for
    each engine, raised by 1 by each completion, never reset.

    Plan.
    - [local]: what is left to walk, variables, registers, and whether an own
      control read is under way (it holds the stream).
    - [quiet]: a silent step of one stream.
    - [stream_step]: the steps of all; a silent step has no label.
    - [stands]: where a stream is in the sequential run, and that its registers
      are those of that place.  It is kept by every step ([step_stands]).
    - [thresholds] is theorem 1. *)

From Coq Require Import List ZArith Arith Bool Lia.
From Tidemark Require Import Program Trace System Ideal Registers.
Import ListNotations.

Record local := Local {
  todo : list stmt;
  variables : store;
  registers : regs;
  landing : bool
}.

Record state := State { base : st; at_engine : engine -> local }.

Section Streams.
Variable p : program.
Variable inp : inputs.

Definition begin : state :=
  State init (fun _ => Local [body p] (start inp) regs0 false).

(** A silent step of the stream of [f]; [sem] are the semaphores. *)
Inductive quiet (f : engine) (sem : engine -> nat) : local -> local -> Prop :=
| quiet_landed : forall k s r,
    cnt r f <= sem f ->
    quiet f sem (Local k s r true) (Local k s r false)
| quiet_control : forall c k s r k' s',
    walk_step (engines p) inp c s = Some (k', s', None) ->
    quiet f sem (Local (c :: k) s r false) (Local (k' ++ k) s' r false)
| quiet_pass : forall c k s r k' s' i ws,
    walk_step (engines p) inp c s = Some (k', s', Some (i, ws)) ->
    eng i <> f ->
    quiet f sem (Local (c :: k) s r false) (Local (k' ++ k) s' (pass r i) false).

Inductive stream_step (s : state) : option label -> state -> Prop :=
| stream_quiet : forall f l',
    In f (engines p) -> quiet f (don (base s)) (at_engine s f) l' ->
    stream_step s None (State (base s) (upd (at_engine s) f l'))
| stream_issue : forall c k v r k' v' i ws,
    In (eng i) (engines p) ->
    at_engine s (eng i) = Local (c :: k) v r false ->
    walk_step (engines p) inp c v = Some (k', v', Some (i, ws)) ->
    (forall q, In q ws -> reg r q <= don (base s) (k_eng q)) ->
    iss (base s) (eng i) < don (base s) (eng i) + depth p (eng i) ->
    stream_step s (Some (Issue (eng i) (S (iss (base s) (eng i))) i))
      (State (issue_next (base s) (eng i))
             (upd (at_engine s) (eng i) (Local (k' ++ k) v' (pass r i) (ctl i))))
| stream_done : forall e,
    don (base s) e < iss (base s) e ->
    stream_step s (Some (Done e (S (don (base s) e))))
      (State (complete_next (base s) e) (at_engine s)).

Inductive stream_reach : state -> Prop :=
| stream_reach_begin : stream_reach begin
| stream_reach_step : forall s l s',
    stream_reach s -> stream_step s l s' -> stream_reach s'.

(** ** Where a stream stands *)

Variable evs : list event.
Let tr : trace := map fst evs.

(** The stream of [f] stands before position [n], with [m] steps of control left. *)
Record stands (f : engine) (b : st) (l : local) (n m : nat) : Prop := {
  stands_in : n <= length tr;
  stands_walk : walks (engines p) inp m (todo l) (variables l) (skipn n evs);
  stands_regs : registers l = regs_after (firstn n tr);
  stands_iss : iss b f = before tr f n;
  stands_landing : landing l = true -> last_ctl f (firstn n tr) false = true;
  stands_landed : last_ctl f (firstn n tr) false = true ->
                  landing l = true \/ iss b f <= don b f
}.

Definition placed (s : state) : Prop :=
  forall f, In f (engines p) -> exists n m, stands f (base s) (at_engine s f) n m.

Lemma skipn_cons : forall {A} n (l : list A) a r,
  skipn n l = a :: r -> nth_error l n = Some a /\ skipn (S n) l = r /\ n < length l.
Proof.
  induction n as [|n IH]; intros [|x l] a r H; simpl in H; try discriminate.
  - injection H as -> ->. simpl. repeat split. lia.
  - destruct (IH _ _ _ H) as (A1 & A2 & A3). simpl in *. repeat split; auto. lia.
Qed.

Lemma at_event : forall n i ws, nth_error evs n = Some (i, ws) -> at_ tr n i.
Proof. intros n i ws H. exact (map_nth_error fst _ _ H). Qed.

Lemma begin_stands : forall m f, walks (engines p) inp m [body p] (start inp) evs ->
  stands f init (at_engine begin f) 0 m.
Proof. intros. split; simpl; auto; try lia; discriminate. Qed.

(** The event that a walk is about to make is the one at its place. *)
Lemma stands_event : forall f b c k v r g n m k' v' i ws,
  stands f b (Local (c :: k) v r g) n m ->
  walk_step (engines p) inp c v = Some (k', v', Some (i, ws)) ->
  nth_error evs n = Some (i, ws) /\
  exists m', m = S m' /\ walks (engines p) inp m' (k' ++ k) v' (skipn (S n) evs).
Proof.
  intros f b c k v r g n m k' v' i ws S E. pose proof (stands_walk _ _ _ _ _ S) as H.
  simpl in H. inversion H as [|m' ? ? ? k1 v1 ev l E' W]; subst.
  rewrite E in E'. injection E' as <- <- <-.
  match goal with X : _ = skipn n evs |- _ => symmetry in X;
    apply skipn_cons in X as (A1 & A2 & _) end.
  split; [auto|]. exists m'. split; [auto|]. now rewrite A2.
Qed.

Lemma stands_quiet : forall f b l l' n m,
  stands f b l n m -> quiet f (don b) l l' ->
  exists n' m', stands f b l' n' m' /\ 2 * m' + (if landing l' then 1 else 0)
                                     < 2 * m + (if landing l then 1 else 0).
Proof.
  intros f b l l' n m S Q. destruct Q as [k s r L|c k s r k' s' E|c k s r k' s' i ws E N].
  - exists n, m. split; [|simpl; lia]. destruct S as [A1 A2 A3 A4 A5 A6]. simpl in *.
    split; simpl; auto. intros _. right.
    rewrite A4. rewrite A3, cnt_spec in L. exact L.
  - pose proof (stands_walk _ _ _ _ _ S) as H. simpl in H.
    inversion H as [|m' ? ? ? k1 v1 ev l' E' W]; subst.
    rewrite E in E'. injection E' as <- <- <-.
    exists n, m'. split; [|simpl; lia].
    match goal with X : _ = skipn n evs |- _ => simpl in X end. subst l'.
    destruct S. split; auto.
  - destruct (stands_event _ _ _ _ _ _ _ _ _ _ _ _ _ S E) as [A [m' [-> W]]].
    pose proof (at_event _ _ _ A) as Hi. destruct S as [A1 A2 A3 A4 A5 A6]. simpl in *.
    apply Nat.eqb_neq in N.
    assert (C : last_ctl f (firstn (S n) tr) false = last_ctl f (firstn n tr) false).
    { rewrite (firstn_S _ _ _ Hi), last_ctl_app. simpl. now rewrite N. }
    exists (S n), m'. split; [|simpl; lia]. constructor.
    + exact (at_lt _ _ _ Hi).
    + exact W.
    + rewrite (firstn_S _ _ _ Hi), regs_after_app, <- A3. reflexivity.
    + rewrite (before_S _ _ _ _ Hi), N. lia.
    + discriminate.
    + rewrite C. exact A6.
Qed.

(** A stream's place depends on what its engine has issued, and stays when more
    completes. *)
Lemma stands_base : forall f b b' l n m,
  iss b' f = iss b f -> don b f <= don b' f -> stands f b l n m -> stands f b' l n m.
Proof.
  intros f b b' l n m E D [A1 A2 A3 A4 A5 A6]. split; auto; [congruence|].
  rewrite E. intros H. destruct (A6 H); [auto|right; lia].
Qed.

Lemma stands_issue : forall b c k v r n m k' v' i ws,
  stands (eng i) b (Local (c :: k) v r false) n m ->
  walk_step (engines p) inp c v = Some (k', v', Some (i, ws)) ->
  exists m', S m' = m /\
  stands (eng i) (issue_next b (eng i)) (Local (k' ++ k) v' (pass r i) (ctl i)) (S n) m'.
Proof.
  intros b c k v r n m k' v' i ws S E.
  destruct (stands_event _ _ _ _ _ _ _ _ _ _ _ _ _ S E) as [A [m' [-> W]]].
  pose proof (at_event _ _ _ A) as Hi. destruct S as [A1 A2 A3 A4 A5 A6]. simpl in *.
  exists m'. split; [auto|].
  assert (C : last_ctl (eng i) (firstn (S n) tr) false = ctl i).
  { rewrite (firstn_S _ _ _ Hi), last_ctl_app. simpl. now rewrite Nat.eqb_refl. }
  constructor; rewrite ?C; auto.
  - exact (at_lt _ _ _ Hi).
  - rewrite (firstn_S _ _ _ Hi), regs_after_app, <- A3. reflexivity.
  - simpl. rewrite upd_same, (before_S _ _ _ _ Hi), Nat.eqb_refl. lia.
Qed.

Lemma step_placed : forall s l s', placed s -> stream_step s l s' -> placed s'.
Proof.
  intros s l s' P H f Hf.
  destruct H as [g l' Hg Q|c k v r k' v' i ws Hi El E M F|e L]; simpl.
  - unfold upd. destruct (Nat.eqb_spec f g) as [->|]; [|auto].
    destruct (P g Hg) as (n & m & S).
    destruct (stands_quiet _ _ _ _ _ _ S Q) as (n' & m' & S' & _). eauto.
  - destruct (P f Hf) as (n & m & S). unfold upd. destruct (Nat.eqb_spec f (eng i)) as [->|N].
    + rewrite El in S. destruct (stands_issue _ _ _ _ _ _ _ _ _ _ _ S E) as (m' & _ & S').
      eauto.
    + exists n, m. eapply stands_base; [| |exact S]; simpl; [now apply upd_other|lia].
  - destruct (P f Hf) as (n & m & S). exists n, m.
    eapply stands_base; [| |exact S]; simpl; [auto|]. unfold upd.
    destruct (Nat.eqb_spec f e); subst; lia.
Qed.

Hypothesis run : runs p inp evs.

Lemma reach_placed : forall s, stream_reach s -> placed s.
Proof.
  induction 1; [|eauto using step_placed].
  destruct run as [m H]. intros f _. exists 0, m. now apply begin_stands.
Qed.

(** ** Theorem 1: thresholds

    In every reachable state the stream of [f] stands at a place [n] of the
    sequential run at which all that its registers say is true: the counts are
    those of the run, and every key is the ordinal of the last instance before
    [n] that set it (0 if there was none).  So a stream that is about to issue
    an instance with a dependence on another engine waits for the ordinal that
    the criterion names. *)
Theorem thresholds : forall s f, stream_reach s -> In f (engines p) ->
  exists n, n <= length tr /\ iss (base s) f = before tr f n /\
    (forall e, cnt (registers (at_engine s f)) e = before tr e n) /\
    (forall k, last_ordinal tr n k (reg (registers (at_engine s f)) k)) /\
    (forall c k v r k' v' i ws,
       at_engine s f = Local (c :: k) v r false ->
       walk_step (engines p) inp c v = Some (k', v', Some (i, ws)) ->
       nth_error evs n = Some (i, ws)).
Proof.
  intros s f R Hf. destruct (reach_placed s R f Hf) as (n & m & S). exists n.
  pose proof (stands_in _ _ _ _ _ S) as L.
  split; [exact L|]. split; [exact (stands_iss _ _ _ _ _ S)|].
  rewrite (stands_regs _ _ _ _ _ S).
  split; [intros; apply cnt_spec|]. split; [intros; now apply reg_spec|].
  intros c k v r k' v' i ws El E. rewrite El in S. exact (proj1 (stands_event _ _ _ _ _ _ _ _ _ _
    _ _ _ S E)).
Qed.

(** The thresholds of a place, as waits. *)
Definition stream_waits : waits := fun n =>
  hold (depth p) tr n ++
  match nth_error evs n with
  | Some (_, ws) => map (fun k => (k_eng k, value tr n k)) ws
  | None => []
  end.

End Streams.
