// How often an engine has called each entry of its adapter: that it does is not to be taken
// on trust. (AFL++ passes over libFuzzer's entries without a word, for one.)
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>

namespace tidemark {

struct MutatorCounts {
  std::uint64_t structured = 0;  // changes of a parsed program
  std::uint64_t crossed = 0;     // splices of two
  std::uint64_t bytes = 0;       // left to the engine's own mutator of bytes

  std::string to_string() const {
    return fmt::format("mutator: {} structured, {} crossed, {} bytes\n", structured, crossed,
                       bytes);
  }
};

}  // namespace tidemark
