#include "gen/program_generator.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "core/ir/finish.h"
#include "gen/random.h"
#include "gen/shapes.h"

namespace tidemark {
namespace {

const Taste& taste_of(ProgramKind kind) {
  switch (kind) {
    case ProgramKind::general:
      return general_taste();
    case ProgramKind::ring_heavy:
      return ring_taste();
    case ProgramKind::small:
      return small_taste();
  }
  __builtin_unreachable();
}

ProgramFeatures features_of(const RandomProgramOptions& options, Choices& choices) {
  if (options.swarm == Swarm::off) return options.features;
  ProgramFeatures features = draw_subset(options.features, choices);
  const bool needs_rings = options.kind == ProgramKind::ring_heavy;
  if (needs_rings && options.features.has(ProgramFeature::rings))
    features.insert(ProgramFeature::rings);
  return features;
}

// The variable of this loop lies in [0, result) whatever the inputs.
std::optional<std::int64_t> variable_below(const For& loop) {
  const Affine* lower = std::get_if<Affine>(&loop.lower);
  const Affine* upper = std::get_if<Affine>(&loop.upper);
  if (lower == nullptr || upper == nullptr) return std::nullopt;
  if (!lower->is_constant() || !upper->is_constant() || lower->constant < 0) return std::nullopt;
  return upper->constant;
}

}  // namespace

ProgramGenerator::ProgramGenerator(Choices& choices, const RandomProgramOptions& options)
    : choices_(choices),
      options_(options),
      taste_(taste_of(options.kind)),
      features_(features_of(options, choices)) {}

Program ProgramGenerator::generate() && {
  program_.name = "random";
  left_ = choices_.between(1, options_.statements);
  declare_engines();
  declare_buffers();
  if (has(ProgramFeature::params))
    for (std::int64_t i = choices_.between(1, options_.params); i > 0; --i)
      program_.params.push({fmt::format("n{}", program_.params.size()), {}});
  if (has(ProgramFeature::counters))
    for (std::int64_t i = 0; i < options_.counters; ++i)
      program_.counters.push({fmt::format("c{}", i), {}});
  while (!is_full()) add_statement(program_.body);
  CHECK(finish(program_).empty());
  return std::move(program_);
}

void ProgramGenerator::add_statement(Block& block) {
  const bool is_last_chance = left_ == 1 && program_.instructions.empty();
  if (is_last_chance) return add_instruction(block);
  const auto& weights = is_in_loop() ? taste_.statements : taste_.outermost;
  const auto nested = [&](Taste::Statement kind) {
    return left_ > 1 && may_nest() ? weights[kind] : 0;
  };
  const std::array<Taste::Weight, 6> open = {
      weights[Taste::instruction],
      if_has(ProgramFeature::counters, weights[Taste::assignment]),
      nested(Taste::loop),
      if_has(ProgramFeature::branches, nested(Taste::branch)),
      if_has(ProgramFeature::whiles, nested(Taste::while_loop)),
      if_has(ProgramFeature::shapes, left_ >= kMostShapeStatements ? nested(Taste::shape) : 0),
  };
  switch (static_cast<Taste::Statement>(choices_.weighted(open))) {
    case Taste::instruction:
      return add_instruction(block);
    case Taste::assignment:
      return add_assignment(block);
    case Taste::loop:
      return add_loop(block);
    case Taste::branch:
      return add_branch(block);
    case Taste::while_loop:
      return add_while(block);
    case Taste::shape:
      return add_shape(*this, block);
  }
}

// Statements until the block ends or none is left.
void ProgramGenerator::fill(Block& block) {
  if (is_full() || draw(taste_.empty_body)) return;
  do {
    add_statement(block);
  } while (!is_full() && draw(taste_.body));
}

void ProgramGenerator::add_instruction(Block& block) {
  const auto most = static_cast<std::uint64_t>(options_.operands) + 1;
  const EngineId engine = draw_engine();
  std::vector<Access> reads, writes;
  for (std::uint64_t i = choices_.below(most); i > 0; --i) reads.push_back(draw_access());
  for (std::uint64_t i = reads.empty() ? 1 : choices_.below(most); i > 0; --i)
    writes.push_back(draw_access());
  add_instruction(block, engine, std::move(reads), std::move(writes));
}

void ProgramGenerator::add_instruction(Block& block, EngineId engine, std::vector<Access> reads,
                                       std::vector<Access> writes) {
  --left_;
  Instruction instruction;
  instruction.engine = engine;
  instruction.opcode = "op";
  instruction.reads = std::move(reads);
  instruction.writes = std::move(writes);
  decorate(instruction);
  block.emplace_back(program_.instructions.push(std::move(instruction)));
}

void ProgramGenerator::decorate(Instruction& instruction) {
  static constexpr std::array kOpcodes = {"load", "mul", "exp", "store"};
  instruction.label = draw_label();
  if (has(ProgramFeature::labels)) instruction.opcode = kOpcodes[choices_.below(kOpcodes.size())];
  if (!has(ProgramFeature::attributes)) return;
  if (choices_.once_in(3)) instruction.attributes.push_back({"cost", choices_.between(1, 512)});
  if (choices_.once_in(6)) instruction.attributes.push_back({"latency", choices_.between(1, 9)});
}

std::string ProgramGenerator::draw_label() {
  if (!has(ProgramFeature::labels) || !choices_.once_in(4)) return "";
  return fmt::format("l{}", labels_++);
}

// The first counter walks (ring positions), the last takes the values of others (bounds),
// so that neither grows beyond a run's length.
void ProgramGenerator::add_assignment(Block& block) {
  const CounterId walking(0u), taking(program_.counters.size() - 1);
  switch (static_cast<Taste::Value>(choices_.weighted(taste_.counter_value))) {
    case Taste::steps_on:
      return add_assignment(block, walking,
                            plus(Affine(Symbol::of(walking)), draw_from(taste_.counter_steps)));
    case Taste::starts_again:
      return add_assignment(block, walking, 0);
    case Taste::takes_a_form:
      return add_assignment(block, taking, draw_short_form());
  }
}

void ProgramGenerator::add_assignment(Block& block, CounterId counter, Affine value) {
  --left_;
  block.emplace_back(program_.assignments.push({counter, std::move(value), {}}));
}

std::optional<CounterId> ProgramGenerator::walking_counter() const {
  if (program_.counters.empty()) return std::nullopt;
  return CounterId(0u);
}

// Control is numbered in order of text, so before what stands inside it.
ControlId ProgramGenerator::begin(Block& block, std::variant<For, If, While> form) {
  --left_;
  const For* loop = std::get_if<For>(&form);
  const auto below = loop == nullptr ? std::nullopt : variable_below(*loop);
  const ControlId id = program_.controls.push({draw_label(), std::move(form), {}, {}});
  block.emplace_back(id);
  scope_.push_back({id, std::holds_alternative<For>(program_.controls[id].form), below});
  return id;
}

void ProgramGenerator::end(ControlId control, Block body, Block otherwise) {
  scope_.pop_back();
  auto& form = program_.controls[control].form;
  if (auto* loop = std::get_if<For>(&form)) loop->body = std::move(body);
  if (auto* loop = std::get_if<While>(&form)) loop->body = std::move(body);
  if (auto* branch = std::get_if<If>(&form)) {
    branch->then_block = std::move(body);
    branch->else_block = std::move(otherwise);
  }
}

For ProgramGenerator::new_loop(Bound upper) const {
  For loop;
  loop.variable = fmt::format("i{}", scope_.size());
  loop.lower = 0;
  loop.upper = std::move(upper);
  return loop;
}

void ProgramGenerator::add_loop(Block& block) {
  For loop = new_loop(draw_upper_bound());
  loop.lower = draw_lower_bound(loop);
  loop.step = draw_step();
  const ControlId id = begin(block, std::move(loop));
  Block body;
  fill(body);
  end(id, std::move(body));
}

void ProgramGenerator::add_branch(Block& block) {
  const ControlId id = begin(block, If{draw_condition(), {}, {}});
  Block then_block, else_block;
  fill(then_block);
  const bool may_have_else = has(ProgramFeature::otherwise) && !is_full();
  if (may_have_else && draw(taste_.else_arm)) fill(else_block);
  end(id, std::move(then_block), std::move(else_block));
}

void ProgramGenerator::add_while(Block& block) {
  const ControlId id = begin(block, While{draw_access(), {}});
  Block body;
  fill(body);
  end(id, std::move(body));
}

Program random_program(Choices& choices, const RandomProgramOptions& options) {
  return ProgramGenerator(choices, options).generate();
}

Program random_program(std::uint64_t seed, const RandomProgramOptions& options) {
  Random random(seed);
  return random_program(random, options);
}

}  // namespace tidemark
