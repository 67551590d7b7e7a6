// How the count of each engine's instances moves through the program: what a stream must
// do to know C[e] at any point.
//
// Straight-line code, branches with equal arms and loops with constant bounds move a
// count by a constant, which folds into immediates. The rest moves a register:
//
//   a dynamic loop      by its body's constant, once for each iteration
//   unequal branches    by the difference, in the arm that has more
//
// Two engines whose registers would move alike everywhere share one.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/sync/barrier_points.h"
#include "core/sync/operands.h"
#include "core/sync/outline.h"

namespace tidemark::sync {

struct ConstantLoop {
  std::int64_t lower = 0, step = 1, trips = 0;
};

// The bounds of a `for` if all of them are written as constants.
std::optional<ConstantLoop> constant_loop(const Program& program, ControlId loop);

class Counting {
 public:
  Counting(const Program& program, const Outline& outline, const Operands& operands,
           const BarrierPoints* barriers);

  // What one execution of the control statement adds to the offset of the count; of a
  // loop's body, one iteration; of a branch, the lesser of its arms.
  std::int64_t net(ControlId control, EngineId engine) const { return net_[at(control, engine)]; }
  std::int64_t of_body(ControlId loop, EngineId engine) const { return body_[at(loop, engine)]; }

  // The engines whose register moves inside.
  const EngineSet& moving(ControlId control) const { return moving_[control]; }

  // The engines whose register moves at each iteration (of a loop) or arm (of a branch) itself.
  const EngineSet& moving_at(ControlId control) const { return moves_at_[control]; }
  bool moves_at(ControlId control, EngineId engine) const {
    return moving_at(control).test(engine.value);
  }
  // It moves at this control statement, and nowhere inside.
  bool moves_only_at(ControlId control, EngineId engine) const {
    return moves_at(control, engine) && !moving_inside_[control].test(engine.value);
  }

  // Engines of one class move alike. An engine that never moves is a class of its own.
  std::uint32_t class_of(EngineId engine) const { return class_[engine]; }
  const EngineSet& engines_of_class(EngineId engine) const { return engines_of_class_[engine]; }

 private:
  std::size_t at(ControlId control, EngineId engine) const {
    return control.value * engines_ + engine.value;
  }
  void add_block(Outline::Block block, std::vector<std::int64_t>& sum, EngineSet& moving);
  void add_control(ControlId control, std::vector<std::int64_t>& sum, EngineSet& moving);
  void add_loop(ControlId control);
  void add_branch(ControlId control);
  void count_reads(ControlId control, std::vector<std::int64_t>& sum) const;
  void note_move(ControlId control, std::size_t engine, std::int64_t by);
  void make_classes();

  const Program& program_;
  const Outline& outline_;
  const Operands& operands_;
  const BarrierPoints* barriers_;
  std::size_t engines_;
  std::vector<std::int64_t> net_, body_;
  Table<ControlId, EngineSet> moving_, moving_inside_, moves_at_;
  Table<EngineId, std::uint32_t> class_;
  Table<EngineId, EngineSet> engines_of_class_;
  // By engine: every place where its register moves, and by how much.
  Table<EngineId, std::vector<std::pair<ControlId, std::int64_t>>> moves_;
};

}  // namespace tidemark::sync
