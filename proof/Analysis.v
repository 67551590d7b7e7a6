(** * The must-analysis: which waits are needed at all

    What this is: the analysis as a computable function over structured programs.

    Plan.
    - An abstract state says what is certain before a point, for every run:
      [know], for an engine [f]: the keys whose present value the stream of [f] is
      certain of; [after], for a key [k]: the keys that whoever is certain of [k] is
      certain of too.  Keys are named relative to frames (previous file).
    - [certain_at]: what an instruction is certain of when it issues: what its
      stream knows, its own serial engine, the waits it keeps, and what comes after
      any of these.
    - [enough]: every key that it needs is among them, or waited for at a slot that
      the run chooses.  [transfer]: the state after it.
    - [turn]: a variable changes, so frames turn.
    - [certify]: the walk over the program; greatest fixpoints at loops, meets at
      joins, constant loops one iteration after another.  It fails if some kept
      waits are not enough.
    - [prune]: drops every wait that the analysis calls redundant. *)

From Coq Require Import List ZArith Arith Bool Lia.
From Tidemark Require Import Program Trace System Annotate Names.
Import ListNotations.

Record name := Name { n_eng : engine; n_kind : kind; n_place : place }.

Definition name_dec : forall a b : name, {a = b} + {a <> b}.
Proof. repeat decide equality. Defined.
Definition wait_dec : forall a b : wait, {a = b} + {a <> b}.
Proof. repeat decide equality. Defined.

(** The test most often made, written to be fast. *)
Definition place_eqb (a b : place) : bool :=
  match a, b with
  | Plain x, Plain y => x =? y
  | Rel r c, Rel r' c' => (r =? r') && (c =? c')
  | _, _ => false
  end.
Definition kind_eqb (a b : kind) : bool :=
  match a, b with Wr, Wr | Ac, Ac => true | _, _ => false end.
Definition name_eqb (a b : name) : bool :=
  (n_eng a =? n_eng b) && kind_eqb (n_kind a) (n_kind b) && place_eqb (n_place a) (n_place b).

