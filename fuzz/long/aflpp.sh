#!/bin/bash -eu
# A fuzz target under AFL++ (Debian package afl++), with our mutator in it, for so long.
#
#   fuzz/long/aflpp.sh FOLDER [SECONDS] [TARGET]      default: 60, sync_decide
#
# The target is compiled with clang 19, whose coverage callbacks AFL++'s runtime serves:
# AFL++'s own compiler here is clang 14, which does not compile libstdc++ 12's ranges.

[ $# -ge 1 ] || { sed -n '2,7s/^# \{0,1\}//p' "$0"; exit 2; }
top=$(cd "$(dirname "$0")/../.." && pwd)
folder=$(mkdir -p "$1" && cd "$1" && pwd)
seconds=${2:-60}
target=${3:-sync_decide}
fail() { echo "MISSED  AFL++: $*"; exit 1; }

cmake -S "$top" -B "$folder/build" -G Ninja -DCMAKE_BUILD_TYPE= -DTIDEMARK_TESTS=OFF \
  -DCMAKE_CXX_COMPILER=clang++-19 \
  -DCMAKE_CXX_FLAGS="-O1 -fsanitize-coverage=trace-pc-guard" \
  -DCMAKE_POSITION_INDEPENDENT_CODE=ON \
  -DTIDEMARK_FUZZING_ENGINE="/usr/lib/afl/libAFLDriver.a;/usr/lib/afl/afl-compiler-rt-64.o" \
  >"$folder/log"
ninja -C "$folder/build" "${target}_fuzzer" tidemark_aflpp >"$folder/log" ||
  { tail -20 "$folder/log"; fail "no build"; }

rm -rf "$folder/findings" "$folder/seeds"
mkdir "$folder/seeds"
for kind in programs streams; do
  [ "$kind" = streams ] && [ "$target" = sync_decide ] && continue
  cp "$top/corpus/seeds/$kind"/* "$folder/seeds/"
done

AFL_CUSTOM_MUTATOR_LIBRARY=$folder/build/fuzz/mutator/tidemark_aflpp.so \
TIDEMARK_MUTATOR_COUNTS=$folder/counts AFL_SKIP_CPUFREQ=1 AFL_NO_AFFINITY=1 AFL_NO_UI=1 \
AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES=1 \
  afl-fuzz -i "$folder/seeds" -o "$folder/findings" -V "$seconds" -t 5000 \
  -x "$top/fuzz/tidemark.dict" -- "$folder/build/fuzz/targets/${target}_fuzzer" \
  >"$folder/log" 2>&1 || { tail -20 "$folder/log"; fail "afl-fuzz did not run"; }

stats=$folder/findings/default/fuzzer_stats
grep -E '^(execs_done|execs_per_sec|corpus_count|saved_crashes|saved_hangs)' "$stats"
cat "$folder/counts"
grep -Eq 'mutator: [1-9][0-9]* structured, [1-9][0-9]* crossed' "$folder/counts" ||
  fail "the mutator was not called"
grep -Eq '^saved_crashes *: 0$' "$stats" || fail "crashes in $folder/findings/default/crashes"
grep -Eq '^saved_hangs *: 0$' "$stats" || fail "hangs in $folder/findings/default/hangs"
echo "reached AFL++: $target for $seconds s without a finding, the mutator called"
