(* The reference: what was proved, run.

     reference P.tm --set n=4 --load x=1,0        prints the sequential run: for each instance its
                                                  thresholds and its clock in the ideal system
     reference P.tm --streams S.tms --set ...     holds streams against it
       --any                                      whatever thresholds they have: are they exact?
     reference --pairs FILE [--runs N] [--seed N] many programs with their streams
       --analysis                                 and the proved analysis beside them

   A file of pairs is programs and streams in turn, each followed by a line [%%].

   Held against each other, for each instance: the streams issue what the sequential run says;
     every
   wait that they keep has the threshold of a key that the instance needs, or one that holds from
   the start; and the waits are exact by the proved decision, so every wait that they drop is
   certain. *)

open Tm

let steps = 200_000

(* ---- Inputs ------------------------------------------------------------------------- *)

type inputs = { set : (string * int) list; load : (string * int list) list }

let set_of inputs n = Option.value (List.assoc_opt n inputs.set) ~default:0

(* The k-th executed load; after the last value, the last one. *)
let load_of (p : Tm.t) inputs b k = match List.assoc_opt p.buffers.(b) inputs.load with
  | None | Some [] -> 0
  | Some l -> List.nth l (min k (List.length l - 1))

let proved_inputs p inputs : Proved.inputs =
  let by_variable = List.map (fun (n, v) -> (v, set_of inputs n)) p.params in
  { params = (fun v -> Option.value (List.assoc_opt v by_variable) ~default:0);
    values = (fun b k -> load_of p inputs b k) }

let show_inputs inputs =
  String.concat " " (List.map (fun (n, v) -> Printf.sprintf "--set %s=%d" n v) inputs.set
    @ List.map (fun (n, l) -> Printf.sprintf "--load %s=%s" n
        (String.concat "," (List.map string_of_int l))) inputs.load)

(* ---- The sequential run ------------------------------------------------------------- *)

type row = {
  inst : Proved.inst;
  keys : (Proved.key * int) list; (* needed, with their thresholds *)
  clock : (int * int) list;
}

(* [None]: these inputs have no run. *)
let sequential p inputs =
  let all = Proved.all_waits p.program in
  match Proved.sequential all (proved_inputs p inputs) steps with
  | None -> None
  | Some events ->
      let trace = List.map fst events in
      let clocks = Proved.ideal_clocks p.program trace in
      Some (trace, List.map2 (fun (inst, keys) clock -> { inst; keys; clock })
                     (Proved.thresholds_of events) clocks)

let name_of p id =
  Hashtbl.fold (fun name (n : node) found -> if n.id = id then name else found) p.calls "?"

let print_run p rows =
  List.iteri (fun k (r : row) ->
    let thresholds = List.sort_uniq compare (List.filter_map (fun ((key : Proved.key), t) ->
        if t = 0 then None else Some (p.engine_names.(key.k_eng), t)) r.keys) in
    let show sep l = String.concat " " (List.map (fun (e, t) -> Printf.sprintf "%s%s%d" e sep t)
      l) in
    Printf.printf "%4d  %-6s %s%s   needs %s   clock %s\n" (k + 1) p.engine_names.(r.inst.eng)
      (if r.inst.ctl then "read " else "") (name_of p r.inst.op)
      (if thresholds = [] then "-" else show ">=" thresholds)
      (show ":" (List.map (fun (e, t) -> (p.engine_names.(e), t)) r.clock))) rows

(* ---- Streams ------------------------------------------------------------------------ *)

type finding = string

let engine_of p name =
  let rec go i = if i >= Array.length p.engine_names then raise (Tms.Malformed name)
    else if p.engine_names.(i) = name then i else go (i + 1) in
  go 0

(* Kept waits and needed keys, counted; and what is wrong, if anything. *)
let compare_streams ?(any = false) p inputs streams (trace, rows) : int * int * finding option =
  let walked = List.map (fun (s : Tms.stream) ->
      (engine_of p s.engine,
       Tms.walk_stream p ~set:(set_of inputs) ~input:(load_of p inputs) s)) streams in
  let queues = Array.make (Array.length p.engine_names) [] in
  List.iter (fun (e, (l, _)) -> queues.(e) <- l) walked;
  let kept = ref 0 and needed = ref 0 and wrong = ref None in
  let blame k fmt = Printf.ksprintf (fun s ->
      if !wrong = None then wrong := Some (Printf.sprintf "instance %d: %s" (k + 1) s)) fmt in
  let given = List.mapi (fun k (r : row) ->
      match queues.(r.inst.eng) with
      | [] -> blame k "the stream has ended"; []
      | (id, is_read, waits) :: rest ->
          queues.(r.inst.eng) <- rest;
          if id <> r.inst.op || is_read <> r.inst.ctl then
            blame k "the stream issues %s, not %s" (name_of p id) (name_of p r.inst.op);
          needed := !needed + List.length (List.filter (fun (_, t) -> t > 0) r.keys);
          List.filter_map (fun (s, t) ->
              let e = engine_of p s in
              if t <= 0 then None else begin
                incr kept;
                if not any && not (List.exists (fun ((key : Proved.key), u) -> key.k_eng = e && u = t)
                  r.keys) then
                  blame k "waits for %s >= %d, which is the threshold of no key" s t;
                Some (e, t) end) waits) rows in
  Array.iteri (fun e l -> if l <> [] then blame (List.length rows)
    "%s issues more" p.engine_names.(e)) queues;
  List.iter (fun (_, (_, last)) -> List.iter (fun (s, t) ->
      let total = List.length (List.filter (fun (i : Proved.inst) -> i.eng = engine_of p s)
        trace) in
      if t > total then blame (List.length rows) "waits at its end for %s >= %d" s t) last)
        walked;
  if !wrong = None && not (Proved.verdict p.program trace given) then
    wrong := Some "the waits are not exact";
  (!kept, !needed, !wrong)

