#!/bin/bash -eu
# Runs build.sh as OSS-Fuzz's base builder would, with clang 19 and libFuzzer, the address and
# the undefined behaviour sanitizer, into an empty output folder: FOLDER/out. FOLDER/work keeps
# the build, so that the next is quick.
#
#   fuzz/oss-fuzz/build_here.sh FOLDER
#
# EXTRA_CXXFLAGS goes to the compiler too.

[ $# -eq 1 ] || { sed -n '2,8s/^# \{0,1\}//p' "$0"; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
folder=$(mkdir -p "$1" && cd "$1" && pwd)
rm -rf "$folder/out"
mkdir -p "$folder/out" "$folder/work"

export SRC=$here/../.. WORK=$folder/work OUT=$folder/out
export CC=clang-19 CXX=clang++-19 LIB_FUZZING_ENGINE=-fsanitize=fuzzer
CFLAGS="-O1 -fno-omit-frame-pointer -gline-tables-only
  -DFUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION -fsanitize=address,undefined
  -fsanitize-address-use-after-scope -fno-sanitize-recover=all -fsanitize=fuzzer-no-link"
export CFLAGS=${CFLAGS//$'\n'/}
export CXXFLAGS="$CFLAGS ${EXTRA_CXXFLAGS:-}"
"$here/build.sh"
