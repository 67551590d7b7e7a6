(* Streams held against the method, for one run.

   They issue what the sequential run says. Of every wait that they execute: it names the
   threshold of a key that its instance needs, or a completion that is certain without it. Of
   every key that an instance needs: a wait names its threshold, or it is certain by the clocks.
   [Judge.accepted_exact]: then they are exact. What waits for 0 or less holds from the start. *)

open Tm

type tally = {
  named : int; (* waits with the threshold of a needed key *)
  already : int; (* waits for what is certain *)
  dropped : int; (* needed keys, set before, that no wait names: certain *)
  findings : string list;
}

let engine_of p name =
  let rec go i =
    if i >= Array.length p.engine_names then raise (Tms.Malformed ("no engine " ^ name))
    else if p.engine_names.(i) = name then i
    else go (i + 1) in
  go 0

let positive p waits =
  List.filter_map (fun (s, t) -> if t > 0 then Some (engine_of p s, t) else None) waits

(* What the streams wait for before each instance of the run, in order, and at their ends; or
   where they are no streams of it. *)
let waits_of p inputs streams (run : Run.t) =
  let queues = Array.make (Array.length p.engine_names) [] and ends = ref [] in
  List.iter (fun (s : Tms.stream) ->
      let issued, last = Tms.walk_stream p ~set:(Run.set_of inputs)
          ~input:(Run.load_of p inputs) s in
      queues.(engine_of p s.engine) <- issued;
      ends := positive p last @ !ends) streams;
  let next (i : Proved.inst) =
    match queues.(i.eng) with
    | (id, is_read, waits) :: rest when id = i.op && is_read = i.ctl ->
        queues.(i.eng) <- rest; positive p waits
    | (id, _, _) :: _ ->
        raise (Tms.Malformed (Printf.sprintf "it issues %s, not %s" (Run.name_of p id)
          (Run.show_instance p i)))
    | [] -> raise (Tms.Malformed ("it ends before " ^ Run.show_instance p i)) in
  let given = List.map next run.trace in
  Array.iteri (fun e rest ->
      if rest <> [] then raise (Tms.Malformed (p.engine_names.(e) ^ " issues more"))) queues;
  (given, !ends)

let count mark = List.fold_left (fun n m -> if m = mark then n + 1 else n) 0

let wrong_of p k (i, keys) waits (of_waits, of_keys) =
  let say what (e, t) =
    Printf.sprintf "instance %d, %s: %s" (k + 1) (Run.show_instance p i)
      (Printf.sprintf what p.engine_names.(e) t) in
  let wrong what l marks =
    List.concat (List.map2 (fun w m -> if m = Proved.Wrong then [ say what w ] else []) l marks) in
  wrong "waits for %s >= %d, the threshold of none of its keys and not certain" waits of_waits
  @ wrong "needs %s >= %d, which is neither waited for nor certain"
      (List.map (fun ((key : Proved.key), t) -> (key.k_eng, t)) keys) of_keys

let hold p inputs streams (run : Run.t) =
  match waits_of p inputs streams run with
  | exception Tms.Malformed why ->
      { named = 0; already = 0; dropped = 0; findings = [ "malformed: " ^ why ] }
  | given, ends ->
      let marks = Proved.judge_streams p.program run.events given in
      let of_waits = List.concat_map fst marks in
      let set_before (_, t) m = if t > 0 then [ m ] else [] in
      let of_keys = List.concat (List.concat (List.map2 (fun (_, keys) (_, m) ->
          List.map2 set_before keys m) run.rows marks)) in
      let wrong = List.concat (List.mapi (fun k ((row, waits), m) -> wrong_of p k row waits m)
          (List.combine (List.combine run.rows given) marks)) in
      let last = if Proved.ends_hold run.trace ends then []
        else [ "a stream waits at its end for what never comes" ] in
      if (wrong = []) <> Proved.all_right marks then failwith "the marks contradict the verdict";
      { named = count Proved.Named of_waits; already = count Proved.Already of_waits;
        dropped = count Proved.Already of_keys; findings = wrong @ last }

(* What the streams of [pruned] wait for in a run: a theorem says that they are exact, so this
   counts, and tests the extraction. *)
let analysed p pruned inputs =
  let events = Option.get (Run.sequential pruned p inputs) in
  let threshold ((key : Proved.key), t) = if t > 0 then Some (key.k_eng, t) else None in
  let given = List.map (fun (_, keys) -> List.filter_map threshold keys)
      (Proved.thresholds_of events) in
  if not (Proved.verdict p.program (List.map fst events) given) then
    failwith "what the proved analysis keeps is not exact";
  List.length (List.concat given)

(* Whatever they wait for: are they exact? *)
let decide p inputs streams (run : Run.t) =
  match waits_of p inputs streams run with
  | exception Tms.Malformed _ -> false
  | given, ends -> Proved.verdict p.program run.trace given && Proved.ends_hold run.trace ends
