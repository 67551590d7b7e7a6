// One program timed with each way to synchronize it. All figures are simulated.
#pragma once

#include <optional>
#include <string>

#include "bench/suite/suite_kernel.h"
#include "core/target/target.h"

namespace tidemark {

struct Measured {
  double barrier_ns = 0;
  double barrier_x4_ns = 0;
  std::optional<double> by_hand_ns;
  double dynamic_ns = 0;
  double bound_ns = 0;

  double below_barrier() const { return 1 - dynamic_ns / barrier_ns; }
  double below_barrier_x4() const { return 1 - dynamic_ns / barrier_x4_ns; }
  double over_bound() const { return dynamic_ns / bound_ns; }
};

// The streams of one program, all lowered to the target alike, made once for many
// measurements. What `dynamic` is held against has all the registers that it wants.
struct Contenders {
  Contenders(const Program& program, const Target& target, std::optional<Streams> by_hand = {});

  const Program& program;
  Streams dynamic, barrier, barrier_x4;
  std::optional<Streams> by_hand;
};

// A CHECK fails where a run gets stuck or meets a limit: nothing in the suite may.
double time_ns(const Program& program, const Streams& streams, const Inputs& inputs,
               const Target& target);
double bound_ns(const Program& program, const Inputs& inputs, const Target& target);
Measured measure(const Contenders& contenders, const Inputs& inputs, const Target& target);

// What synchronization takes of the sequencers, of all engines together.
struct Overhead {
  std::uint64_t instances = 0;
  std::uint64_t waits = 0;            // executed with a threshold above 0
  std::uint64_t necessary_waits = 0;  // the least that any streams could do with
  std::uint64_t wait_instructions = 0;
  std::uint64_t register_work = 0;
  std::uint64_t control_steps = 0;
};
Overhead overhead_of(const Program& program, const Streams& streams, const Inputs& inputs,
                     const Target& target);

}  // namespace tidemark
