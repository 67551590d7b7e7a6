#!/usr/bin/env bash
# Real threads on programs, with each synchronizer and with mistakes:
#   threads.sh THREAD_RUNS P.tm...
set -uo pipefail
runs=$1
shift
status=0
for synchronizer in dynamic barrier serial; do
  "$runs" clean "$synchronizer" "$@" || status=1
done
"$runs" broken "$@" || status=1
exit "$status"
