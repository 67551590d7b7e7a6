#!/bin/bash -eu
# Builds the fuzz targets as OSS-Fuzz's and ClusterFuzzLite's base builders run it: $CC, $CXX,
# $CFLAGS and $CXXFLAGS choose compiler, C++ runtime and sanitizer, $LIB_FUZZING_ENGINE the
# engine; whatever runs elsewhere has to be in $OUT.
#
# fuzz/oss-fuzz/try.sh runs this as they would.

source=$(cd "$(dirname "$0")" && pwd)
while [ ! -f "$source/CMakePresets.json" ]; do  # they copy this script to $SRC
  [ "$source" != / ] || { source=$SRC/tidemark; break; }
  source=$(dirname "$source")
done

# libfmt's functions name types of the C++ runtime that it was built with. Where the targets
# have another, fmt is compiled into them.
fmt=fmt::fmt
[[ $CXXFLAGS != *-stdlib=libc++* ]] || fmt=fmt::fmt-header-only

# A builder's -O1 inlines little of this code, and its callbacks for every comparison take two
# fifths of the time for what the mutator here, which works on parsed programs, does not need.
CXXFLAGS+=" -O2 -fno-sanitize-coverage=trace-cmp"

cmake -S "$source" -B "$WORK/tidemark" -G Ninja \
  -DCMAKE_BUILD_TYPE= -DCMAKE_CXX_FLAGS="$CXXFLAGS" \
  -DTIDEMARK_TESTS=OFF \
  -DTIDEMARK_FMT=$fmt \
  -DTIDEMARK_FUZZING_ENGINE="$LIB_FUZZING_ENGINE" \
  ${TIDEMARK_CMAKE_FLAGS:-}
ninja -C "$WORK/tidemark" fuzzers

# Of Z3 Debian and Ubuntu have no static form: it lies beside the targets, which look there,
# and so does libfmt.
for built in "$WORK"/tidemark/fuzz/targets/*_fuzzer; do ldd "$built"; done |
  awk '/lib(z3|fmt)\.so/ { print $3 }' | sort -u | xargs -I{} cp {} "$OUT/"

# Seeds: a folder of corpus/seeds for each kind of case.
seeds_of() {
  case "$1" in
    sync_decide) echo programs ;;
    streams | external) echo streams ;;
    prove_decide) echo proofs ;;
    *) echo programs streams broken ;;
  esac
}

for built in "$WORK"/tidemark/fuzz/targets/*_fuzzer; do
  fuzzer=$(basename "$built")
  cp "$built" "$OUT/"
  cp "$source/fuzz/tidemark.dict" "$OUT/$fuzzer.dict"
  cp "$source/fuzz/tidemark.options" "$OUT/$fuzzer.options"
  rm -f "$OUT/${fuzzer}_seed_corpus.zip"
  (cd "$source/corpus/seeds" &&
    zip -q -r "$OUT/${fuzzer}_seed_corpus.zip" $(seeds_of "${fuzzer%_fuzzer}"))
done
