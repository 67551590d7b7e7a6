#!/bin/bash -eu
# Every fault planted in the synchronizers (core/sync/mutant.h), found again by libFuzzer's
# target from the seed corpus, less every seed that shows the fault by itself; with the inputs
# and the processor's time that it took.
#
#   fuzz/long/rediscover.sh FOLDER [INPUTS [FAULT...]]
#
# INPUTS: at most for each (default 60000). FOLDER keeps the build: clang 19, instrumented
# throughout, without sanitizers, which have nothing to say here.

[ $# -ge 1 ] || { sed -n '2,9s/^# \{0,1\}//p' "$0"; exit 2; }
cd "$(dirname "$0")/../.."
folder=$(mkdir -p "$1" && cd "$1" && pwd)
inputs=${2:-60000}
shift $(($# < 2 ? $# : 2))
[ -f "$folder/build.ninja" ] || cmake -S . -B "$folder" -G Ninja -DCMAKE_BUILD_TYPE= \
  -DCMAKE_CXX_COMPILER=clang++-19 -DTIDEMARK_FUZZING_ENGINE=-fsanitize=fuzzer \
  -DCMAKE_CXX_FLAGS="-O2 -fsanitize=fuzzer-no-link ${EXTRA_CXXFLAGS:-}" >"$folder/log"
ninja -C "$folder" sync_decide_mutated_fuzzer >"$folder/log" || { tail "$folder/log"; exit 1; }
fuzzer=$folder/fuzz/targets/sync_decide_mutated_fuzzer
[ $# -ge 1 ] || set -- $(awk '/^enum class Mutant/ { inside = 1; next } inside && /^};/ { exit }
  inside && /^  [a-z]/ { gsub(/,.*/, ""); print $1 }' core/sync/mutant.h)
export UBSAN_OPTIONS=symbolize=0  # or each finding's stack takes longer than it took to find
scratch=$(mktemp -d)
trap 'rm -r "$scratch"' EXIT

# Fills $scratch/seeds with the seeds that do not show the fault; prints how many do. The
# engine runs one after another up to the first that does, and names each.
keep_silent_seeds() {
  local dropped=0 shows rest
  rm -rf "${scratch:?}"/*
  mkdir "$scratch/grown"
  cp -r corpus/seeds/programs "$scratch/seeds"
  rest=("$scratch"/seeds/*)
  until "$fuzzer" "${rest[@]}" >"$scratch/log" 2>&1; do
    shows=$(sed -n 's/^Running: //p' "$scratch/log" | tail -1)
    rm "$shows"
    dropped=$((dropped + 1))
    while [ "${#rest[@]}" -gt 0 ] && [[ ! ${rest[0]} > $shows ]]; do rest=("${rest[@]:1}"); done
    [ "${#rest[@]}" -gt 0 ] || break
  done
  echo "$dropped"
}

# Prints a line; fails if the fault is not found.
find_again() {
  export TIDEMARK_SYNC_MUTANT=$1
  local dropped took tried
  dropped=$(keep_silent_seeds)
  TIMEFORMAT=%U
  took=$({ time "$fuzzer" -runs="$inputs" -max_len=1000 -entropic=0 -use_counters=0 -print_funcs=0 -timeout=10 -seed=1 -print_final_stats=1 \
    -artifact_prefix="$scratch/" "$scratch/grown" "$scratch/seeds" >"$scratch/log" 2>&1; } 2>&1) ||
    true
  tried=$(sed -n 's/^stat::number_of_executed_units: *//p' "$scratch/log")
  if grep -q '^finding: ' "$scratch/log"; then
    echo "reached  $1 found again, inputs: $tried (at most $inputs) in $took s;" \
      "$dropped seeds left out: $(sed -n 's/^finding: //p' "$scratch/log")"
  else
    tail -3 "$scratch/log"
    echo "MISSED   $1 found again, inputs: $tried (at most $inputs) in $took s;" \
      "$dropped seeds left out"
    return 1
  fi
}

status=0
for fault in "$@"; do find_again "$fault" || status=1; done
exit "$status"
