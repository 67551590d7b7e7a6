(* Reads a program (.tm): the core forms of the model, into the syntax of the proof.

   The tree is kept beside it, for walking streams. Striped engines are outside the model. *)

open Text
open Proved

exception Unsupported of string

type access = { buffer : int; operand : operand }

type bound = Affine of expr | Loaded of access

type node = {
  id : int; (* in order of text: the [i_op] of its instances *)
  label : string option;
  base : string; (* what it is called without a label *)
  shape : shape;
}

and shape =
  | Instruction of instr
  | Counter of int * expr
  | For of { var : int; lo : bound; hi : bound; step : expr; body : node list }
  | If of { test : test; yes : node list; no : node list }
  | While of { read : access; body : node list }

and test = Holds of expr | Read of access

type t = {
  name : string;
  engine_names : string array; (* all that are declared *)
  part : int list; (* those that have an instruction *)
  inflight : int array;
  params : (string * int) list; (* name, variable *)
  variables : (string, int) Hashtbl.t; (* of params, counters and loop variables *)
  buffers : string array;
  nodes : node list;
  calls : (string, node) Hashtbl.t;
  program : program; (* without waits *)
}

(* ---- Expressions -------------------------------------------------------------------- *)

(* [%] binds like [*] and stands outermost, so one grammar reads affine and residue. *)
let rec expression vars r =
  let rec more left =
    if accept r (Sym "+") then more (Add (left, term vars r))
    else if accept r (Sym "-") then more (Sub (left, term vars r))
    else left
  in
  more (term vars r)

and term vars r =
  let rec more left =
    if accept r (Sym "*") then more (Mul (left, factor vars r))
    else if accept r (Sym "%") then more (Mod (left, factor vars r))
    else left
  in
  more (factor vars r)

and factor vars r =
  match peek r with
  | Some (Sym "-") -> skip r; Sub (Const 0, factor vars r)
  | Some (Sym "(") -> skip r; let e = expression vars r in sym r ")"; e
  | Some (Int n) -> skip r; Const n
  | Some (Word w) -> (
      skip r;
      match Hashtbl.find_opt vars w with Some v -> Var v | None -> fail r ("a variable, not " ^
        w))
  | _ -> fail r "an expression"

(* ---- Cells -------------------------------------------------------------------------- *)

type declared = { slots : int option; range : (string * int * int) option }

(* A table of slots for each buffer: a cell of its own for each slot, or the elementary byte
   ranges between the borders of all slots of a memory. *)
let tables declared =
  let fresh = ref 0 in
  let next () = incr fresh; !fresh - 1 in
  let count d = Option.value d.slots ~default:1 in
  let piece d k = (* bytes of slot k *)
    match d.range with
    | Some (m, a, b) -> let w = (b - a) / count d in (m, a + (k * w), a + ((k + 1) * w))
    | None -> assert false
  in
  let in_memory = List.filter (fun d -> d.range <> None) declared in
  let borders m =
    List.concat_map (fun d -> List.concat (List.init (count d) (fun k ->
        let m', a, b = piece d k in if m = m' then [ a; b ] else []))) in_memory
    |> List.sort_uniq compare
  in
  let elementary = Hashtbl.create 16 in
  let cell m a = match Hashtbl.find_opt elementary (m, a) with
    | Some c -> c
    | None -> let c = next () in Hashtbl.add elementary (m, a) c; c
  in
  let slot d k = match d.range with
    | None -> [ next () ]
    | Some _ ->
        let m, a, b = piece d k in
        List.filter_map (fun x -> if a <= x && x < b then Some (cell m x) else None) (borders m)
  in
  List.map (fun d -> List.init (count d) (slot d)) declared

(* ---- Statements --------------------------------------------------------------------- *)

let is_attribute r = match (peek r, peek2 r) with
  | Some (Word _), Some (Int _) -> true
  | Some (Word _), Some (Sym "-") -> true
  | _ -> false

