(* The reference: what was proved, run.

     reference P.tm --set n=4 --load x=1,0        prints the sequential run: for each instance its
                                                  thresholds and its clock in the ideal system
     reference P.tm --streams S.tms --set ...     holds streams against it
       --any                                      whatever thresholds they have: are they exact?
     reference --pairs FILE --programs N          many programs with their streams, N at least;
       --runs N --seed N                          so many drawn inputs for each
       --analysis                                 and how many waits the proved analysis keeps *)

let say_held (t : Hold.tally) =
  List.iter print_endline t.findings;
  Printf.printf "%d waits name the threshold of a needed key, %d what is certain already; %d \
                 needed keys without a wait: %s\n" t.named t.already t.dropped
    (if t.findings = [] then "exact" else "not accepted");
  t.findings = []

let one file streams any inputs =
  let p = Tm.read_program (Pairs.read_file file) in
  match Run.of_inputs p inputs with
  | None -> prerr_endline "these inputs have no run"; exit 2
  | Some run when streams = "" -> Run.print p run
  | Some run ->
      let streams = Tms.read_streams (Pairs.read_file streams) in
      let good =
        if any then begin
          let exact = Hold.decide p inputs streams run in
          print_endline (if exact then "exact" else "not exact");
          exact
        end
        else say_held (Hold.hold p inputs streams run) in
      exit (if good then 0 else 1)

let () =
  let file = ref "" and streams = ref "" and pairs = ref "" in
  let any = ref false and analysis = ref false in
  let set = ref [] and load = ref [] in
  let runs = ref 3 and seed = ref 0 and programs = ref 1 in
  let binding f s = match String.index_opt s '=' with
    | Some i -> f (String.sub s 0 i) (String.sub s (i + 1) (String.length s - i - 1))
    | None -> raise (Arg.Bad s) in
  let integers v = List.map int_of_string (String.split_on_char ',' v) in
  Arg.parse
    [ ("--set", Arg.String (binding (fun n v -> set := (n, int_of_string v) :: !set)), "N=VALUE");
      ("--load", Arg.String (binding (fun n v -> load := (n, integers v) :: !load)), "X=V,V");
      ("--streams", Arg.Set_string streams, "S.tms held against the reference");
      ("--any", Arg.Set any, "thresholds need not be those of keys");
      ("--pairs", Arg.Set_string pairs, "FILE many programs with their streams");
      ("--programs", Arg.Set_int programs, "N at least must have been held");
      ("--analysis", Arg.Set analysis, "count what the proved analysis keeps");
      ("--runs", Arg.Set_int runs, "N inputs for each of them");
      ("--seed", Arg.Set_int seed, "N draws these") ]
    (fun f -> file := f) "reference P.tm [--streams S.tms] [--set N=V] [--load X=V,V]";
  Random.init !seed;
  if !pairs <> "" then begin
    let good = Pairs.hold_all !pairs ~runs:!runs ~programs:!programs ~analysis:!analysis in
    exit (if good then 0 else 1)
  end;
  one !file !streams !any { Run.set = !set; load = !load }
