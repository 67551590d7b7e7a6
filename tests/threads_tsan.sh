#!/usr/bin/env bash
# The same in a build with the thread sanitizer, of what it takes alone.
set -euo pipefail
cmake --preset tsan >/dev/null
cmake --build --preset tsan --target thread_runs >/dev/null
TSAN_OPTIONS=halt_on_error=1 exec tests/threads.sh build/tsan/tests/thread_runs "$@"
