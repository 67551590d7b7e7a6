// What the trips of a run are: its control is walked, its instances only counted.
#include <vector>

#include "core/run/control_walk.h"
#include "gen/program_traits.h"

namespace tidemark {
namespace {

using enum ProgramTrait;

constexpr std::uint64_t kMostSteps = 10'000;
constexpr std::uint64_t kLongRun = 50;

// The program's control with a visit at each entry of a `for`, at each trip and at each
// instruction.
struct Visits {
  explicit Visits(const Program& program)
      : code(program), instruction(static_cast<std::uint32_t>(2 * program.controls.size())) {
    add(program.body);
  }

  static std::uint32_t entry(ControlId loop) { return 2 * loop.value; }
  static std::uint32_t trip(ControlId loop) { return 2 * loop.value + 1; }

  void add(const Block& block) {
    for (const Statement& statement : block) {
      if (const auto* id = std::get_if<ControlId>(&statement))
        std::visit([&](const auto& form) { add(*id, form); }, code.program().controls[*id].form);
      else if (const auto* assignment = std::get_if<AssignmentId>(&statement))
        code.assign(*assignment);
      else
        code.visit(instruction);
    }
  }
  void add(ControlId id, const For& loop) {
    load(id);
    code.visit(entry(id));
    code.begin_for(id);
    code.visit(trip(id));
    add(loop.body);
    code.end_for();
  }
  void add(ControlId id, const If& branch) {
    load(id);
    code.begin_if(id);
    add(branch.then_block);
    code.begin_else();
    add(branch.else_block);
    code.end_if();
  }
  void add(ControlId id, const While& loop) {
    code.begin_while(id);
    load(id);
    code.test_while();
    add(loop.body);
    code.end_while();
  }
  void load(ControlId id) {
    if (load_of(code.program().controls[id]) != nullptr) code.load(id);
  }

  ControlCode code;
  std::uint32_t instruction;  // the payload of each of them
};

class TripCensus {
 public:
  explicit TripCensus(std::size_t controls) : trips_(controls), is_entered_(controls) {}

  void enter(std::uint32_t loop) {
    leave(loop);
    is_entered_[loop] = true;
    trips_[loop] = 0;
  }
  void trip(std::uint32_t loop) { ++trips_[loop]; }

  ProgramTraits finish() && {
    for (std::uint32_t loop = 0; loop < trips_.size(); ++loop) leave(loop);
    return found_;
  }

 private:
  void leave(std::uint32_t loop) {
    if (!is_entered_[loop]) return;
    if (trips_[loop] == 0) found_.insert(zero_trips);
    if (trips_[loop] == 1) found_.insert(one_trip);
    if (trips_[loop] >= 5) found_.insert(five_trips);
  }

  std::vector<std::uint64_t> trips_;  // since the loop was last entered
  std::vector<bool> is_entered_;
  ProgramTraits found_;
};

}  // namespace

ProgramTraits run_traits(const Program& program, const Inputs& inputs) {
  const Visits visits(program);
  ControlWalk walk(visits.code, inputs, kMostSteps);
  TripCensus census(program.controls.size());
  std::uint64_t instances = 0;
  for (std::uint32_t at = walk.next(); at != ControlWalk::kEnd; at = walk.next()) {
    if (at == visits.instruction)
      ++instances;
    else if (at % 2 == 0)
      census.enter(at / 2);
    else
      census.trip(at / 2);
  }
  ProgramTraits found = std::move(census).finish();
  if (instances == 0) found.insert(empty_run);
  if (instances >= kLongRun) found.insert(long_run);
  return found;
}

}  // namespace tidemark
