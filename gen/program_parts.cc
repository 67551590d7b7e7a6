// The parts of statements that random programs are made of: declarations, bounds,
// conditions and accesses.
#include <fmt/format.h>

#include <algorithm>

#include "gen/program_generator.h"

namespace tidemark {

using enum ProgramFeature;

Affine plus(Affine form, std::int64_t constant) {
  form.constant += constant;
  return form;
}

// Declarations.

void ProgramGenerator::declare_engines() {
  std::vector<Taste::Weight> counts(static_cast<std::size_t>(options_.engines), 3);
  counts[0] = 1;
  for (std::size_t left = choices_.weighted(counts) + 1; left > 0; --left) {
    const bool is_serial = !has(inflight) || options_.inflight == 1 || !choices_.once_in(2);
    program_.engines.push({.name = fmt::format("e{}", program_.engines.size()),
                           .inflight = is_serial ? 1 : choices_.between(2, options_.inflight),
                           .stripes = 1});
  }
}

void ProgramGenerator::declare_buffers() {
  if (has(ranges)) program_.memories.push({"mem"});
  const std::int64_t count = choices_.between(1, options_.buffers);
  for (std::int64_t i = 0; i < count; ++i) {
    program_.buffers.push(draw_buffer_declaration(static_cast<std::size_t>(i)));
    ring_forms_.push({});
  }
}

Buffer ProgramGenerator::draw_buffer_declaration(std::size_t index) {
  Buffer buffer{.name = fmt::format("b{}", index), .slots = {}, .range = {}};
  if ((has(rings) || has(arrays)) && draw(taste_.is_ring))
    buffer.slots = std::min(draw_from(taste_.ring_slots), options_.slots);
  if (has(ranges) && choices_.once_in(2)) buffer.range = draw_range(buffer.slot_count());
  return buffer;
}

// Short ranges at few places, so that they overlap often; some are empty.
ByteRange ProgramGenerator::draw_range(std::int64_t slots) {
  const std::int64_t begin = 32 * choices_.between(0, 4);
  return {MemoryId(0u), begin, begin + 32 * slots * choices_.between(0, 2)};
}

// Bounds.

// The weights of alternatives that the program's features leave open.
std::array<Taste::Weight, 4> ProgramGenerator::open_bounds(
    std::array<Taste::Weight, 4> weights) const {
  weights[Taste::constant] = if_has(constants, weights[Taste::constant]);
  weights[Taste::form] = if_has(triangles, weights[Taste::form]);
  weights[Taste::load] = if_has(loads, weights[Taste::load]);
  return weights;
}

Bound ProgramGenerator::draw_upper_bound() {
  auto weights = open_bounds(taste_.upper_bound);
  weights[Taste::simplest] = if_has(params, weights[Taste::simplest]);
  if (std::ranges::count(weights, Taste::Weight{0}) == 4) weights[Taste::constant] = 1;
  switch (static_cast<Taste::Bound>(choices_.weighted(weights))) {
    case Taste::simplest:
      return Affine(*draw_param());
    case Taste::constant:
      return Affine(static_cast<std::int64_t>(choices_.weighted(taste_.trips)));
    case Taste::form:
      return draw_short_form();
    case Taste::load:
      return draw_access();
  }
  __builtin_unreachable();
}

Bound ProgramGenerator::draw_lower_bound(const For& loop) {
  auto weights = open_bounds(taste_.lower_bound);
  if (std::holds_alternative<Load>(loop.upper)) weights[Taste::load] = 0;
  switch (static_cast<Taste::Bound>(choices_.weighted(weights))) {
    case Taste::simplest:
      return 0;
    case Taste::constant:
      return Affine(draw_offset());
    case Taste::form:
      return draw_short_form();
    case Taste::load:
      return draw_access();
  }
  __builtin_unreachable();
}

Affine ProgramGenerator::draw_step() {
  if (!has(steps)) return 1;
  auto weights = taste_.step;
  weights[3] = if_has(params, weights[3]);
  const std::size_t chosen = choices_.weighted(weights);
  return chosen == 3 ? plus(Affine(*draw_param()), 1)
                     : Affine(static_cast<std::int64_t>(chosen) + 1);
}

// Conditions.

Condition ProgramGenerator::draw_condition() {
  auto weights = taste_.condition;
  weights[Taste::is_param] = if_has(params, weights[Taste::is_param]);
  weights[Taste::is_load] = if_has(loads, weights[Taste::is_load]);
  switch (static_cast<Taste::Condition>(choices_.weighted(weights))) {
    case Taste::is_param:
      return draw_id(program_.params);
    case Taste::compares:
      return draw_comparison();
    case Taste::is_load:
      return draw_access();
  }
  __builtin_unreachable();
}

Compare ProgramGenerator::draw_comparison() {
  const auto side = [&](bool is_form) -> Residue {
    if (!is_form) return {std::max(draw_offset(), std::int64_t{0}), 0};
    const bool is_reduced = has(remainders) && choices_.weighted({1, 2}) == 1;
    return {draw_short_form(), is_reduced ? choices_.between(2, 3) : 0};
  };
  Residue left = side(true);
  const auto comparison = static_cast<Comparison>(choices_.weighted(taste_.comparison));
  return {std::move(left), comparison, side(draw(taste_.right_side))};
}

// Accesses.

BufferId ProgramGenerator::draw_buffer() {
  std::vector<BufferId> plain, rings;
  for (const BufferId id : program_.buffers.ids())
    (program_.buffers[id].slots ? rings : plain).push_back(id);
  if (plain.empty()) return draw_from(rings);
  if (rings.empty()) return draw_from(plain);
  return draw(taste_.ring_is_used) ? draw_from(rings) : draw_from(plain);
}

Access ProgramGenerator::draw_access() {
  const BufferId buffer = draw_buffer();
  const std::optional<std::int64_t> slots = program_.buffers[buffer].slots;
  if (!slots) return {buffer, std::nullopt};
  return {buffer, draw_slot(buffer, *slots)};
}

Residue ProgramGenerator::draw_slot(BufferId buffer, std::int64_t slots) {
  const auto variable = bounded_variable(slots);
  auto weights = taste_.slot;
  weights[Taste::of_form] = if_has(rings, weights[Taste::of_form]);
  weights[Taste::other_modulus] = if_has(rings, weights[Taste::other_modulus]);
  weights[Taste::unreduced] = variable ? if_has(arrays, weights[Taste::unreduced]) : 0;
  if (std::ranges::count(weights, Taste::Weight{0}) == 4) weights[Taste::fixed] = 1;
  switch (static_cast<Taste::Slot>(choices_.weighted(weights))) {
    case Taste::of_form:
      return {draw_form(buffer), slots};
    case Taste::fixed:
      return {choices_.between(0, slots - 1), 0};
    case Taste::unreduced:
      return {Affine(*variable), 0};
    case Taste::other_modulus:
      return {draw_form(buffer), choices_.between(1, slots)};
  }
  __builtin_unreachable();
}

// Accesses of one ring are coherent where their forms differ by a constant.
Affine ProgramGenerator::draw_form(BufferId buffer) {
  std::optional<Affine>& last = ring_forms_[buffer];
  if (!last || !is_worth_keeping(*last) || !draw(taste_.keeps_form)) last = draw_new_form();
  return plus(*last, draw_offset());
}

Affine ProgramGenerator::draw_new_form() {
  const std::optional<Symbol> symbol = draw_symbol();
  if (!symbol) return 0;
  auto weights = taste_.forms;
  weights[Taste::scaled] = if_has(affine, weights[Taste::scaled]);
  weights[Taste::of_two_symbols] = if_has(affine, weights[Taste::of_two_symbols]);
  switch (static_cast<Taste::Form>(choices_.weighted(weights))) {
    case Taste::of_one_symbol:
      return Affine(*symbol);
    case Taste::scaled:
      return *scale(Affine(*symbol), choices_.once_in(4) ? -1 : choices_.between(2, 3));
    case Taste::of_two_symbols:
      return *add(Affine(*symbol), *scale(Affine(*draw_symbol()), choices_.between(1, 2)));
  }
  __builtin_unreachable();
}

Affine ProgramGenerator::draw_short_form() {
  const std::optional<Symbol> symbol = draw_symbol();
  return plus(symbol ? Affine(*symbol) : Affine(0), draw_offset());
}

std::int64_t ProgramGenerator::draw_offset() { return draw_from(taste_.offsets); }

// Its variables are in scope, and it moves where anything does.
bool ProgramGenerator::is_worth_keeping(const Affine& form) const {
  bool moves = !is_in_loop();
  for (const AffineTerm& term : form.terms) {
    if (term.symbol.kind == Symbol::Kind::param) continue;
    moves = true;
    if (term.symbol.kind == Symbol::Kind::counter) continue;
    const auto binds = [&](const Scope& scope) { return Symbol::of(scope.control) == term.symbol; };
    if (std::ranges::none_of(scope_, binds)) return false;
  }
  return moves;
}

bool ProgramGenerator::is_in_loop() const { return std::ranges::any_of(scope_, &Scope::is_loop); }

// The variable of a loop around, if it lies in [0, slots) whatever the inputs.
std::optional<Symbol> ProgramGenerator::bounded_variable(std::int64_t slots) const {
  for (auto around = scope_.rbegin(); around != scope_.rend(); ++around)
    if (around->variable_below && *around->variable_below <= slots)
      return Symbol::of(around->control);
  return std::nullopt;
}

// A variable, counter or param; nullopt where there is none.
std::optional<Symbol> ProgramGenerator::draw_symbol() {
  std::vector<Symbol> variables;  // innermost first
  for (auto around = scope_.rbegin(); around != scope_.rend(); ++around)
    if (around->is_loop) variables.push_back(Symbol::of(around->control));
  std::array<Taste::Weight, 3> weights = taste_.symbol;
  if (variables.empty()) weights[0] = 0;
  if (variables.size() < 2) weights[1] = 0;
  if (program_.counters.empty()) weights[2] = 0;
  if (std::ranges::count(weights, Taste::Weight{0}) == 3) return draw_param();
  if (!program_.params.empty() && draw(taste_.symbol_is_param)) return draw_param();
  switch (choices_.weighted(weights)) {
    case 0:
      return variables.front();
    case 1:
      return variables[choices_.between(1, static_cast<std::int64_t>(variables.size()) - 1)];
    default:
      return Symbol::of(draw_id(program_.counters));
  }
}

std::optional<Symbol> ProgramGenerator::draw_param() {
  if (program_.params.empty()) return std::nullopt;
  return Symbol::of(draw_id(program_.params));
}

}  // namespace tidemark