Lemma name_eqb_eq : forall a b, name_eqb a b = true <-> a = b.
Proof.
  intros [e d p] [e' d' p']. unfold name_eqb. simpl. rewrite !andb_true_iff, Nat.eqb_eq. split.
  - intros [[-> D] P]. f_equal; [destruct d, d'; auto; discriminate|].
    destruct p, p'; simpl in P; try discriminate;
      [|apply andb_prop in P as [P Q]; apply Nat.eqb_eq in Q]; apply Nat.eqb_eq in P; congruence.
  - intros E. injection E as -> -> ->. repeat split; [now destruct d'|].
    destruct p'; simpl; now rewrite ?Nat.eqb_refl.
Qed.

Definition among (k : name) (l : list name) : bool := existsb (name_eqb k) l.

(** Pairs in groups: of each engine what it knows, of each key what comes after. *)
Record abs := Abs { know : list (engine * list name); after : list (name * list name) }.

Fixpoint group {A} (eqb : A -> A -> bool) (m : list (A * list name)) (x : A) : list name :=
  match m with
  | [] => []
  | (y, l) :: m => if eqb y x then l else group eqb m x
  end.

Definition knows (a : abs) (f : engine) : list name := group Nat.eqb (know a) f.
Definition follows (a : abs) (k : name) : list name := group name_eqb (after a) k.

(** What is left of the groups by a test. *)
Definition only {A} (test : A -> name -> bool) (m : list (A * list name)) :=
  map (fun g => (fst g, filter (test (fst g)) (snd g))) m.

Definition none : abs := Abs [] [].

(** What both say. *)
Definition meet (a b : abs) : abs :=
  Abs (only (fun f k => among k (knows b f)) (know a))
      (only (fun k j => among j (follows b k)) (after a)).

(** [a] says all that [b] says. *)
Definition stronger (a b : abs) : bool :=
  forallb (fun g => forallb (fun k => among k (knows a (fst g))) (snd g)) (know b)
  && forallb (fun g => forallb (fun j => among j (follows a (fst g))) (snd g)) (after b).

Section Analysis.
Variable rs : list ring.
Variable es : list engine.
Variable depth : engine -> nat.
Variable names : list name.   (* of keys that are ever set *)

Definition own (f : engine) : list name := filter (fun k => n_eng k =? f) names.

(** ** One instruction *)

Definition wait_names (w : wait) : list name :=
  match w with
  | Static k => [Name (k_eng k) (k_kind k) (Plain (k_cell k))]
  | Slot e d o => match places rs o with Some ps => map (Name e d) ps | None => [] end
  end.

Definition certain_at (f : engine) (ws : list wait) (a : abs) : list name :=
  let first := knows a f ++ (if depth f <=? 1 then own f else []) ++ flat_map wait_names ws in
  nodup name_dec (first ++ flat_map (follows a) first).

(** Are all keys of the wait [w] among [c]? *)
Definition all_in (c : list name) (w : wait) : bool :=
  match w with
  | Static k => among (Name (k_eng k) (k_kind k) (Plain (k_cell k))) c
  | Slot e d o =>
      forallb (fun p => among (Name e d p) c)
        (match places rs o with Some ps => ps | None => map Plain (concat (o_table o)) end)
  end.

Definition enough (i : instr) (ws : list wait) (a : abs) : bool :=
  let c := certain_at (i_eng i) ws a in
  forallb (fun w => (if in_dec wait_dec w ws then true else false) || all_in c w)
          (instr_waits es i).

(** The keys that an instruction sets, and those that it may set. *)
Definition touched (known : bool) (e : engine) (d : kind) (o : operand) : list name :=
  match places rs o with
  | Some ps => if known then map (Name e d) ps else []
  | None => if known then [] else map (fun x => Name e d (Plain x)) (concat (o_table o))
  end.

Definition sets_names (known : bool) (i : instr) : list name :=
  flat_map (touched known (i_eng i) Ac) (i_reads i ++ i_writes i)
  ++ flat_map (touched known (i_eng i) Wr) (i_writes i).

Definition apart (k j : name) : bool :=
  negb (n_eng k =? n_eng j) || negb (kind_eqb (n_kind k) (n_kind j))
  || distinct rs (n_place k) (n_place j).

Definition transfer (i : instr) (ws : list wait) (a : abs) : abs :=
  let f := i_eng i in
  let set := nodup name_dec (sets_names true i) in
  let kept k := forallb (apart k) (set ++ sets_names false i) in
  let c := filter kept (certain_at f ws a) in
  let mine := c ++ (if i_ctl i then own f else []) in
  let brings := c ++ own f in
  Abs ((f, mine) :: only (fun _ k => kept k) (filter (fun g => negb (fst g =? f)) (know a)))
      (map (fun k => (k, brings)) set
       ++ only (fun _ k => kept k) (filter (fun g => kept (fst g)) (after a))).

(** ** A variable changes *)

Definition map_names (g : name -> name) (a : abs) : abs :=
  Abs (map (fun x => (fst x, map g (snd x))) (know a))
      (map (fun x => (g (fst x), map g (snd x))) (after a)).

Definition shift_name (r : nat) (t : Z) (k : name) : name :=
  Name (n_eng k) (n_kind k) (shift rs r t (n_place k)).

Definition turn_by (r : nat) (t : Z) (a : abs) : abs := map_names (shift_name r (- t)) a.

(** By an unknown number: what holds in all rotations. *)
Definition turn_any (r : nat) (n : nat) (a : abs) : abs :=
  let all test := forallb (fun t => test (shift_name r (Z.of_nat t))) (seq 0 n) in
  if n =? 0 then none else
  Abs (only (fun f k => all (fun g => among (g k) (knows a f))) (know a))
      (only (fun k j => all (fun g => among (g j) (follows a (g k)))) (after a)).

(** By how much [x = e] changes [x], where that is a constant. *)
Definition change (x : var) (e : expr) : option Z :=
  match linear_of e with
  | Some ([(y, c)], z) => if (x =? y) && (c =? 1)%Z then Some z else None
  | _ => None
  end.

Definition turn_ring (x : var) (d : option Z) (r : nat) (g : ring) (a : abs) : abs :=
  let c := coefficient (r_form g) x in
  if (c =? 0)%Z then a else
  match d with
  | Some z => turn_by r (c * z) a
  | None => turn_any r (length (r_cells g)) a
  end.

Fixpoint turn (x : var) (d : option Z) (r : nat) (gs : list ring) (a : abs) : abs :=
  match gs with
  | [] => a
  | g :: gs => turn x d (S r) gs (turn_ring x d r g a)
  end.

(** ** Programs *)

(** The greatest state below [a] that [f] keeps.  Each round loses a pair, so
    there are no more rounds than pairs; the empty state is always one. *)
Fixpoint stable (f : abs -> option abs) (rounds : nat) (a : abs) : option abs :=
  match f a with
  | None => None
  | Some b =>
      if stronger b a then Some a
      else match rounds with
           | O => match f none with Some _ => Some none | None => None end
           | S n => stable f n (meet a b)
           end
  end.

Definition pairs {A} (m : list (A * list name)) : nat := length (flat_map snd m).
Definition rounds (a : abs) : nat := pairs (know a) + pairs (after a).

Fixpoint times (n : nat) (f : abs -> option abs) (a : abs) : option abs :=
  match n with
  | O => Some a
  | S n => match f a with Some b => times n f b | None => None end
  end.

Fixpoint certify (c : stmt) (a : abs) : option abs :=
  match c with
  | Skip | Check _ => Some a
  | Op i ws => if enough i ws a then Some (transfer i ws a) else None
  | Set_ x e => Some (turn x (change x e) 0 rs a)
  | Load x _ => Some (turn x None 0 rs a)
  | Seq p q => match certify p a with Some b => certify q b | None => None end
  | If _ p q =>
      match certify p a, certify q a with
      | Some b, Some b' => Some (meet b b')
      | _, _ => None
      end
  | Loop _ b | While _ b => stable (certify b) (rounds a) a
  | Repeat n b => times n (certify b) a
  end.

(** At the start no key has been set, and all are certain.  [all] are the keys
    that anyone needs. *)
Definition at_start (all : list name) : abs :=
  Abs (map (fun f => (f, all)) es) (map (fun k => (k, names)) names).

(** ** Dropping waits *)

(** Those of [ws] that are not covered by the others. *)
Fixpoint drop (f : engine) (a : abs) (kept ws : list wait) : list wait :=
  match ws with
  | [] => rev kept
  | w :: r => if all_in (certain_at f (kept ++ r) a) w then drop f a kept r
              else drop f a (w :: kept) r
  end.

Definition or_none (a : option abs) : abs := match a with Some a => a | None => none end.

(** What holds before every one of [n] iterations. *)
Fixpoint each_time (n : nat) (f : abs -> option abs) (a : abs) : abs :=
  match n with
  | O => a
  | S n => match f a with Some b => meet a (each_time n f b) | None => none end
  end.

Fixpoint prune (c : stmt) (a : abs) : stmt :=
  match c with
  | Op i _ => Op i (drop (i_eng i) a [] (instr_waits es i))
  | Seq p q => Seq (prune p a) (prune q (or_none (certify (with_waits es p) a)))
  | If e p q => If e (prune p a) (prune q a)
  | Loop e b =>
      Loop e (prune b (or_none (stable (certify (with_waits es b)) (rounds a) a)))
  | While e b =>
      While e (prune b (or_none (stable (certify (with_waits es b)) (rounds a) a)))
  | Repeat n b => Repeat n (prune b (each_time (n - 1) (certify (with_waits es b)) a))
  | Skip | Set_ _ _ | Load _ _ | Check _ => c
  end.

End Analysis.

(** ** Finding rings and names

    Any rings and names will do for soundness; these are those of the program. *)

Fixpoint instrs (c : stmt) : list instr :=
  match c with
  | Op i _ => [i]
  | Seq p q | If _ p q => instrs p ++ instrs q
  | Loop _ b | While _ b | Repeat _ b => instrs b
  | Skip | Set_ _ _ | Load _ _ | Check _ => []
  end.

Definition ring_dec : forall a b : ring, {a = b} + {a <> b}.
Proof. repeat decide equality. Defined.

Definition ring_of (o : operand) : list ring :=
  match o_index o with
  | Mod e (Const n) =>
      match linear_of e with
      | Some (l, _) =>
          if forallb (fun cs => length cs =? 1) (o_table o)
          then [Ring l (concat (o_table o))] else []
      | None => []
      end
  | _ => []
  end.

Definition rings (c : stmt) : list ring :=
  nodup ring_dec (flat_map (fun i => flat_map ring_of (i_reads i ++ i_writes i)) (instrs c)).

(** The names that a name turns into, with itself. *)
Definition rotations (rs : list ring) (k : name) : list name :=
  match n_place k with
  | Plain _ => [k]
  | Rel r _ =>
      match nth_error rs r with
      | Some g => map (fun c => Name (n_eng k) (n_kind k) (Rel r c)) (seq 0 (length (r_cells g)))
      | None => [k]
      end
  end.

Definition set_names (rs : list ring) (c : stmt) : list name :=
  nodup name_dec (flat_map (rotations rs)
    (flat_map (fun i => sets_names rs true i ++ sets_names rs false i) (instrs c))).

Definition needed_names (rs : list ring) (es : list engine) (c : stmt) : list name :=
  nodup name_dec (flat_map (rotations rs)
    (flat_map (fun e => flat_map (fun i =>
       flat_map (fun o => touched rs true e Wr o ++ touched rs false e Wr o) (i_reads i) ++
       flat_map (fun o => touched rs true e Ac o ++ touched rs false e Ac o) (i_writes i))
     (instrs c)) es)).

(** The state at the end of a program, if the waits that it carries are enough. *)
Definition analyse (p : program) : option abs :=
  let rs := rings (body p) in
  let set := set_names rs (body p) in
  certify rs (engines p) (depth p) set (body p)
          (at_start (engines p) set (needed_names rs (engines p) (body p))).

Definition certified (p : program) : bool :=
  match analyse p with Some _ => true | None => false end.

(** A program with the waits that the analysis keeps. *)
Definition pruned (p : program) : program :=
  let rs := rings (body p) in
  let set := set_names rs (body p) in
  let c := prune rs (engines p) (depth p) set (body p)
             (at_start (engines p) set (needed_names rs (engines p) (body p))) in
  let p' := Program (engines p) (depth p) c in
  if certified p' then p' else all_waits p.
