#include "core/lower/barrier_loops.h"

#include <algorithm>

namespace tidemark::lowering {
namespace {

struct Loop {
  ControlId id;
  std::size_t instructions = 0;  // inside
};

class Gatherer {
 public:
  explicit Gatherer(const Program& program) : program_(program) { block(program.body, true); }

  std::vector<Loop> loops;  // each after those inside
  std::vector<ControlId> outermost;

 private:
  std::size_t block(const Block& statements, bool is_outside) {
    std::size_t instructions = 0;
    for (const Statement& statement : statements) {
      if (std::holds_alternative<InstructionId>(statement)) ++instructions;
      if (const auto* id = std::get_if<ControlId>(&statement))
        instructions += control(*id, is_outside);
    }
    return instructions;
  }

  std::size_t control(ControlId id, bool is_outside) {
    const auto& form = program_.controls[id].form;
    if (const auto* branch = std::get_if<If>(&form))
      return block(branch->then_block, is_outside) + block(branch->else_block, is_outside);
    const auto* loop = std::get_if<For>(&form);
    const Block& body = loop ? loop->body : std::get<While>(form).body;
    const std::size_t inside = block(body, false);
    loops.push_back({id, inside});
    if (is_outside) outermost.push_back(id);
    return inside;
  }

  const Program& program_;
};

}  // namespace

std::vector<std::vector<ControlId>> barrier_trials(const Program& program) {
  Gatherer gathered(program);
  std::ranges::stable_sort(gathered.loops, {}, &Loop::instructions);
  std::vector<std::vector<ControlId>> trials;
  for (const Loop& loop : gathered.loops)
    if (trials.size() + 1 < kMostTrials) trials.push_back({loop.id});
  if (gathered.outermost.size() > 1 || gathered.loops.size() >= kMostTrials)
    trials.push_back(gathered.outermost);
  return trials;
}

}  // namespace tidemark::lowering
