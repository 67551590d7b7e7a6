(* Reads streams (.tms) and walks each of them alone, in the control flow that the inputs fix:
   what it issues, in order, and the value of every wait before it.

   Covered: what the dynamic synchronizer prints. One semaphore for each engine, raised by 1 by
   each completion; waits for >=; registers, register rings, trips. No barrier, take, reset. *)

open Text
open Tm

type value =
  | Number of int
  | Name of string (* a register, param or loop variable *)
  | Ring of string * value
  | Trips of string
  | Sum of value * value
  | Difference of value * value
  | Product of value * value
  | Remainder of value * value

type line =
  | Wait of string * value
  | Issue of string
  | Read_own of string
  | Assign of string * value option * value
  | Loop of string * line list
  | Branch of string * line list * line list
  | Again of string * line list

type stream = { engine : string; rings : (string * int) list; lines : line list }

(* ---- Reading ------------------------------------------------------------------------ *)

let rec value r =
  let rec more left =
    if accept r (Sym "+") then more (Sum (left, product r))
    else if accept r (Sym "-") then more (Difference (left, product r))
    else left in
  more (product r)

and product r =
  let rec more left =
    if accept r (Sym "*") then more (Product (left, unit r))
    else if accept r (Sym "%") then more (Remainder (left, unit r))
    else left in
  more (unit r)

and unit r = match peek r with
  | Some (Sym "-") -> skip r; Difference (Number 0, unit r)
  | Some (Sym "(") -> skip r; let v = value r in sym r ")"; v
  | Some (Int n) -> skip r; Number n
  | Some (Word "trips") when peek2 r = Some (Sym "(") ->
      skip r; skip r; let n = called r in sym r ")"; Trips n
  | Some (Word w) ->
      skip r;
      if accept r (Sym "[") then (let v = value r in sym r "]"; Ring (w, v)) else Name w
  | _ -> fail r "a value"

let own_signal r engine =
  expect r (Word "signal") "signal";
  if word r <> engine || peek r <> Some End_of_line then raise (Unsupported "signals")

let rec line engine r =
  let braces () = sym r "{"; end_of_line r; let b = block r (line engine) in sym r "}"; b in
  let control keyword make = skip r; ignore keyword; let n = called r in let b = braces ()
    in make n b in
  let l = match (peek r, peek2 r) with
    | Some (Word "wait"), _ ->
        skip r;
        let s = word r in
        if not (accept r (Sym ">=")) then raise (Unsupported "wait");
        Wait (s, value r)
    | Some (Word "issue"), _ -> skip r; let n = called r in own_signal r engine; Issue n
    | Some (Word "read"), _ -> skip r; let n = called r in own_signal r engine; Read_own n
    | Some (Word "for"), _ -> control "for" (fun n b -> Loop (n, b))
    | Some (Word "while"), _ -> control "while" (fun n b -> Again (n, b))
    | Some (Word "if"), _ -> control "if" (fun n b ->
        Branch (n, b, if accept r (Word "else") then braces () else []))
    | Some (Word w), Some (Sym ("=" | "[")) ->
        skip r;
        let index = if accept r (Sym "[") then (let v = value r in sym r "]"; Some v) else None in
        sym r "=";
        Assign (w, index, value r)
    | _ -> raise (Unsupported "a statement of the streams") in
  end_of_line r;
  l

let read_streams text =
  let r = reader text in
  expect r (Word "streams") "streams";
  ignore (word r); end_of_line r;
  while accept r (Word "semaphore") do
    ignore (commas r (fun r -> ignore (word r);
      if peek r <> Some (Sym ",") && peek r <> Some End_of_line then raise (Unsupported
        "semaphore")));
    end_of_line r done;
  let register r =
    let n = word r in
    if accept r (Sym "[") then (let k = integer r in sym r "]"; (n, k)) else (n, 0) in
  let stream r =
    expect r (Word "stream") "stream";
    let engine = word r in
    sym r "{"; end_of_line r;
    let rec registers () =
      if accept r (Word "reg") then
        (let l = commas r register in end_of_line r; l @ registers ())
      else [] in
    let rings = registers () in
    let lines = block r (line engine) in
    sym r "}"; end_of_line r;
    { engine; rings; lines } in
  let rec all () = if r.rest = [] then [] else let s = stream r in s :: all () in
  all ()

(* ---- Walking ------------------------------------------------------------------------ *)

exception Malformed of string

let modulo a n = if n <= 0 then raise (Malformed "modulus") else ((a mod n) + n) mod n

