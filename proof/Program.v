(** * Programs, inputs and the sequential run

    What this is: the syntax of structured programs and the walk of their
    control flow.  A program says what must happen in one sequential order,
    without any synchronization.

    Plan.
    - Expressions are integers over the variables of the walk (parameters, loop
      variables, counters, loaded values).
    - An operand is a table of slots and an index expression: the slot is
      chosen by the run.  A slot is a list of cells, so byte ranges that overlap
      are covered.  A plain buffer is a table of one slot.
    - [walk_step] takes one step of control; only [Op] makes an instance.
      [walks] is the whole walk; its list of events is the sequential run.
    - A control read is an [Op] with [i_ctl]; [load] makes one for each engine.
      The value itself comes from the inputs.
    - Errors (an index outside, a step that is not positive) have no run.

    Integers are unbounded here: runs within 64 bits are among them. *)

From Coq Require Import List ZArith Arith Bool.
Import ListNotations.
Local Open Scope Z_scope.

Definition engine := nat.
Definition cell := nat.
Definition var := nat.
Definition buffer := nat.

Inductive expr :=
| Const (z : Z)
| Var (x : var)
| Add (a b : expr)
| Sub (a b : expr)
| Mul (a b : expr)
| Div (a b : expr)  (* rounds down *)
| Mod (a b : expr)  (* 0 <= a mod n < n *)
| Equal (a b : expr)  (* 1 or 0 *)
| Less (a b : expr).  (* 1 or 0 *)

Record operand := Operand { o_index : expr; o_table : list (list cell) }.

Record instr := Instr {
  i_eng : engine;
  i_ctl : bool;     (* a control read *)
  i_op : nat;       (* what it computes: left open *)
  i_reads : list operand;
  i_writes : list operand
}.

(** A key names a register of a stream: the ordinal of the last write ([Wr]) or
    of the last access ([Ac]) of an engine to a cell. *)
Inductive kind := Wr | Ac.
Record key := Key { k_eng : engine; k_kind : kind; k_cell : cell }.

Definition key_eq_dec (a b : key) : {a = b} + {a <> b}.
Proof. repeat decide equality. Defined.

(** What a stream waits for before an instruction: one key, or the keys of all
    cells of a slot that the run chooses. *)
Inductive wait :=
| Static (k : key)
| Slot (e : engine) (d : kind) (o : operand).

(** An [Op] carries the waits of its stream; the sequential run ignores them. *)
Inductive stmt :=
| Skip
| Op (i : instr) (ws : list wait)
| Set_ (x : var) (e : expr)
| Load (x : var) (b : buffer)
| Check (e : expr)                    (* an error unless positive *)
| Seq (a b : stmt)
| If (c : expr) (a b : stmt)          (* not 0 *)
| Loop (trips : expr) (body : stmt)   (* evaluated once *)
| Repeat (n : nat) (body : stmt)      (* trips known *)
| While (c : expr) (body : stmt).

Record program := Program {
  engines : list engine;    (* those that take part, in declared order *)
  depth : engine -> nat;    (* how many may be in flight *)
  body : stmt
}.

Record inputs := Inputs { params : var -> Z; values : buffer -> nat -> Z }.

(** ** Forms of the language that are built from these *)

Definition fixed (cs : list cell) : operand := Operand (Const 0) [cs].

(** [for x in lo..hi step s], bounds read once. *)
Definition for_ (x : var) (lo hi s : expr) (b : stmt) : stmt :=
  Seq (Check s) (Seq (Set_ x lo)
    (Loop (Div (Sub (Add hi s) (Add (Var x) (Const 1))) s)
          (Seq b (Set_ x (Add (Var x) s))))).

(** Data-dependent control: every engine reads, then the walk has the value; [n]
    says for what. *)
Definition control_read (n : nat) (o : operand) (e : engine) : stmt :=
  Op (Instr e true n [o] []) [].
