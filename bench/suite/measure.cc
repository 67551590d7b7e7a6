#include "bench/suite/measure.h"

#include <utility>

#include "checker/clocks.h"
#include "checker/timed/bound.h"
#include "checker/timed/simulate.h"
#include "core/check.h"
#include "core/lower/lower.h"
#include "core/sync/synchronizer.h"

namespace tidemark {
namespace {

Streams lowered(const Program& program, Streams streams, Target target) {
  constexpr double kEnough = 1e6;
  target.sequencer.registers = kEnough;
  Lowered result = lower(program, std::move(streams), target);
  CHECK(result.result == LoweringResult::as_given);
  return std::move(result.streams);
}

Streams made_by(std::string_view name, const Program& program, const Target& target) {
  return lowered(program, find_synchronizer(name)->synchronize(program).streams, target);
}

double ns(Picoseconds time) { return static_cast<double>(time) / kPicosecondsPerNs; }

}  // namespace

Contenders::Contenders(const Program& the_program, const Target& target,
                       std::optional<Streams> hand)
    : program(the_program),
      dynamic(lower(program, synchronize(program).streams, target).streams),
      barrier(made_by("barrier", program, target)),
      barrier_x4(made_by("barrier_x4", program, target)) {
  if (hand) by_hand = lowered(program, *std::move(hand), target);
}

double time_ns(const Program& program, const Streams& streams, const Inputs& inputs,
               const Target& target) {
  const auto simulated = simulate(program, streams, inputs, target);
  CHECK(simulated && simulated->has_ended);
  return ns(simulated->latency);
}

double bound_ns(const Program& program, const Inputs& inputs, const Target& target) {
  const auto bound = bound_of(program, inputs, target);
  CHECK(bound.has_value());
  return ns(bound->latency);
}

Measured measure(const Contenders& of, const Inputs& inputs, const Target& target) {
  Measured measured;
  measured.barrier_ns = time_ns(of.program, of.barrier, inputs, target);
  measured.barrier_x4_ns = time_ns(of.program, of.barrier_x4, inputs, target);
  if (of.by_hand) measured.by_hand_ns = time_ns(of.program, *of.by_hand, inputs, target);
  measured.dynamic_ns = time_ns(of.program, of.dynamic, inputs, target);
  measured.bound_ns = bound_ns(of.program, inputs, target);
  return measured;
}

Overhead overhead_of(const Program& program, const Streams& streams, const Inputs& inputs,
                     const Target& target) {
  const auto decided = decide_by_clocks(program, Cells(program), streams, inputs);
  const auto simulated = simulate(program, streams, inputs, target);
  CHECK(decided && simulated);
  Overhead overhead;
  overhead.instances = simulated->instances;
  overhead.waits = decided->costs.waits;
  overhead.necessary_waits = decided->necessary_waits;
  for (const EngineFigures& engine : simulated->engines) {
    overhead.wait_instructions += engine.separate_waits;
    overhead.register_work += engine.register_work;
    overhead.control_steps += engine.control_steps;
  }
  return overhead;
}

}  // namespace tidemark
