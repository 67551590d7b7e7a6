#!/bin/bash -eu
# Runs every command of docs/continuous-fuzzing.md (its `sh` blocks) and of the nightly service
# (fuzz/systemd), in order, with 10 seconds in place of half an hour.
#
#   fuzz/long/document.sh FOLDER TARGETS
#
# FOLDER takes the place of build/, for what they build; TARGETS that of the ordinary programs
# of a release build.

[ $# -eq 2 ] || { sed -n '2,8s/^# \{0,1\}//p' "$0"; exit 2; }
cd "$(dirname "$0")/../.."
commands=$(awk '/^```sh$/ { inside = 1; next } /^```/ { inside = 0 } inside' \
  docs/continuous-fuzzing.md | sed 's/ *#.*//')
service=$(sed -n 's/^ExecStart=//p' fuzz/systemd/tidemark-fuzz.service)
[ -n "$commands" ] && [ -n "$service" ] || { echo "MISSED   documented commands: none"; exit 1; }
all=$(printf '%s\n%s\n' "$commands" "$service" |
  sed "s/\<1800\>/10/; s|build/release/fuzz/targets|$2|; s|\<build/|$1/|")
while read -r command; do
  echo "$ $command"
  $command </dev/null || { echo "MISSED   $command"; exit 1; }
done <<<"$all"
echo "reached  commands of docs/continuous-fuzzing.md and of the nightly service, run:" \
  "$(wc -l <<<"$all")"
