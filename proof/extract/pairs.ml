(* Many programs with their streams, each for some drawn inputs: how many agree, how many were
   left out and why, and every finding with the inputs that show it again. *)

type counts = {
  mutable programs : int; (* held, for one run at least *)
  mutable runs : int;
  mutable redrawn : int; (* inputs that have no run *)
  mutable instances : int;
  mutable named : int;
  mutable already : int;
  mutable dropped : int;
  mutable analysis : int; (* waits that the proved analysis keeps *)
  mutable reported : int; (* runs with findings *)
  mutable outside : (string * string) list; (* why, which program *)
}

let read_file f =
  let c = open_in_bin f in
  let s = really_input_string c (in_channel_length c) in
  close_in c; s

(* The texts of a file, each up to a line [%%]. *)
let texts file =
  let add (done_, lines) l =
    if l = "%%" then (String.concat "\n" (List.rev lines) :: done_, []) else (done_, l :: lines) in
  List.rev (fst (List.fold_left add ([], []) (String.split_on_char '\n' (read_file file))))

(* The first line names the program: [# seed 7]. *)
let title tm = match String.split_on_char '\n' tm with
  | l :: _ when String.length l > 2 && l.[0] = '#' -> String.sub l 2 (String.length l - 2)
  | _ -> "?"

let left_out = "left out: "

let reason_of tms =
  let n = String.length left_out in
  if String.length tms >= n && String.sub tms 0 n = left_out then
    Some (String.sub tms n (String.length tms - n))
  else None

(* Inputs that have a run, in some tries. *)
let rec draw c p tries =
  if tries = 0 then None
  else
    let inputs = Run.draw_inputs p in
    match Run.of_inputs p inputs with
    | Some run -> Some (inputs, run)
    | None -> c.redrawn <- c.redrawn + 1; draw c p (tries - 1)

let shown_in_full = 3

let report c tm tms inputs findings =
  c.reported <- c.reported + 1;
  if c.reported <= shown_in_full then
    Printf.printf "%s\ninputs: %s\n%s\n%s\n\n" (String.concat "\n" findings)
      (Run.show_inputs inputs) tm tms

let hold_run c p tm tms streams pruned (inputs, (run : Run.t)) =
  let t = Hold.hold p inputs streams run in
  Option.iter (fun q -> c.analysis <- c.analysis + Hold.analysed p q inputs) pruned;
  c.runs <- c.runs + 1;
  c.instances <- c.instances + List.length run.trace;
  c.named <- c.named + t.named;
  c.already <- c.already + t.already;
  c.dropped <- c.dropped + t.dropped;
  if t.findings <> [] then report c tm tms inputs t.findings

let hold_pair c runs analysis tm tms =
  let skip why = c.outside <- (why, title tm) :: c.outside in
  match reason_of tms with
  | Some why -> skip why
  | None -> (
      match (Tm.read_program tm, Tms.read_streams tms) with
      | exception Tm.Unsupported what -> skip what
      | p, streams ->
          let drawn = List.filter_map (fun _ -> draw c p 20) (List.init runs Fun.id) in
          if drawn = [] then skip "no drawn inputs have a run"
          else c.programs <- c.programs + 1;
          let pruned = if analysis then Some (Proved.pruned p.program) else None in
          List.iter (hold_run c p tm tms streams pruned) drawn)

let print c =
  let whys = List.sort_uniq compare (List.map fst c.outside) in
  List.iter (fun why ->
      let which = List.filter_map (fun (w, t) -> if w = why then Some t else None) c.outside in
      Printf.printf "left out, %s: %d programs (%s)\n" why (List.length which)
        (String.concat ", " (List.rev which))) whys;
  Printf.printf "%d programs, %d runs (%d inputs without one redrawn), %d instances\n" c.programs
    c.runs c.redrawn c.instances;
  Printf.printf "%d waits name the threshold of a needed key, %d what is certain already\n"
    c.named c.already;
  Printf.printf "%d needed keys have no wait, each certain by the clocks; %d runs reported\n"
    c.dropped c.reported;
  if c.analysis > 0 then Printf.printf "%d waits are left by the proved analysis\n" c.analysis

let mark what figure bound limit =
  let reached = match bound with `At_least -> figure >= limit | `At_most -> figure <= limit in
  Printf.printf "%-8s %s: %d (%s %d)\n" (if reached then "reached" else "MISSED") what figure
    (match bound with `At_least -> "at least" | `At_most -> "at most") limit;
  reached

(* [programs]: as many at least must have been held. True iff they were, without a finding. *)
let hold_all file ~runs ~programs ~analysis =
  let c = { programs = 0; runs = 0; redrawn = 0; instances = 0; named = 0; already = 0;
            dropped = 0; analysis = 0; reported = 0; outside = [] } in
  let rec go = function
    | tm :: tms :: rest -> hold_pair c runs analysis tm tms; go rest
    | [ _ ] -> failwith "a program without streams"
    | [] -> () in
  go (texts file);
  print c;
  let enough = mark "programs held against the proved reference" c.programs `At_least programs in
  let waits = mark "waits that name a needed threshold" c.named `At_least 1 in
  let clean = mark "runs that the proved reference reports" c.reported `At_most 0 in
  enough && waits && clean
