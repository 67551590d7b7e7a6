#!/bin/bash -eu
# The cases that reach what corpus/seeds and all that is in FOLDER/corpus (fuzz/nightly.sh)
# reach together, small ones first: libFuzzer's merge by lines of control flow, into
# FOLDER/minimised. Then the same again with each case and what one thing less makes of it, until
# that saves nothing. Only what the target decides is kept: a seed is text that people read.
#
#   fuzz/minimise.sh FOLDER TARGETS [KIND...]
#
# FOLDER as given to fuzz/oss-fuzz/build_here.sh; TARGETS: where the ordinary programs of the
# fuzz targets are, of any build (build/release/fuzz/targets). KIND: programs, streams, proofs.

[ $# -ge 2 ] || { sed -n '2,11s/^# \{0,1\}//p' "$0"; exit 2; }
seeds=$(cd "$(dirname "$0")/../corpus/seeds" && pwd)
programs=$(cd "$2" && pwd)
source "$(dirname "$0")/asan_options.sh"
cd "$1"
kinds=("${@:3}")
[ $# -ge 3 ] || kinds=(programs streams proofs)
most_bytes=400  # what a person reads in a minute
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT

# TARGET FROM...: the cases that reach what all these do, into $work/merged.
merge() {
  rm -rf "$work/merged"
  mkdir "$work/merged"
  "out/$1_fuzzer" -merge=1 -use_counters=0 -print_funcs=0 "$work/merged" "${@:2}" \
    >merge.log 2>&1 || { tail merge.log; exit 1; }
}

# TARGET: what is short and decided of FOLDER/corpus, into $work/pool.
gather() {
  local each counted
  mkdir "$work/pool"
  [ -d "corpus/$1" ] || return 0
  for each in "corpus/$1"/*; do
    [ "$(stat -c %s "$each")" -le "$most_bytes" ] || continue
    counted=$("$programs/$1" "$each" 2>&1 >"$work/log") || continue
    if grep -Eq "^$1: 1 inputs, 1 " <<<"$counted"; then cp "$each" "$work/pool/"; fi
  done
}

bytes() { cat "$work/merged"/* | wc -c; }

# TARGET: $work/merged with smaller cases, as long as that saves one byte in a hundred.
make_smaller() {
  local before=$(($(bytes) * 2)) now
  for ((now = $(bytes); now * 100 < before * 99; now = $(bytes))); do
    before=$now
    rm -rf "$work/whole" "$work/smaller"
    mv "$work/merged" "$work/whole"
    "$programs/$1" --smaller "$work/smaller" "$work/whole" >"$work/log" 2>&1
    merge "$1" "$work/whole" "$work/smaller"
  done
}

# TARGET KIND ENDING: a case that is a seed keeps its name, another is named by its hash.
minimise() {
  local each
  gather "$1"
  merge "$1" "$seeds/$2" "$work/pool"
  make_smaller "$1"
  rm -rf "minimised/$2"
  mkdir -p "minimised/$2"
  for each in "$seeds/$2"/*; do
    mv "$work/merged/$(sha1sum <"$each" | cut -c1-40)" "minimised/$2/$(basename "$each")" \
      2>/dev/null || true
  done
  for each in "$work/merged"/*; do
    [ ! -f "$each" ] || mv "$each" "minimised/$2/$(basename "$each" | cut -c1-12).$3"
  done
  echo "$2: $(ls "minimised/$2" | wc -l) cases of $(ls "$seeds/$2" "$work/pool" | wc -l)"
  rm -r "$work"/*
}

for kind in "${kinds[@]}"; do
  case "$kind" in
    programs) minimise sync_decide programs tm ;;
    streams) minimise streams streams case ;;
    proofs) minimise prove_decide proofs case ;;
    *) echo "no such seeds: $kind"; exit 2 ;;
  esac
done
