#!/bin/bash -eu
# Builds as OSS-Fuzz's base builder would (build_here.sh), then runs each target that came out:
# on its seed corpus, and for some rounds with the mutator, whose counts must not be 0.
#
#   fuzz/oss-fuzz/try.sh FOLDER      FOLDER/out is emptied; FOLDER/work keeps the build

[ $# -eq 1 ] || { sed -n '2,5s/^# \{0,1\}//p' "$0"; exit 2; }
"$(dirname "$0")/build_here.sh" "$1"
folder=$(cd "$1" && pwd)
OUT=$folder/out

fail() { echo "MISSED  oss-fuzz: $*"; exit 1; }

# Nothing outside $OUT but libc and the C++ runtime.
strangers=$(for each in "$OUT"/*_fuzzer; do ldd "$each"; done | awk '/=>/ { print $1, $3 }' |
  grep -Ev "^lib(c|m|dl|rt|pthread|resolv|gcc_s|stdc\+\+)\.so| $OUT/" || true)
[ -z "$strangers" ] || fail "needs libraries that are not in \$OUT: $strangers"

source "$(dirname "$0")/../asan_options.sh"
limits="-timeout=20 -rss_limit_mb=512"
targets=0
for fuzzer in "$OUT"/*_fuzzer; do
  seeds=$(mktemp -d)
  unzip -q "${fuzzer}_seed_corpus.zip" -d "$seeds"
  "$fuzzer" -runs=0 $limits "$seeds" 2>"$folder/log" ||
    { cat "$folder/log"; fail "$(basename "$fuzzer") fails on its seed corpus"; }
  runs=$(($(find "$seeds" -type f | wc -l) + 400))  # the seeds come first
  "$fuzzer" -runs="$runs" -seed=1 $limits -dict="$fuzzer.dict" \
    -artifact_prefix="$folder/" "$seeds" 2>"$folder/log" ||
    { tail -50 "$folder/log"; fail "$(basename "$fuzzer") found something"; }
  grep -Eq 'mutator: [1-9][0-9]* structured, [1-9][0-9]* crossed, [1-9][0-9]* bytes' \
    "$folder/log" || { tail "$folder/log"; fail "$(basename "$fuzzer"): no mutator was called"; }
  grep -E "^($(basename "$fuzzer" _fuzzer)|mutator):" "$folder/log"
  rm -r "$seeds"
  targets=$((targets + 1))
done
[ "$targets" -eq 5 ] || fail "$targets targets"
echo "reached oss-fuzz: $targets targets built and run as their builder would"
