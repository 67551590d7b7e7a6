#!/bin/bash -eu
# The cases that reach what corpus/seeds and all that is in FOLDER/corpus (fuzz/nightly.sh)
# reach together, small ones first: libFuzzer's merge by lines of control flow, into
# FOLDER/minimised. Only what the target decides is kept: a seed is text that people read.
#
#   fuzz/minimise.sh FOLDER TARGETS
#
# FOLDER as given to fuzz/oss-fuzz/build_here.sh; TARGETS: where the ordinary programs of the
# fuzz targets are, of any build (build/release/fuzz/targets).

[ $# -eq 2 ] || { sed -n '2,9s/^# \{0,1\}//p' "$0"; exit 2; }
seeds=$(cd "$(dirname "$0")/../corpus/seeds" && pwd)
programs=$(cd "$2" && pwd)
source "$(dirname "$0")/asan_options.sh"
cd "$1"
most_bytes=400  # what a person reads in a minute

# TARGET KIND ENDING: a case that is a seed keeps its name, another is named by its hash.
merge() {
  local pool merged each counted
  pool=$(mktemp -d)
  merged=$(mktemp -d)
  for each in "corpus/$1"/*; do
    [ "$(stat -c %s "$each")" -le "$most_bytes" ] || continue
    counted=$("$programs/$1" "$each" 2>&1 >"$pool/log") || continue
    if grep -Eq "^$1: 1 inputs, 1 " <<<"$counted"; then cp "$each" "$pool/"; fi
  done
  rm "$pool/log"
  "out/$1_fuzzer" -merge=1 -use_counters=0 -print_funcs=0 "$merged" "$seeds/$2" "$pool" \
    >merge.log 2>&1 || { tail merge.log; exit 1; }
  rm -rf "minimised/$2"
  mkdir -p "minimised/$2"
  for each in "$seeds/$2"/*; do
    mv "$merged/$(sha1sum <"$each" | cut -c1-40)" "minimised/$2/$(basename "$each")" 2>/dev/null ||
      true
  done
  for each in "$merged"/*; do
    [ ! -f "$each" ] || mv "$each" "minimised/$2/$(basename "$each" | cut -c1-12).$3"
  done
  echo "$2: $(ls "minimised/$2" | wc -l) cases of $(ls "$seeds/$2" "$pool" | wc -l)"
  rm -r "$pool" "$merged"
}

merge sync_decide programs tm
merge streams streams case
merge prove_decide proofs case
