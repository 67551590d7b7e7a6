(** * Extraction of the reference

    What this is: the computable part of the proof as OCaml.  Natural numbers and
    integers become OCaml's; everything else is as proved. *)

From Coq Require Import List ZArith.
From Coq Require Extraction ExtrOcamlBasic ExtrOcamlNatInt ExtrOcamlZInt.
From Tidemark Require Import Program Trace Ideal Annotate Analysis Compute Judge.

Set Warnings "-extraction-reserved-identifier".

(** The sequential run of a program with all its waits, within a number of steps. *)
Definition sequential (p : program) (inp : inputs) (steps : nat) : option (list event) :=
  walk (engines p) inp steps (body p :: nil) (start inp).

Definition ideal_clocks (p : program) (tr : trace) :=
  clocks (engines p) tr (ideal_waits (depth p) tr).

Definition verdict (p : program) (tr : trace) (given : list (list (engine * nat))) : bool :=
  decide (depth p) (engines p) tr given.

Extraction Language OCaml.
Extraction "proved.ml" for_ load while_load fixed all_waits pruned sequential thresholds_of
  ideal_clocks verdict judge_streams all_right ends_hold.
