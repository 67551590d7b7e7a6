#!/bin/bash -eu
# Fuzz targets that build_here.sh built, for so long, one after another.
#
#   fuzz/nightly.sh FOLDER [SECONDS [TARGET...]]
#
# FOLDER as given to fuzz/oss-fuzz/build_here.sh; 1800 seconds of each; all targets. JOBS=N: N
# processes at once (all cores). FOLDER/corpus/TARGET grows from night to night. What is
# found lies in FOLDER/findings, and then this ends with 1: crashes, leaks, inputs that take
# more than a second of the processor's time or 512 MiB, the sanitizers' own memory included.

[ $# -ge 1 ] || { sed -n '2,9s/^# \{0,1\}//p' "$0"; exit 2; }
source "$(dirname "$0")/asan_options.sh"
cd "$1"
seconds=${2:-1800}
targets=("${@:3}")
[ $# -ge 3 ] || for built in out/*_fuzzer; do targets+=("$(basename "$built" _fuzzer)"); done
# Entropic energies take longer than the inputs here, of which each has some 10,000 features.
options=(-rss_limit_mb=512 -timeout=20 -report_slow_units=1 -max_len=4096 -print_funcs=0 -entropic=0
         -print_final_stats=1)

# TARGET LOG: one process after another, each up to what it finds, until the time is over.
fuzz() {
  local end=$((SECONDS + seconds))
  while [ "$SECONDS" -lt "$end" ]; do
    "out/$1_fuzzer" "${options[@]}" -max_total_time=$((end - SECONDS)) -dict="out/$1_fuzzer.dict" \
      -artifact_prefix="findings/$1-" "corpus/$1" "seeds/$1" >>"$2" 2>&1 || true
  done
}

# TARGET: the seconds of the day are those of a machine with other things to do. Slow is what
# is slow by the processor's time, tried again alone, and once: looking for leaks runs it twice.
forgive_waiting() {
  local input took
  for input in "findings/$1"-{slow-unit,timeout}-*; do
    [ -f "$input" ] || continue
    took=$(TIMEFORMAT='%U'
      { time "out/$1_fuzzer" -timeout=600 -detect_leaks=0 "$input" >again.log 2>&1; } 2>&1) || true
    if awk "BEGIN { exit !($took <= 1) }"; then rm "$input"; fi
  done
}

# TARGET: "sync_decide: 123456 inputs, coverage 12519, findings: 0"
report() {
  awk -v target="$1" -v findings="$(find findings -name "$1-*" | wc -l)" '
    /^stat::number_of_executed_units/ { inputs += $2 }
    match($0, / cov: [0-9]+/) { at = substr($0, RSTART + 6) + 0; if (at > most) most = at }
    END { printf "%s: %d inputs, coverage %d, findings: %d\n", target, inputs, most, findings }
  ' "logs/$1"-*
}

for target in "${targets[@]}"; do
  rm -rf "seeds/$target" logs/"$target"-*
  mkdir -p findings logs seeds "corpus/$target"
  unzip -q "out/${target}_fuzzer_seed_corpus.zip" -d "seeds/$target"
  for job in $(seq "${JOBS:-$(nproc)}"); do fuzz "$target" "logs/$target-$job" & done
  wait
  forgive_waiting "$target"
  report "$target"
done
for target in "${targets[@]}"; do find findings -name "$target-*"; done >found
[ ! -s found ] || { echo "found, in $PWD:"; cat found; exit 1; }