(* Variables of the program's walk, as the engine's sequencer has them. *)
type walk = {
  vars : int array;
  loads : int array; (* executed, of each buffer *)
  scalars : (string, int) Hashtbl.t;
  arrays : (string, int array) Hashtbl.t;
  scope : (string, int) Hashtbl.t; (* params and variables of enclosing loops *)
  last_read : (int, int) Hashtbl.t; (* of each control statement *)
}

let rec eval vars (e : Proved.expr) = match e with
  | Const z -> z
  | Var v -> vars.(v)
  | Add (a, b) -> eval vars a + eval vars b
  | Sub (a, b) -> eval vars a - eval vars b
  | Mul (a, b) -> eval vars a * eval vars b
  | Mod (a, b) -> modulo (eval vars a) (eval vars b)
  | Equal (a, b) -> if eval vars a = eval vars b then 1 else 0
  | Less (a, b) -> if eval vars a < eval vars b then 1 else 0
  | Div _ -> assert false

let trip_count lo hi step =
  if step <= 0 then raise (Malformed "step") else if hi <= lo then 0 else (hi - lo + step - 1)
    / step

let read_value w n = match Hashtbl.find_opt w.last_read n.id with
  | Some v -> v
  | None -> raise (Malformed "no read before")

(* Lower bound, step and trips of the loop [n], with these variables. *)
let trips w vars n = match n.shape with
  | For { lo; hi; step; _ } ->
      let bound = function Affine e -> eval vars e | Loaded _ -> read_value w n in
      let l = bound lo and s = eval vars step in
      (l, s, trip_count l (bound hi) s)
  | _ -> raise (Malformed "trips of no loop")

(* What a left-out statement does to counters. *)
let rec pass w vars n = match n.shape with
  | Instruction _ -> ()
  | Counter (v, e) -> vars.(v) <- eval vars e
  | For { var; body; _ } ->
      let l, s, k = trips w vars n in
      for i = 0 to k - 1 do vars.(var) <- l + (i * s); List.iter (pass w vars) body done
  | If { test = Holds e; yes; no } ->
      List.iter (pass w vars) (if eval vars e <> 0 then yes else no)
  | If { test = Read _; yes; no } ->
      List.iter (pass w vars) (if read_value w n <> 0 then yes else no)
  | While _ -> raise (Malformed "a while is left out")

let rec contains id n = n.id = id || (match n.shape with
  | Instruction _ | Counter _ -> false
  | For { body; _ } | While { body; _ } -> List.exists (contains id) body
  | If { yes; no; _ } -> List.exists (contains id) (yes @ no))

let call (p : Tm.t) name = match Hashtbl.find_opt p.calls name with
  | Some n -> n
  | None -> raise (Malformed ("no statement " ^ name))

(* The walk of one stream. [input b k] is the k-th value loaded from buffer b. Returns what it
   issues, each with the waits before it, and the waits at the end. *)
