// Synchronizers: a program in, streams out. All stand behind this one interface; a
// compiler's own pass can be registered beside ours and is then checked, fuzzed and
// measured the same way.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/ir/streams.h"

namespace tidemark {

struct Synchronized {
  Streams streams;
  // What could not be done exactly, and where: "buffer page[4096]: more than 1024 slots,
  // treated as one cell". Empty: exact for all inputs.
  std::vector<std::string> notes;
};

class Synchronizer {
 public:
  virtual ~Synchronizer() = default;
  virtual std::string_view name() const = 0;
  virtual Synchronized synchronize(const Program& program) const = 0;
};

// dynamic, barrier, barrier_x4, serial, none; nullptr for another name. Program must be finished.
const Synchronizer* find_synchronizer(std::string_view name);
std::vector<std::string_view> synchronizer_names();

// What each of them makes, in the order of their names; quicker than one by one.
std::vector<Synchronized> synchronize_by_all(const Program& program);

// The default: `dynamic`.
Synchronized synchronize(const Program& program);

// `dynamic`, but with barriers inside of these loops wherever `barrier` has them there. Counts go
// on over them, so that the rest of the program waits for exactly its dependences; the loops
// themselves wait for more, and take fewer registers. None of the loops is inside another.
Synchronized synchronize_with_barriers(const Program& program, std::span<const ControlId> loops);

}  // namespace tidemark
