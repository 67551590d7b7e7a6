#include "gen/random_program.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "core/check.h"
#include "core/ir/finish.h"
#include "gen/random.h"

namespace tidemark {
namespace {

// The forms that one program may use.
struct Features {
  bool inflight, rings, ranges, counters, branches, whiles, loads, triangles, steps;

  static Features draw(Random& random) {
    const auto common = [&] { return !random.once_in(3); };
    const auto rare = [&] { return random.once_in(3); };
    return {.inflight = common(),
            .rings = common(),
            .ranges = rare(),
            .counters = rare(),
            .branches = common(),
            .whiles = rare(),
            .loads = common(),
            .triangles = common(),
            .steps = rare()};
  }
};

class Generator {
 public:
  Generator(std::uint64_t seed, const RandomProgramOptions& options)
      : random_(seed), options_(options), features_(Features::draw(random_)) {}

  Program generate() && {
    declare_engines();
    declare_buffers();
    for (const char* name : {"n", "m"}) program_.params.push({name});
    if (features_.counters)
      for (const char* name : {"c", "d"}) program_.counters.push({name});
    left_ = random_.between(std::min<std::int64_t>(4, options_.statements), options_.statements);
    while (left_ > 0) add_statement(program_.body);
    if (program_.instructions.empty()) add_instruction(program_.body);
    program_.name = "random";
    CHECK(finish(program_).empty());
    return std::move(program_);
  }

 private:
  // Declarations.

  void declare_engines() {
    const std::int64_t fewest = random_.once_in(10) ? 1 : 2;
    const std::int64_t count =
        std::max(random_.between(1, options_.engines), std::min(fewest, options_.engines));
    for (std::int64_t i = 0; i < count; ++i) {
      const bool is_serial = !features_.inflight || random_.once_in(2);
      program_.engines.push({.name = fmt::format("e{}", i),
                             .inflight = is_serial ? 1 : random_.between(1, options_.inflight),
                             .stripes = 1});
    }
  }

  void declare_buffers() {
    if (features_.ranges) program_.memories.push({"mem"});
    const std::int64_t count = random_.between(1, options_.buffers);
    for (std::int64_t i = 0; i < count; ++i) {
      Buffer buffer{.name = fmt::format("b{}", i), .slots = {}, .range = {}};
      if (features_.rings && !random_.once_in(3)) buffer.slots = random_.between(1, options_.slots);
      if (features_.ranges && random_.once_in(2)) buffer.range = draw_range(buffer.slot_count());
      program_.buffers.push(std::move(buffer));
    }
  }

  // Short ranges at few places, so that they overlap often; some are empty.
  ByteRange draw_range(std::int64_t slots) {
    const std::int64_t begin = 32 * random_.between(0, 4);
    return {MemoryId(0u), begin, begin + 32 * slots * random_.between(0, 2)};
  }

  // Statements.

  void add_statement(Block& block) {
    --left_;
    const bool may_nest = left_ > 0 && static_cast<std::int64_t>(scope_.size()) < options_.nesting;
    switch (random_.below(may_nest ? 10 : 6)) {
      case 0:
        if (features_.counters) return add_assignment(block);
        return add_instruction(block);
      case 6:
        if (features_.branches) return add_branch(block);
        return add_loop(block);
      case 7:
        if (features_.whiles) return add_while(block);
        return add_loop(block);
      case 8:
      case 9:
        return add_loop(block);
      default:
        return add_instruction(block);
    }
  }

  Block draw_block() {
    Block block;
    const std::int64_t count = random_.between(random_.once_in(8) ? 0 : 1, 4);
    for (std::int64_t i = 0; i < count && left_ > 0; ++i) add_statement(block);
    return block;
  }

  void add_instruction(Block& block) {
    static constexpr std::array kOpcodes = {"load", "mul", "exp", "store"};
    Instruction instruction;
    instruction.engine = draw_id(program_.engines);
    instruction.opcode = kOpcodes[random_.below(kOpcodes.size())];
    for (std::uint64_t i = random_.below(3); i > 0; --i) instruction.reads.push_back(draw_access());
    const std::uint64_t writes = instruction.reads.empty() ? 1 : random_.below(3);
    for (std::uint64_t i = 0; i < writes; ++i) instruction.writes.push_back(draw_access());
    if (random_.once_in(4)) instruction.attributes.push_back({"cost", random_.between(1, 512)});
    block.emplace_back(program_.instructions.push(std::move(instruction)));
  }

  // Counter 0 walks (ring positions), counter 1 takes the values of others (bounds), so
  // that neither grows beyond a run's length.
  void add_assignment(Block& block) {
    Assignment assignment;
    if (random_.once_in(2)) {
      assignment.counter = CounterId(0u);
      assignment.value = random_.once_in(6)
                             ? Affine(0)
                             : plus(Affine(Symbol::of(CounterId(0u))), random_.between(1, 3));
    } else {
      assignment.counter = CounterId(1u);
      assignment.value = draw_short_form();
    }
    block.emplace_back(program_.assignments.push(std::move(assignment)));
  }