Definition load (n : nat) (es : list engine) (x : var) (b : buffer) (o : operand) : stmt :=
  Seq (fold_right (fun e s => Seq (control_read n o e) s) Skip es) (Load x b).

Definition while_load n es x b o (s : stmt) : stmt :=
  Seq (load n es x b o) (While (Var x) (Seq s (load n es x b o))).

(** ** The walk *)

Definition upd {A} (f : nat -> A) (x : nat) (v : A) : nat -> A :=
  fun y => if Nat.eqb y x then v else f y.

Record store := Store { vars : var -> Z; loads : buffer -> nat }.

Definition start (inp : inputs) : store := Store (params inp) (fun _ => 0%nat).

Fixpoint eval (s : store) (e : expr) : Z :=
  match e with
  | Const z => z
  | Var x => vars s x
  | Add a b => eval s a + eval s b
  | Sub a b => eval s a - eval s b
  | Mul a b => eval s a * eval s b
  | Div a b => eval s a / eval s b
  | Mod a b => eval s a mod eval s b
  | Equal a b => if eval s a =? eval s b then 1 else 0
  | Less a b => if eval s a <? eval s b then 1 else 0
  end.

Definition taken (s : store) (c : expr) : bool := negb (eval s c =? 0).

(** An instance: an instruction with its cells fixed by the run. *)
Record inst := Inst {
  eng : engine;
  ctl : bool;
  op : nat;
  reads : list cell;
  writes : list cell
}.

(** An event of the walk: an instance, and the keys its stream waits for. *)
Notation event := (inst * list key)%type.

Definition slot (s : store) (o : operand) : option (list cell) :=
  let z := eval s (o_index o) in
  if z <? 0 then None else nth_error (o_table o) (Z.to_nat z).

Fixpoint slots (s : store) (os : list operand) : option (list cell) :=
  match os with
  | [] => Some []
  | o :: os =>
      match slot s o, slots s os with
      | Some a, Some b => Some (a ++ b)
      | _, _ => None
      end
  end.

Fixpoint wait_keys (s : store) (ws : list wait) : option (list key) :=
  match ws with
  | [] => Some []
  | w :: ws =>
      match wait_keys s ws with
      | None => None
      | Some r =>
          match w with
          | Static k => Some (k :: r)
          | Slot e d o => option_map (fun cs => map (Key e d) cs ++ r) (slot s o)
          end
      end
  end.

Definition make_event (es : list engine) (s : store) (i : instr) (ws : list wait)
  : option event :=
  if existsb (Nat.eqb (i_eng i)) es then
    match slots s (i_reads i), slots s (i_writes i), wait_keys s ws with
    | Some r, Some w, Some ks => Some (Inst (i_eng i) (i_ctl i) (i_op i) r w, ks)
    | _, _, _ => None
    end
  else None.

(** One step of control: what is to be done in place of the statement, the
    variables after it, and the event if it makes one.  [None] is an error. *)
Definition walk_step (es : list engine) (inp : inputs) (c : stmt) (s : store)
  : option (list stmt * store * option event) :=
  let on k := Some (k, s, None) in
  match c with
  | Skip => on []
  | Op i ws => option_map (fun ev => ([], s, Some ev)) (make_event es s i ws)
  | Set_ x e => Some ([], Store (upd (vars s) x (eval s e)) (loads s), None)
  | Load x b =>
      let n := loads s b in
      Some ([], Store (upd (vars s) x (values inp b n)) (upd (loads s) b (S n)), None)
  | Check e => if 0 <? eval s e then on [] else None
  | Seq a b => on [a; b]
  | If c a b => on [if taken s c then a else b]
  | Loop e b => on [Repeat (Z.to_nat (eval s e)) b]
  | Repeat O b => on []
  | Repeat (S n) b => on [b; Repeat n b]
  | While c b => on (if taken s c then [b; While c b] else [])
  end.

Definition opt_list {A} (o : option A) : list A :=
  match o with Some a => [a] | None => [] end.

