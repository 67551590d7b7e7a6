(** * Small programs, run inside the proof

    What this is: evidence that the definitions say what they should, computed by
    the kernel: a ring between two engines, and data-dependent control.

    Plan.
    - The sequential run, its thresholds and clocks are those worked out by hand.
    - The analysis accepts the streams, drops the waits that a reader would drop,
      and refuses to drop one more. *)

From Coq Require Import List ZArith.
From Tidemark Require Import Program Trace Ideal Annotate Analysis Compute.
Import ListNotations.
Local Open Scope Z_scope.

Definition dma : engine := 0%nat.
Definition pe : engine := 1%nat.
Definition i : var := 0%nat.
Definition n : var := 1%nat.

Definition plain (e : engine) (o : nat) (r w : list operand) : stmt := Op (Instr e false o r w)
  [].

(** A ring of two slots, filled by [dma], which may have two in flight, and emptied
    by [pe]. *)
Definition slot_i : operand := Operand (Mod (Var i) (Const 2)) [[0%nat]; [1%nat]].
Definition ring_body : stmt :=
  Seq (plain dma 1 [] [slot_i]) (plain pe 2 [slot_i] []).
Definition ring_program : program :=
  Program [dma; pe] (fun e => if Nat.eqb e dma then 2%nat else 1%nat)
          (for_ i (Const 0) (Var n) (Const 1) ring_body).
Definition three : inputs := Inputs (fun x => if Nat.eqb x n then 3 else 0) (fun _ _ => 0).

Definition run (p : program) (inp : inputs) : list event :=
  match walk (engines p) inp 1000 [body p] (start inp) with Some l => l | None => [] end.

(** Engine, and thresholds that are not 0, of each instance. *)
Definition waits_made (p : program) (inp : inputs) :=
  map (fun r => (eng (fst r),
                 filter (fun w => negb (Nat.eqb (snd w) 0))
                        (map (fun kt => (k_eng (fst kt), snd kt)) (snd r))))
      (thresholds_of (run p inp)).

(** All: the third load waits for the first load (its own) and for its use. *)
Example ring_all : waits_made (all_waits ring_program) three =
  [(dma, []); (pe, [(dma, 1)]); (dma, []); (pe, [(dma, 2)]); (dma, [(dma, 1); (pe, 1)]);
    (pe, [(dma, 3)])]%nat.
Proof. vm_compute. reflexivity. Qed.

(** What the use was certain of, the load that waits for it is too. *)
Example ring_pruned : waits_made (pruned ring_program) three =
  [(dma, []); (pe, [(dma, 1)]); (dma, []); (pe, [(dma, 2)]); (dma, [(pe, 1)]);
    (pe, [(dma, 3)])]%nat.
Proof. vm_compute. reflexivity. Qed.

(** Without any wait the analysis refuses, and the decision says no. *)
Example ring_none : certified ring_program = false.
Proof. vm_compute. reflexivity. Qed.

Example ring_none_run :
  decide (depth ring_program) (engines ring_program) (map fst (run ring_program three))
    [] = false.
Proof. vm_compute. reflexivity. Qed.

Example ring_clocks :
  clocks [dma; pe] (map fst (run ring_program three))
         (ideal_waits (depth ring_program) (map fst (run ring_program three))) =
  [[(dma, 0); (pe, 0)]; [(dma, 1); (pe, 0)]; [(dma, 0); (pe, 0)];
   [(dma, 2); (pe, 1)]; [(dma, 1); (pe, 1)]; [(dma, 3); (pe, 2)]]%nat.
Proof. vm_compute. reflexivity. Qed.

(** Data-dependent control: both engines read the flag, and its writer waits for
    their reads in the next trip. *)
Definition flag : operand := fixed [0%nat].
Definition flag_program : program :=
  Program [dma; pe] (fun _ => 1%nat)
    (Repeat 2 (Seq (plain dma 1 [] [flag])
      (Seq (load 2 [dma; pe] i 0%nat flag) (If (Var i) (plain pe 3 [] []) Skip)))).
Definition taken_once : inputs := Inputs (fun _ => 0) (fun _ k => if Nat.eqb k 0 then 1 else 0).

Example flag_all : waits_made (pruned flag_program) taken_once =
  [(dma, []); (dma, []); (pe, [(dma, 1)]); (pe, []);
   (dma, [(pe, 1)]); (dma, []); (pe, [(dma, 3)])]%nat.
Proof. vm_compute. reflexivity. Qed.
