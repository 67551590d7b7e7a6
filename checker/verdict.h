// What a decider says of streams, for given inputs. Formal definition: docs/model.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace tidemark {

// In the order in which they are named where more than one is true, so that the
// verdict over several inputs is the least of theirs.
enum class Verdict : std::uint8_t {
  malformed,  // the streams parse, but are not streams of this program
  unsafe,     // some schedule issues an instance before what it depends on has completed
  deadlocks,  // some schedule gets stuck
  overwaits,  // some schedule holds back an instance that nothing in the program delays
  unknown,    // a limit was hit; never reported as exact
  exact,      // none of these
};

inline constexpr std::size_t kVerdicts = 6;

constexpr std::string_view name(Verdict verdict) {
  switch (verdict) {
    case Verdict::malformed:
      return "malformed";
    case Verdict::unsafe:
      return "unsafe";
    case Verdict::deadlocks:
      return "deadlocks";
    case Verdict::overwaits:
      return "overwaits";
    case Verdict::unknown:
      return "unknown";
    case Verdict::exact:
      return "exact";
  }
  __builtin_unreachable();
}

}  // namespace tidemark