  void add_loop(Block& block) {
    const ControlId id = open(block);
    For loop;
    loop.variable = fmt::format("i{}", scope_.size());
    loop.lower = draw_lower();
    loop.upper = draw_upper();
    if (features_.loads && random_.once_in(5)) {
      (random_.once_in(4) ? loop.lower : loop.upper) = Bound(draw_access());
    }
    if (features_.steps && random_.once_in(3)) loop.step = random_.between(2, 3);
    scope_.push_back({id, true, variable_below(loop)});
    loop.body = draw_block();
    scope_.pop_back();
    program_.controls[id].form = std::move(loop);
  }

  // A bound below which its variable lies, from 0, if both bounds are constant.
  static std::optional<std::int64_t> variable_below(const For& loop) {
    const Affine* lower = std::get_if<Affine>(&loop.lower);
    const Affine* upper = std::get_if<Affine>(&loop.upper);
    if (lower == nullptr || upper == nullptr) return std::nullopt;
    if (!lower->is_constant() || !upper->is_constant() || lower->constant < 0) return std::nullopt;
    return upper->constant;
  }

  void add_branch(Block& block) {
    const ControlId id = open(block);
    If branch;
    branch.condition = draw_condition();
    scope_.push_back({id, false, std::nullopt});
    branch.then_block = draw_block();
    if (!random_.once_in(3)) branch.else_block = draw_block();
    scope_.pop_back();
    program_.controls[id].form = std::move(branch);
  }

  void add_while(Block& block) {
    const ControlId id = open(block);
    While loop;
    loop.condition = draw_access();
    scope_.push_back({id, false, std::nullopt});
    loop.body = draw_block();
    scope_.pop_back();
    program_.controls[id].form = std::move(loop);
  }

  // Control is numbered in order of text, so before what stands inside it.
  ControlId open(Block& block) {
    const ControlId id = program_.controls.push({});
    block.emplace_back(id);
    return id;
  }

  // Parts of statements.

  Affine draw_lower() {
    if (!features_.triangles || random_.once_in(2)) return 0;
    return random_.once_in(2) ? Affine(random_.between(-1, 2)) : draw_short_form();
  }

  Affine draw_upper() {
    if (random_.once_in(3)) return random_.between(0, 3);
    if (features_.triangles && random_.once_in(3)) return draw_short_form();
    return Affine(draw_param());
  }

  // A symbol in scope and a small constant.
  Affine draw_short_form() { return plus(Affine(draw_symbol()), random_.between(-1, 2)); }

  Condition draw_condition() {
    if (features_.loads && random_.once_in(2)) return draw_access();
    if (random_.once_in(4)) return draw_id(program_.params);
    const Residue left{draw_short_form(), random_.once_in(2) ? 2 : 0};
    const Residue right{random_.once_in(3) ? draw_short_form() : Affine(random_.between(0, 2)), 0};
    return Compare{left, static_cast<Comparison>(random_.below(6)), right};
  }

  Access draw_access() {
    const BufferId buffer = draw_id(program_.buffers);
    const std::optional<std::int64_t> slots = program_.buffers[buffer].slots;
    if (!slots) return {buffer, std::nullopt};
    return {buffer, draw_slot(*slots)};
  }

  Residue draw_slot(std::int64_t slots) {
    if (random_.once_in(5)) return {random_.between(0, slots - 1), 0};
    if (const std::optional<Symbol> variable = bounded_variable(slots))
      if (random_.once_in(2)) return {Affine(*variable), 0};
    Affine form = draw_short_form();
    if (random_.once_in(3)) {
      const Affine more = scale(Affine(draw_symbol()), random_.between(-2, 3)).value();
      form = add(form, more).value();
    }
    return {form, random_.once_in(6) ? random_.between(1, slots) : slots};
  }

  // The variable of a loop around, if it lies in [0, slots) whatever the inputs.
  std::optional<Symbol> bounded_variable(std::int64_t slots) const {
    for (auto around = scope_.rbegin(); around != scope_.rend(); ++around)
      if (around->variable_below && *around->variable_below <= slots)
        return Symbol::of(around->control);
    return std::nullopt;
  }

  Symbol draw_symbol() {
    std::vector<Symbol> symbols = {draw_param()};
    for (const Scope& around : scope_)
      if (around.is_loop) symbols.insert(symbols.end(), 3, Symbol::of(around.control));
    for (const CounterId counter : program_.counters.ids())
      symbols.insert(symbols.end(), 2, Symbol::of(counter));
    return symbols[random_.below(symbols.size())];
  }

  Symbol draw_param() { return Symbol::of(draw_id(program_.params)); }

  template <class Id, class T>
  Id draw_id(const Table<Id, T>& table) {
    return Id(random_.below(table.size()));
  }

  static Affine plus(Affine form, std::int64_t constant) {
    form.constant += constant;
    return form;
  }

  struct Scope {
    ControlId control;
    bool is_loop = false;
    std::optional<std::int64_t> variable_below;  // its variable lies in [0, this)
  };

  Random random_;
  RandomProgramOptions options_;
  Features features_;
  Program program_;
  std::vector<Scope> scope_;
  std::int64_t left_ = 0;  // statements to be made
};

}  // namespace

Program random_program(std::uint64_t seed, const RandomProgramOptions& options) {
  return Generator(seed, options).generate();
}

}  // namespace tidemark
