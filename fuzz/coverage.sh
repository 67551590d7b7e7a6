#!/bin/bash -eu
# Which lines of core/, checker/ and oracle/ the seed corpus reaches, by clang's coverage.
#
#   fuzz/coverage.sh FOLDER [FILE]     a table; of FILE, its lines that nothing reaches

[ $# -ge 1 ] || { sed -n '2,5s/^# \{0,1\}//p' "$0"; exit 2; }
top=$(cd "$(dirname "$0")/.." && pwd)
folder=$(mkdir -p "$1" && cd "$1" && pwd)
targets=(parse_print sync_decide streams external prove_decide)

cmake -S "$top" -B "$folder/build" -G Ninja -DCMAKE_BUILD_TYPE= -DTIDEMARK_TESTS=OFF \
  -DTIDEMARK_FUZZ_TARGETS=ON -DCMAKE_CXX_COMPILER=clang++-19 \
  -DCMAKE_CXX_FLAGS="-O1 -fprofile-instr-generate -fcoverage-mapping" >"$folder/log"
ninja -C "$folder/build" "${targets[@]}" >"$folder/log" || { tail -20 "$folder/log"; exit 1; }

built=$folder/build/fuzz/targets
for target in "${targets[@]}"; do
  LLVM_PROFILE_FILE=$folder/$target.profraw "$built/$target" "$top/corpus/seeds" >"$folder/log"
done
llvm-profdata-19 merge -o "$folder/all.profdata" "$folder"/*.profraw
objects=("$built/${targets[0]}")
for target in "${targets[@]:1}"; do objects+=(-object "$built/$target"); done

if [ $# -ge 2 ]; then
  llvm-cov-19 show "${objects[@]}" -instr-profile="$folder/all.profdata" "$top/$2" |
    grep -E '^ *[0-9]+\| +0\|' || echo "every line of $2 is reached"
else
  llvm-cov-19 report "${objects[@]}" -instr-profile="$folder/all.profdata" \
    -show-region-summary=0 -show-branch-summary=0 "$top"/{core,checker,oracle}
fi
