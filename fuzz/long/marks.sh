#!/bin/bash -eu
# Executions a second of sync_decide on its seed corpus, on one core, without sanitizers and
# with them, and how many of the seeds the exhaustive mode decides to the end.
#
#   fuzz/long/marks.sh SYNC_DECIDE FOLDER
#
# SYNC_DECIDE: the ordinary program, of a build without sanitizers; FOLDER as for
# fuzz/oss-fuzz/build_here.sh, whose build has them.

[ $# -eq 2 ] || { sed -n '2,8s/^# \{0,1\}//p' "$0"; exit 2; }
cd "$(dirname "$0")/../.."
plain=$1
fuzz/oss-fuzz/build_here.sh "$2" >"$2.log" || { tail "$2.log"; exit 1; }
ninja -C "$2/work/tidemark" sync_decide >"$2.log" || { tail "$2.log"; exit 1; }
sanitized=$2/work/tidemark/fuzz/targets/sync_decide

status=0
# WHAT FIGURE MARK
mark() {
  local word=reached
  awk "BEGIN { exit !($2 >= $3) }" || { word='MISSED '; status=1; }
  echo "$word  $1: $2 (at least $3)"
}

# PROGRAM TIMES: leaves what it printed in `printed`
run() { printed=$("$1" --repeat "$2" corpus/seeds/programs 2>&1); }
speed() { sed -n 's/.* cases, \([0-9]*\) executions\/s/\1/p' <<<"$printed"; }
share() {
  sed -n 's/^sync_decide: \([0-9]*\) inputs, .*, \([0-9]*\) of them by.*/\2 \1/p' <<<"$printed" |
    awk '{ printf "%.3f", $1 / $2 }'
}

run "$plain" 100
mark "sync_decide, executions/s" "$(speed)" 5000
mark "sync_decide, inputs decided by all states to the end, of all" "$(share)" 0.5
source fuzz/asan_options.sh
run "$sanitized" 20
mark "sync_decide with the address and undefined sanitizers, executions/s" "$(speed)" 1000
exit "$status"