let walk_stream (p : Tm.t) ~set ~input stream =
  let w = { vars = Array.make 10000 0; loads = Array.make (Array.length p.buffers) 0;
            scalars = Hashtbl.create 16; arrays = Hashtbl.create 16; scope = Hashtbl.create 16;
            last_read = Hashtbl.create 16 } in
  List.iter (fun (n, v) -> w.vars.(v) <- set n; Hashtbl.replace w.scope n v) p.params;
  List.iter (fun (n, k) -> if k = 0 then Hashtbl.replace w.scalars n 0
              else Hashtbl.replace w.arrays n (Array.make k 0)) stream.rings;
  let issued = ref [] and waits = ref [] in
  let instance id is_read =
    issued := (id, is_read, List.rev !waits) :: !issued; waits := [] in
  let load n (a : access) =
    let k = w.loads.(a.buffer) in
    w.loads.(a.buffer) <- k + 1;
    Hashtbl.replace w.last_read n.id (input a.buffer k) in
  (* [nodes]: the rest of the program's block; [lines]: the rest of the stream's. *)
  let rec go nodes lines = match lines with
    | [] -> List.iter (pass w w.vars) nodes
    | l :: rest -> (
        match l with
        | Wait (s, v) -> waits := (s, number nodes lines v) :: !waits; go nodes rest
        | Assign (x, None, v) ->
            let v = number nodes lines v in
            if not (Hashtbl.mem w.scalars x) then raise (Malformed x);
            Hashtbl.replace w.scalars x v; go nodes rest
        | Assign (x, Some i, v) ->
            let a = Hashtbl.find w.arrays x and i = number nodes lines i in
            let v = number nodes lines v in
            if i < 0 || i >= Array.length a then raise (Malformed x);
            a.(i) <- v; go nodes rest
        | Issue name ->
            let n = call p name in
            let after = reach n nodes in
            instance n.id false; go after rest
        | Read_own name ->
            let n = call p name in
            let after = reach n nodes in
            instance n.id true;
            (match n.shape with
             | For { lo = Loaded a; _ } | For { hi = Loaded a; _ } | If { test = Read a;
               _ } -> load n a
             | _ -> raise (Malformed "read of no load"));
            go (n :: after) rest
        | Loop (name, body) ->
            let n = call p name in
            let after = reach n nodes in
            let l, s, k = trips w w.vars n in
            (match n.shape with
             | For { var; body = inner; _ } ->
                 Hashtbl.replace w.scope n.base var;
                 for i = 0 to k - 1 do w.vars.(var) <- l + (i * s); go inner body done;
                 Hashtbl.remove w.scope n.base
             | _ -> raise (Malformed "for"));
            go after rest
        | Branch (name, yes, no) ->
            let n = call p name in
            let after = reach n nodes in
            (match n.shape with
             | If { test; yes = y; no = z } ->
                 let c = match test with Holds e -> eval w.vars e | Read _ -> read_value w n in
                 if c <> 0 then go y yes else go z no
             | _ -> raise (Malformed "if"));
            go after rest
        | Again (name, body) ->
            let n = call p name in
            let after = reach n nodes in
            (match n.shape with
             | While { read; body = inner } ->
                 let rec split = function
                   | Read_own m :: t when call p m == n -> ([], t)
                   | x :: t -> let a, b = split t in (x :: a, b)
                   | [] -> raise (Malformed "a while without its read") in
                 let before, then_ = split body in
                 let rec again () =
                   straight inner before;
                   instance n.id true;
                   load n read;
                   if read_value w n <> 0 then (go inner then_; again ()) in
                 again ()
             | _ -> raise (Malformed "while"));
            go after rest)
  (* Only waits and registers. *)
  and straight nodes lines = List.iteri (fun k l -> match l with
    | Wait (s, v) -> waits := (s, number nodes lines v) :: !waits; ignore k
    | Assign (x, None, v) -> Hashtbl.replace w.scalars x (number nodes lines v)
    | Assign (x, Some i, v) ->
        (Hashtbl.find w.arrays x).(number nodes lines i) <- number nodes lines v
    | _ -> raise (Malformed "before the read of a while")) lines
  (* Walks past what is left out up to [n]; what comes after it. *)
  and reach n nodes = match nodes with
    | m :: rest when m == n -> rest
    | m :: rest -> pass w w.vars m; reach n rest
    | [] -> raise (Malformed ("out of place: " ^ n.base))
  and number nodes lines v = match v with
    | Number k -> k
    | Name x -> (match Hashtbl.find_opt w.scalars x with
        | Some k -> k
        | None -> (match Hashtbl.find_opt w.scope x with
            | Some v -> w.vars.(v)
            | None -> raise (Malformed ("unknown " ^ x))))
    | Ring (x, i) ->
        let a = Hashtbl.find w.arrays x and i = number nodes lines i in
        if i < 0 || i >= Array.length a then raise (Malformed x) else a.(i)
    | Sum (a, b) -> number nodes lines a + number nodes lines b
    | Difference (a, b) -> number nodes lines a - number nodes lines b
    | Product (a, b) -> number nodes lines a * number nodes lines b
    | Remainder (a, b) -> modulo (number nodes lines a) (number nodes lines b)
    | Trips name ->
        let n = call p name in
        (* the program's counters at the loop's own place, if this gap passes it, else at the
           next statement that both have *)
        let shared = List.find_map (function
          | Issue m | Read_own m | Loop (m, _) | Branch (m, _, _) | Again (m, _)
            -> Some (call p m)
          | Wait _ | Assign _ -> None) lines in
        let stop m = contains n.id m || Some m.id = Option.map (fun s -> s.id) shared in
        let vars = Array.copy w.vars in
        let rec simulate = function
          | m :: rest when not (stop m) -> pass w vars m; simulate rest
          | _ -> () in
        simulate nodes;
        let _, _, k = trips w vars n in
        k
  in
  go p.nodes stream.lines;
  (List.rev !issued, List.rev !waits)