(** The whole walk, in [n] steps, with its events. *)
Inductive walks (es : list engine) (inp : inputs)
  : nat -> list stmt -> store -> list event -> Prop :=
| walks_end : forall s, walks es inp 0 [] s []
| walks_step : forall n c k s k' s' ev l,
    walk_step es inp c s = Some (k', s', ev) ->
    walks es inp n (k' ++ k) s' l ->
    walks es inp (S n) (c :: k) s (opt_list ev ++ l).

(** The sequential run of a program: its events, in order. *)
Definition runs (p : program) (inp : inputs) (l : list event) : Prop :=
  exists n, walks (engines p) inp n [body p] (start inp) l.

(** The same, computed, within a number of steps. *)
Fixpoint walk (es : list engine) (inp : inputs) (n : nat) (k : list stmt) (s : store)
  : option (list event) :=
  match k, n with
  | [], _ => Some []
  | _, O => None
  | c :: k, S n =>
      match walk_step es inp c s with
      | None => None
      | Some (k', s', ev) =>
          option_map (app (opt_list ev)) (walk es inp n (k' ++ k) s')
      end
  end.

Lemma walk_walks : forall es inp n k s l,
  walk es inp n k s = Some l -> exists m, walks es inp m k s l.
Proof.
  induction n as [|n IH]; intros [|c k] s l H; simpl in H; try discriminate.
  1, 2: injection H as <-; eexists; constructor.
  destruct (walk_step es inp c s) as [[[k' s'] ev]|] eqn:E; [|discriminate].
  destruct (walk es inp n (k' ++ k) s') as [l'|] eqn:E'; [|discriminate].
  injection H as <-. destruct (IH _ _ _ E') as [m Hm].
  eexists. econstructor; eauto.
Qed.

Theorem walk_runs : forall p inp n l,
  walk (engines p) inp n [body p] (start inp) = Some l -> runs p inp l.
Proof. intros p inp n l H. exact (walk_walks _ _ _ _ _ _ H). Qed.

Lemma walks_unique : forall es inp n k s l,
  walks es inp n k s l -> forall m l', walks es inp m k s l' -> n = m /\ l = l'.
Proof.
  induction 1 as [|n c k s k' s' ev l E _ IH]; intros m l'' H'.
  - inversion H'. auto.
  - inversion H' as [|? ? ? ? ? ? ? ? E' W']; subst. rewrite E in E'.
    injection E' as <- <- <-. destruct (IH _ _ W') as [-> ->]. auto.
Qed.

Lemma make_event_engine : forall es s i ws ev,
  make_event es s i ws = Some ev -> In (eng (fst ev)) es.
Proof.
  unfold make_event. intros es s i ws ev H.
  destruct (existsb (Nat.eqb (i_eng i)) es) eqn:E; [|discriminate].
  apply existsb_exists in E as [e [He E]]. apply Nat.eqb_eq in E.
  destruct (slots s (i_reads i)), (slots s (i_writes i)), (wait_keys s ws); try discriminate.
  injection H as <-. simpl. rewrite E. exact He.
Qed.

Lemma walk_step_engine : forall es inp c s k s' ev,
  walk_step es inp c s = Some (k, s', Some ev) -> In (eng (fst ev)) es.
Proof.
  intros es inp c s k s' ev H. destruct c; simpl in H; try discriminate.
  - destruct (make_event es s i ws) eqn:E; simpl in H; [|discriminate].
    injection H as <- <- <-. eauto using make_event_engine.
  - destruct (0 <? eval s e); discriminate.
  - destruct n; discriminate.
Qed.

Lemma walks_engines : forall es inp n k s l ev,
  walks es inp n k s l -> In ev l -> In (eng (fst ev)) es.
Proof.
  induction 1; intros Hin; [destruct Hin|].
  apply in_app_or in Hin as [Hin|Hin]; [|auto].
  destruct ev0; simpl in Hin; [|tauto].
  destruct Hin as [<-|[]]. eauto using walk_step_engine.
Qed.
