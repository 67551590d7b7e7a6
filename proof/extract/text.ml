(* Words and symbols of .tm and .tms text, and a reader over them. *)

type token = Word of string | Int of int | Sym of string | End_of_line

exception Error of int * string (* line, message *)

let is_digit c = c >= '0' && c <= '9'
let is_letter c = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c = '_'

let symbols = [ "->"; ".."; "=="; "!="; "<="; ">="; "<"; ">"; "+"; "-"; "*"; "%"; "("; ")"; "[";
                "]"; "{"; "}"; ","; ":"; "="; "." ]

(* The tokens of one line, without its comment. *)
let tokens_of_line number line =
  let line = match String.index_opt line '#' with Some i -> String.sub line 0 i | None -> line in
  let n = String.length line in
  let rec span test i = if i < n && test line.[i] then span test (i + 1) else i in
  let rec go i acc =
    if i >= n then List.rev acc
    else if line.[i] = ' ' || line.[i] = '\t' || line.[i] = '\r' then go (i + 1) acc
    else if is_digit line.[i] then
      let j = span is_digit i in
      go j (Int (int_of_string (String.sub line i (j - i))) :: acc)
    else if is_letter line.[i] then
      let j = span (fun c -> is_letter c || is_digit c) i in
      go j (Word (String.sub line i (j - i)) :: acc)
    else
      let fits s = let k = String.length s in i + k <= n && String.sub line i k = s in
      match List.find_opt fits symbols with
      | Some s -> go (i + String.length s) (Sym s :: acc)
      | None -> raise (Error (number, "unknown character"))
  in
  go 0 []

type reader = { mutable rest : (int * token) list }

let reader text =
  let lines = String.split_on_char '\n' text in
  let numbered = List.mapi (fun i l -> (i + 1, tokens_of_line (i + 1) l)) lines in
  let of_line (n, ts) = if ts = [] then [] else List.map (fun t -> (n, t))
    ts @ [ (n, End_of_line) ] in
  { rest = List.concat_map of_line numbered }

let fail r what =
  raise (Error ((match r.rest with (n, _) :: _ -> n | [] -> 0), "expected " ^ what))

let peek r = match r.rest with (_, t) :: _ -> Some t | [] -> None
let peek2 r = match r.rest with _ :: (_, t) :: _ -> Some t | _ -> None
let skip r = match r.rest with _ :: t -> r.rest <- t | [] -> fail r "more"
let accept r t = if peek r = Some t then (skip r; true) else false
let expect r t what = if not (accept r t) then fail r what
let sym r s = expect r (Sym s) s
let end_of_line r = expect r End_of_line "the end of the line"
let word r = match peek r with Some (Word w) -> skip r; w | _ -> fail r "a word"

let integer r =
  let negative = accept r (Sym "-") in
  match peek r with
  | Some (Int n) -> skip r; if negative then -n else n
  | _ -> fail r "an integer"

(* One or more, separated by commas. *)
let rec commas r item = let x = item r in if accept r (Sym ",") then x :: commas r item else [ x ]

(* What statements are called in streams: [load.2], [i], [if]. *)
let called r =
  let w = word r in
  if accept r (Sym ".") then w ^ "." ^ string_of_int (integer r) else w

(* Lines up to the closing bracket of a block, each read by [statement]. *)
let rec block r statement =
  if peek r = Some (Sym "}") then [] else let s = statement r in s :: block r statement
