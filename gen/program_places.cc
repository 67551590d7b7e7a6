#include "gen/program_places.h"

namespace tidemark {
namespace {

void add_places(Program& program, Block& block, std::vector<ControlId>& loops,
                std::vector<ProgramPlace>& places) {
  places.push_back({&block, loops});
  for (const Statement& statement : block) {
    const auto* id = std::get_if<ControlId>(&statement);
    if (id == nullptr) continue;
    Control& control = program.controls[*id];
    if (auto* loop = std::get_if<For>(&control.form)) {
      loops.push_back(*id);
      add_places(program, loop->body, loops, places);
      loops.pop_back();
    } else if (auto* loop = std::get_if<While>(&control.form)) {
      add_places(program, loop->body, loops, places);
    } else {
      If& branch = std::get<If>(control.form);
      add_places(program, branch.then_block, loops, places);
      add_places(program, branch.else_block, loops, places);
    }
  }
}

}  // namespace

std::vector<ProgramPlace> places_of(Program& program) {
  std::vector<ProgramPlace> places;
  std::vector<ControlId> loops;
  add_places(program, program.body, loops, places);
  return places;
}

Affine draw_form(const Program& program, const std::vector<ControlId>& loops, Random& random) {
  std::vector<Symbol> symbols;
  for (const ControlId loop : loops) symbols.push_back(Symbol::of(loop));
  for (const CounterId counter : program.counters.ids()) symbols.push_back(Symbol::of(counter));
  for (const ParamId param : program.params.ids()) symbols.push_back(Symbol::of(param));
  Affine form = random.between(-1, 3);
  if (symbols.empty() || random.once_in(4)) return form;
  for (std::uint64_t terms = random.once_in(4) ? 2 : 1; terms > 0; --terms) {
    const Affine symbol(symbols[random.below(symbols.size())]);
    const std::int64_t factor = random.once_in(3) ? random.between(-2, 3) : 1;
    form = *add(form, *scale(symbol, factor));  // of small numbers: 64 bits are not passed
  }
  return form;
}

Access draw_access(const Program& program, BufferId buffer, const std::vector<ControlId>& loops,
                   Random& random) {
  const Buffer& accessed = program.buffers[buffer];
  if (!accessed.slots) return {buffer, {}};
  const std::int64_t slots = *accessed.slots;
  if (random.once_in(4)) return {buffer, Residue{Affine(random.between(0, slots - 1)), 0}};
  const Affine form = draw_form(program, loops, random);
  if (random.once_in(8)) return {buffer, Residue{form, 0}};
  return {buffer, Residue{form, random.once_in(8) ? random.between(1, slots) : slots}};
}

}  // namespace tidemark