let comparison left right c : expr = match c with
  | "==" -> Equal (left, right)
  | "!=" -> Equal (Equal (left, right), Const 0)
  | "<" -> Less (left, right)
  | ">" -> Less (right, left)
  | "<=" -> Equal (Less (right, left), Const 0)
  | _ -> Equal (Less (left, right), Const 0)

let read_program text : t =
  let r = reader text in
  let vars = Hashtbl.create 16 in
  let fresh_var = ref 0 in
  let variable name = let v = !fresh_var in incr fresh_var; Hashtbl.replace vars name v; v in
  let hidden () = let v = !fresh_var in incr fresh_var; v in
  expect r (Word "program") "program";
  let name = word r in
  end_of_line r;
  let engines = ref [] and params = ref [] and declared = ref [] and counters = ref [] in
  let engine r =
    let n = word r in
    let inflight = ref 1 in
    let rec attributes () = match peek r with
      | Some (Word "inflight") -> skip r; inflight := integer r; attributes ()
      | Some (Word "stripes") -> skip r; if integer r > 1 then raise (Unsupported "stripes");
        attributes ()
      | _ -> ()
    in
    attributes ();
    engines := !engines @ [ (n, !inflight) ]
  in
  let buffer r =
    let n = word r in
    let slots = if accept r (Sym "[") then (let k = integer r in sym r "]"; Some k) else None in
    let range = if accept r (Word "at") then begin
        let m = word r in
        sym r "["; let a = integer r in sym r ","; let b = integer r in sym r ")";
        Some (m, a, b) end else None in
    declared := !declared @ [ (n, { slots; range }) ]
  in
  let rec declarations () =
    let line item = skip r; ignore (commas r item); end_of_line r; declarations () in
    match peek r with
    | Some (Word "engine") -> line engine
    | Some (Word "param") -> line (fun r -> let n = word r in params := !params @ [ (n, variable
      n) ])
    | Some (Word "memory") -> line (fun r -> ignore (word r))
    | Some (Word "buffer") -> line buffer
    | Some (Word "counter") -> line (fun r -> let n = word r in counters := variable n ::
      !counters; ignore n)
    | _ -> ()
  in
  declarations ();
  let engine_names = Array.of_list (List.map fst !engines) in
  let engine_id n =
    let rec go i = if i >= Array.length engine_names then fail r ("an engine, not " ^ n)
      else if engine_names.(i) = n then i else go (i + 1) in go 0 in
  let buffers = Array.of_list (List.map fst !declared) in
  let table = Array.of_list (tables (List.map snd !declared)) in
  let access r =
    let n = word r in
    let rec go i = if i >= Array.length buffers then fail r ("a buffer, not " ^ n)
      else if buffers.(i) = n then i else go (i + 1) in
    let b = go 0 in
    let index = if accept r (Sym "[") then (let e = expression vars r in sym r "]"; e)
      else Const 0 in
    { buffer = b; operand = { o_index = index; o_table = table.(b) } }
  in
  let ids = ref 0 in
  let loaded r = accept r (Word "load") in
  let rec statement r =
    let label = match (peek r, peek2 r) with
      | Some (Word w), Some (Sym ":") -> skip r; skip r; Some w
      | _ -> None in
    let id = !ids in
    incr ids;
    let braces () = sym r "{"; end_of_line r; let b = block r statement in sym r "}"; b in
    let node base shape = { id; label; base; shape } in
    match (peek r, peek2 r) with
    | Some (Word w), Some (Sym "=") ->
        skip r; skip r;
        let e = expression vars r in
        end_of_line r; node "" (Counter (Hashtbl.find vars w, e))
    | Some (Word "for"), _ ->
        skip r;
        let v = word r in
        expect r (Word "in") "in";
        let bound () = if loaded r then Loaded (access r) else Affine (expression vars r) in
        let lo = bound () in
        sym r "..";
        let hi = bound () in
        let step = if accept r (Word "step") then expression vars r else Const 1 in
        let var = variable v in
        let body = braces () in
        end_of_line r; Hashtbl.remove vars v; node v (For { var; lo; hi; step; body })
    | Some (Word "if"), _ ->
        skip r;
        let test = if loaded r then Read (access r) else begin
            let left = expression vars r in
            match peek r with
            | Some (Sym ("==" | "!=" | "<" | "<=" | ">" | ">=" as c)) ->
                skip r; Holds (comparison left (expression vars r) c)
            | _ -> Holds left end in
        let yes = braces () in
        let no = if accept r (Word "else") then braces () else [] in
        end_of_line r; node "if" (If { test; yes; no })
    | Some (Word "while"), _ ->
        skip r;
        expect r (Word "load") "load";
        let read = access r in
        let body = braces () in
        end_of_line r; node "while" (While { read; body })
    | _ ->
        let e = engine_id (word r) in
        let opcode = word r in
        let reads = if peek r = Some (Sym "->") then [] else commas r access in
        sym r "->";
        let writes = match peek r with
          | Some (Word _) when not (is_attribute r) -> commas r access
          | _ -> [] in
        while peek r <> Some End_of_line do ignore (word r); ignore (integer r) done;
        end_of_line r;
        let cells = List.map (fun a -> a.operand) in
        node opcode (Instruction { i_eng = e; i_ctl = false; i_op = id;
                                   i_reads = cells reads; i_writes = cells writes })
  in
  let rec all () = if r.rest = [] then [] else let s = statement r in s :: all () in
  let nodes = all () in
  (* Engines that take part, in declared order. *)
  let rec engines_of n = match n.shape with
    | Instruction i -> [ i.i_eng ]
    | Counter _ -> []
    | For { body; _ } | While { body; _ } -> List.concat_map engines_of body
    | If { yes; no; _ } -> List.concat_map engines_of (yes @ no) in
  let used = List.concat_map engines_of nodes in
  let part = List.filter (fun e -> List.mem e used) (List.init (Array.length engine_names)
    Fun.id) in
  (* What statements are called. *)
  let rec flat n = n :: (match n.shape with
    | Instruction _ | Counter _ -> []
    | For { body; _ } | While { body; _ } -> List.concat_map flat body
    | If { yes; no; _ } -> List.concat_map flat (yes @ no)) in
  let every = List.filter (fun n -> n.base <> "") (List.concat_map flat nodes) in
  let calls = Hashtbl.create 16 in
  let same n = List.filter (fun m -> m.label = None && m.base = n.base) every in
  List.iter (fun n -> match n.label with
    | Some l -> Hashtbl.replace calls l n
    | None -> (match same n with
      | [ _ ] -> Hashtbl.replace calls n.base n
      | l -> List.iteri (fun k m -> if m == n then
            Hashtbl.replace calls (n.base ^ "." ^ string_of_int (k + 1)) n) l)) every;
  (* The program of the proof. *)
  let seq l = List.fold_right (fun a b -> Seq (a, b)) l Skip in
  let read_for n a = let v = hidden () in (load n.id part v a.buffer a.operand, Var v) in
  let rec stmt n = match n.shape with
    | Instruction i -> Op (i, [])
    | Counter (v, e) -> Set_ (v, e)
    | For { var; lo; hi; step; body } ->
        let before, value = match (lo, hi) with
          | Loaded a, _ | _, Loaded a -> read_for n a
          | _ -> (Skip, Const 0) in
        let bound = function Affine e -> e | Loaded _ -> value in
        let s = hidden () in
        seq [ before; Set_ (s, step); for_ var (bound lo) (bound hi) (Var s)
          (seq (List.map stmt body)) ]
    | If { test; yes; no } ->
        let before, c = match test with Holds e -> (Skip, e) | Read a -> read_for n a in
        seq [ before; Proved.If (c, seq (List.map stmt yes), seq (List.map stmt no)) ]
    | While { read = a; body } ->
        while_load n.id part (hidden ()) a.buffer a.operand (seq (List.map stmt body))
  in
  let inflight = Array.of_list (List.map snd !engines) in
  { name; engine_names; part; inflight; params = !params; variables = vars; buffers; nodes; calls;
    program = { engines = part; depth = (fun e -> inflight.(e)); body = seq (List.map stmt nodes)
      } }
