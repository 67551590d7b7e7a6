(* The sequential run of a program for given inputs, with what the method says of each instance. *)

open Tm

type inputs = { set : (string * int) list; load : (string * int list) list }

let set_of inputs n = Option.value (List.assoc_opt n inputs.set) ~default:0

(* The k-th executed load; after the last value, the last one. *)
let load_of (p : Tm.t) inputs b k =
  match List.assoc_opt p.buffers.(b) inputs.load with
  | None | Some [] -> 0
  | Some l -> List.nth l (min k (List.length l - 1))

let show_inputs inputs =
  let loads l = String.concat "," (List.map string_of_int l) in
  String.concat " "
    (List.map (fun (n, v) -> Printf.sprintf "--set %s=%d" n v) inputs.set
    @ List.map (fun (n, l) -> Printf.sprintf "--load %s=%s" n (loads l)) inputs.load)

(* Small: most runs have none to some hundred instances, and trips are often 0. *)
let draw_inputs p =
  let small () = Random.int 4 in
  let values () = List.init (Random.int 6) (fun _ -> small ()) @ [ 0 ] in
  { set = List.map (fun (n, _) -> (n, small ())) p.params;
    load = Array.to_list (Array.map (fun b -> (b, values ())) p.buffers) }

(* ---- The run ------------------------------------------------------------------------ *)

(* Steps of control; a run that has more counts as none. *)
let most_steps = 200_000

type t = {
  events : (Proved.inst * Proved.key list) list; (* with every key that it needs *)
  trace : Proved.inst list;
  rows : (Proved.inst * (Proved.key * int) list) list; (* the keys with their thresholds *)
}

let proved_inputs p inputs : Proved.inputs =
  let by_variable = List.map (fun (n, v) -> (v, set_of inputs n)) p.params in
  { params = (fun v -> Option.value (List.assoc_opt v by_variable) ~default:0);
    values = (fun b k -> load_of p inputs b k) }

let sequential program p inputs =
  Proved.sequential program (proved_inputs p inputs) most_steps

(* [None]: these inputs have no run. *)
let of_inputs p inputs =
  let run events =
    { events; trace = List.map fst events; rows = Proved.thresholds_of events } in
  Option.map run (sequential (Proved.all_waits p.program) p inputs)

(* ---- In words ----------------------------------------------------------------------- *)

let name_of p id =
  Hashtbl.fold (fun name (n : node) found -> if n.id = id then name else found) p.calls "?"

let show_instance p (i : Proved.inst) =
  Printf.sprintf "%s %s%s" p.engine_names.(i.eng) (if i.ctl then "read " else "")
    (name_of p i.op)

(* For each instance its thresholds and its clock in the ideal system. *)
let print p run =
  let show sep l =
    String.concat " "
      (List.map (fun (e, t) -> Printf.sprintf "%s%s%d" p.engine_names.(e) sep t) l) in
  let threshold ((key : Proved.key), t) = if t = 0 then None else Some (key.k_eng, t) in
  let line k (i, keys) clock =
    let needs = List.sort_uniq compare (List.filter_map threshold keys) in
    Printf.printf "%4d  %-12s needs %s   clock %s\n" (k + 1) (show_instance p i)
      (if needs = [] then "-" else show ">=" needs) (show ":" clock) in
  List.iteri (fun k (row, clock) -> line k row clock)
    (List.combine run.rows (Proved.ideal_clocks p.program run.trace))
