#include "fuzz/campaign/small_scope.h"

#include <algorithm>
#include <ranges>

#include "gen/odometer.h"

namespace tidemark {
namespace {

constexpr int kLoadedValues = 3;

// Things in the order in which the text first names them.
template <class Id>
class FirstUses {
 public:
  // False where one was passed over: then another program has the roles exchanged.
  bool see(Id id, std::uint32_t first = 0) {
    if (id.value > first + seen_) return false;
    seen_ += id.value == first + seen_;
    return true;
  }
  std::uint32_t seen() const { return seen_; }

 private:
  std::uint32_t seen_ = 0;
};

// The one program of all that differ in names alone: engines and buffers are declared in
// the order in which the text names them, buffers of one slot before rings, and none that
// it does not name.
class Canonical {
 public:
  explicit Canonical(const Program& program) : program_(program) {
    while (first_ring_ < program.buffers.size() && !is_ring(BufferId(first_ring_))) ++first_ring_;
  }

  bool holds() {
    for (const BufferId buffer : program_.buffers.ids())
      if (is_ring(buffer) != (buffer.value >= first_ring_)) return false;
    return holds(program_.body) && engines_.seen() == program_.engines.size() &&
           plain_.seen() + rings_.seen() == program_.buffers.size();
  }

 private:
  bool is_ring(BufferId buffer) const { return program_.buffers[buffer].slots.has_value(); }

  bool holds(const Block& block) {
    return std::ranges::all_of(block, [&](const Statement& statement) {
      return std::visit([&](auto id) { return holds(id); }, statement);
    });
  }
  bool holds(AssignmentId) { return true; }
  bool holds(InstructionId id) {
    const Instruction& instruction = program_.instructions[id];
    return engines_.see(instruction.engine) && see(instruction.reads) && see(instruction.writes);
  }
  bool holds(ControlId id) {
    const Load* load = load_of(program_.controls[id]);
    if (load != nullptr && !see({*load})) return false;
    return std::visit([&](const auto& form) { return holds(form); }, program_.controls[id].form);
  }
  bool holds(const For& loop) { return holds(loop.body); }
  bool holds(const While& loop) { return holds(loop.body); }
  bool holds(const If& branch) { return holds(branch.then_block) && holds(branch.else_block); }

  bool see(const std::vector<Access>& accesses) {
    return std::ranges::all_of(accesses, [&](const Access& access) {
      return is_ring(access.buffer) ? rings_.see(access.buffer, first_ring_)
                                    : plain_.see(access.buffer);
    });
  }

  const Program& program_;
  std::uint32_t first_ring_ = 0;
  FirstUses<EngineId> engines_;
  FirstUses<BufferId> plain_, rings_;
};

RandomProgramOptions options_for(const SmallScope& scope) {
  return {.engines = scope.engines,
          .buffers = scope.buffers,
          .slots = 2,
          .inflight = 2,
          .statements = scope.statements,
          .nesting = scope.nesting,
          .operands = scope.operands,
          .params = 1,
          .counters = 1,
          .features = scope.features,
          .swarm = Swarm::off,
          .kind = ProgramKind::small};
}

// Every combination of `count` values from 0 to `highest`.
std::vector<std::vector<std::int64_t>> combinations(std::size_t count, std::int64_t highest) {
  std::vector<std::vector<std::int64_t>> all;
  Odometer odometer;
  do {
    std::vector<std::int64_t> values(count);
    for (std::int64_t& value : values) value = odometer.between(0, highest);
    all.push_back(std::move(values));
  } while (odometer.next());
  return all;
}

std::vector<BufferId> loaded_buffers(const Program& program) {
  std::vector<BufferId> buffers;
  for (const Control& control : program.controls)
    if (const Load* load = load_of(control))
      if (std::ranges::find(buffers, load->buffer) == buffers.end())
        buffers.push_back(load->buffer);
  return buffers;
}

// A `while` whose values never reach 0 does not end.
bool ends(const std::vector<std::int64_t>& values) { return values.back() == 0; }

}  // namespace

std::vector<SmallScope> small_scopes(std::int64_t statements) {
  using enum ProgramFeature;
  return {
      {.name = "loops and branches",
       .statements = statements,
       .features = {params, constants, branches, otherwise}},
      {.name = "rings", .statements = statements, .features = {params, rings}},
      {.name = "rings with counters",
       .statements = statements,
       .buffers = 1,
       .features = {params, rings, counters}},
      {.name = "several in flight", .statements = statements, .features = {params, inflight}},
      {.name = "loaded control",
       .statements = statements,
       .features = {params, loads, branches, whiles}},
      {.name = "three engines", .statements = statements, .engines = 3, .features = {params}},
  };
}

std::uint64_t for_each_program(const SmallScope& scope,
                               const std::function<void(const Program&)>& visit) {
  const RandomProgramOptions options = options_for(scope);
  std::uint64_t visited = 0;
  Odometer odometer;
  do {
    const Program program = random_program(odometer, options);
    if (!Canonical(program).holds()) continue;
    ++visited;
    visit(program);
  } while (odometer.next());
  return visited;
}

std::vector<Inputs> all_inputs(const Program& program, std::int64_t highest) {
  const std::vector<BufferId> loaded = loaded_buffers(program);
  const bool has_while = std::ranges::any_of(program.controls, [](const Control& control) {
    return std::holds_alternative<While>(control.form);
  });
  std::vector<Inputs> all;
  for (const auto& values :
       combinations(program.params.size() + kLoadedValues * loaded.size(), highest)) {
    Inputs inputs(program);
    auto next = values.begin();
    for (const ParamId param : program.params.ids()) inputs.set(param, *next++);
    bool is_finite = true;
    for (const BufferId buffer : loaded) {
      const std::vector<std::int64_t> of_buffer(next, next + kLoadedValues);
      next += kLoadedValues;
      is_finite &= !has_while || ends(of_buffer);
      inputs.set_loads(buffer, of_buffer);
    }
    if (is_finite) all.push_back(std::move(inputs));
  }
  return all;
}

}  // namespace tidemark