(* The waits that the proved analysis keeps: how many hold not from the start, and whether they
   are exact (which is a theorem, so this tests the extraction). *)
let analysed p pruned inputs trace : int * bool =
  match Proved.sequential pruned (proved_inputs p inputs) steps with
  | None -> (0, false)
  | Some events ->
      let given = List.map (fun (_, keys) ->
          List.filter_map (fun ((key : Proved.key), t) -> if t > 0 then Some (key.k_eng, t)
            else None) keys)
          (Proved.thresholds_of events) in
      (List.length (List.concat given), Proved.verdict p.program trace given)

(* ---- Many pairs --------------------------------------------------------------------- *)

let draw_inputs p =
  let small () = Random.int 4 in
  { set = List.map (fun (n, _) -> (n, small ())) p.params;
    load = Array.to_list (Array.map (fun b ->
        (b, List.init (Random.int 6) (fun _ -> small ()) @ [ 0 ])) p.buffers) }

let read_file f = let c = open_in_bin f in
  let s = really_input_string c (in_channel_length c) in close_in c; s

(* The texts of a file, split at lines [%%]. *)
let texts file =
  let texts = ref [] and lines = ref [] in
  List.iter (fun l -> if l = "%%" then (texts := String.concat "\n" (List.rev !lines) :: !texts;
    lines := [])
              else lines := l :: !lines) (String.split_on_char '\n' (read_file file));
  List.rev !texts

let pairs file runs analysis =
  let programs = ref 0 and outside = ref 0 and without = ref 0 in
  let proved_kept = ref 0 and instances = ref 0 and kept = ref 0 and needed = ref 0 and findings =
    ref 0 and done_ = ref 0 in
  let one tm tms =
    match (Tm.read_program tm, Tms.read_streams tms) with
    | exception Unsupported _ -> incr outside
    | p, streams ->
        incr programs;
        let pruned = if analysis then Some (Proved.pruned p.program) else None in
        for _ = 1 to runs do
          let inputs = draw_inputs p in
          match sequential p inputs with
          | None -> incr without
          | Some (trace, rows) ->
              incr done_;
              instances := !instances + List.length rows;
              let k, n, wrong =
                try compare_streams p inputs streams (trace, rows)
                with Tms.Malformed m -> (0, 0, Some ("malformed: " ^ m)) in
              let wrong = match (wrong, pruned) with
                | None, Some pruned ->
                    let k, exact = analysed p pruned inputs trace in
                    proved_kept := !proved_kept + k;
                    if exact then None else Some "what the proved analysis keeps is not exact"
                | _ -> wrong in
              kept := !kept + k;
              needed := !needed + n;
              Option.iter (fun w ->
                  incr findings;
                  Printf.printf "%s\n%s\n%s\n%s\n\n" w (show_inputs inputs) tm tms) wrong
        done in
  let rec go = function tm :: tms :: rest -> one tm tms; go rest | _ -> () in
  go (texts file);
  Printf.printf "reference: %d programs (%d outside the model), %d runs (%d inputs without one), \
                 %d instances, %d of %d needed thresholds waited for, %d findings\n"
    !programs !outside !done_ !without !instances !kept !needed !findings;
  if analysis then Printf.printf "reference: the proved analysis waits for %d\n" !proved_kept;
  exit (if !findings > 0 then 1 else 0)

(* ---- The command -------------------------------------------------------------------- *)

let () =
  let file = ref "" and streams = ref "" and pair_file = ref "" in
  let set = ref [] and load = ref [] and runs = ref 3 and seed = ref 0 and analysis = ref false in
  let any = ref false in
  let binding f s = match String.index_opt s '=' with
    | Some i -> f (String.sub s 0 i) (String.sub s (i + 1) (String.length s - i - 1))
    | None -> raise (Arg.Bad s) in
  Arg.parse
    [ ("--set", Arg.String (binding (fun n v -> set := (n, int_of_string v) :: !set)), "N=VALUE");
      ("--load", Arg.String (binding (fun n v ->
           load := (n, List.map int_of_string (String.split_on_char ',' v)) :: !load)), "X=V,V");
      ("--streams", Arg.Set_string streams, "S.tms held against the reference");
      ("--pairs", Arg.Set_string pair_file, "FILE many programs with their streams");
      ("--any", Arg.Set any, "thresholds need not be those of keys");
      ("--analysis", Arg.Set analysis, "hold the proved analysis beside them");
      ("--runs", Arg.Set_int runs, "N inputs for each of them");
      ("--seed", Arg.Set_int seed, "N draws these") ]
    (fun f -> file := f) "reference P.tm [--streams S.tms] [--set N=V] [--load X=V,V]";
  Random.init !seed;
  if !pair_file <> "" then pairs !pair_file !runs !analysis;
  let p = Tm.read_program (read_file !file) in
  let inputs = { set = !set; load = !load } in
  match sequential p inputs with
  | None -> prerr_endline "these inputs have no run"; exit 2
  | Some (trace, rows) ->
      if !streams = "" then print_run p rows
      else begin
        let kept, needed, wrong = compare_streams ~any:!any p inputs (Tms.read_streams (read_file !streams))
          (trace, rows) in
        Printf.printf "%d of %d needed thresholds waited for: %s\n" kept needed
          (Option.value wrong ~default:"exact");
        exit (if wrong = None then 0 else 1)
      end
