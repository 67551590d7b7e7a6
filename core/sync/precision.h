// How precisely loops are walked: what keeps the analysis linear in the program.
//
// A precise loop is walked once for its first iteration and then until its fixpoint,
// usually four times in all, so a nest costs four to the power of its height. Loops are
// precise from the innermost outwards, up to the height that a budget of work allows.
// Should the passes turn out to be more, loops are coarse from then on. The unit of work is
// the visit of one site; saving and meeting what a construct touches costs visits too.
#pragma once

#include <span>
#include <vector>

#include "core/sync/structure.h"

namespace tidemark::sync {

class Precision {
 public:
  Precision(const Program& program, const Outline& outline, const Operands& operands,
            const Structure& structure);

  // Whether the program may be walked so often, all of it precisely.
  bool affords(std::size_t walks) const;
  void start_walk() { work_ = 0; }

  void count_visit() { ++work_; }
  // One pass through a loop's body, or through the arms of a branch.
  void count_pass(ControlId control) { work_ += work_of_pass(control); }
  bool is_spent() const { return work_ > budget_; }
  bool is_coarse(ControlId loop) const {
    return structure_[loop].loop_height > precise_height_ || is_spent();
  }

  // Trips that a constant loop may have to be walked trip by trip.
  std::int64_t affordable_trips(ControlId loop) const;

 private:
  std::int64_t trips_worth_walking(ControlId constant_loop) const;
  std::size_t work_of_pass(ControlId control) const;
  std::vector<double> work(Outline::Block block, std::size_t highest) const;
  void add_work(ControlId control, std::span<double> sum) const;

  const Program& program_;
  const Outline& outline_;
  const Structure& structure_;
  std::size_t precise_height_ = 0;  // loops of greater height are coarse
  double precise_work_ = 0;         // of a walk with all loops precise
  std::size_t budget_ = 0, work_ = 0;
};

}  // namespace tidemark::sync
