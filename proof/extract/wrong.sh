#!/bin/sh
# The reference reports what is wrong in the streams of wrong/, line by line as each file
# expects, accepts those that expect nothing, and fails on a file of no pairs.
#
#   wrong.sh REFERENCE PROGRAM.tm [INPUTS]
set -eu
reference=$(realpath "$1") program=$(realpath "$2")
shift 2
cd "$(dirname "$0")"

said=$(mktemp)
trap 'rm -f "$said"' EXIT
for streams in wrong/*.tms; do
  expected=$(sed -n 's/^# expect: //p' "$streams")
  wanted=0
  [ -z "$expected" ] || wanted=1
  status=0
  "$reference" "$program" --streams "$streams" "$@" > "$said" || status=$?
  found=$(grep '^instance ' "$said" || true)
  if [ "$found" != "$expected" ] || [ "$status" -ne "$wanted" ]; then
    echo "$streams: expected: $expected"
    echo "exit $status, and it said:"
    cat "$said"
    exit 1
  fi
  echo "$streams: $(echo "$expected" | grep -c . || true) findings, as expected"
done

if "$reference" --pairs /dev/null > "$said"; then
  echo "no program at all passes"
  exit 1
fi
