# To be sourced: ASAN_OPTIONS as fuzz/tidemark.options has them for whoever runs the targets
# elsewhere. What a case frees is less than 1 MiB: a use after free is seen within 2. A finding is
# run again with deeper stacks.
export ASAN_OPTIONS=$(sed -n '/^\[asan\]/,$s/ *= */=/p' \
  "$(dirname "${BASH_SOURCE[0]}")/tidemark.options" | paste -sd:)
