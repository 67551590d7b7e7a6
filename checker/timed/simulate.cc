#include "checker/timed/simulate.h"

#include "checker/timed/timed_machine.h"

namespace tidemark {

std::expected<Simulation, RunError> simulate(const Program& program, const Streams& streams,
                                             const Inputs& inputs, const Target& target,
                                             const SimulateOptions& options) {
  TimedMachine machine(program, streams, inputs, target, options);
  machine.run();
  if (const std::optional<RunError> error = machine.error()) return std::unexpected(*error);
  return std::move(machine).result();
}

}  // namespace tidemark
