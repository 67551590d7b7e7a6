#include "gen/mutate_program.h"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "gen/draft.h"
#include "gen/edits.h"
#include "gen/program_places.h"
#include "gen/transplant.h"

namespace tidemark {
namespace {

constexpr std::size_t kMostStatements = 300;  // beyond, programs only become simpler
constexpr int kTries = 32;

// Changes a copy, whose tables it may leave out of order: `finished` writes them anew.
class Mutating {
 public:
  Mutating(const Program& program, Random& random) : program_(program), random_(random) {}

  std::optional<Program> run(ProgramMutation mutation) {
    if (mutation == ProgramMutation::simplify) return simplified();
    if (statements() >= kMostStatements || !apply(mutation)) return std::nullopt;
    return finished(Draft(program_));
  }

 private:
  bool apply(ProgramMutation mutation) {
    switch (mutation) {
      case ProgramMutation::insert:
        return insert();
      case ProgramMutation::duplicate:
        return duplicate();
      case ProgramMutation::simplify:
        return false;  // done on a draft
      case ProgramMutation::move_statement:
        return move_statement();
      case ProgramMutation::wrap_in_loop:
        return wrap([this](const ProgramPlace& place) { return new_loop(place); });
      case ProgramMutation::wrap_in_branch:
        return wrap([this](const ProgramPlace& place) { return new_branch(place); });
      case ProgramMutation::wrap_in_while:
        return wrap([this](const ProgramPlace& place) { return new_while(place); });
      case ProgramMutation::change_bound:
        return change_bound();
      case ProgramMutation::change_step:
        return change_step();
      case ProgramMutation::change_access:
        return change_access();
      case ProgramMutation::shift_slot:
        return shift_slot();
      case ProgramMutation::add_operand:
        return add_operand();
      case ProgramMutation::change_engine:
        return change_engine();
      case ProgramMutation::change_in_flight:
        return change_in_flight();
      case ProgramMutation::change_slots:
        return change_slots();
      case ProgramMutation::add_buffer:
        return add_buffer();
      case ProgramMutation::change_range:
        return change_range();
      case ProgramMutation::assign_counter:
        return assign_counter();
    }
    __builtin_unreachable();
  }

  // Drawing.

  std::size_t statements() const {
    return program_.instructions.size() + program_.controls.size() + program_.assignments.size();
  }

  template <class Id, class Entity>
  Id any_of(const Table<Id, Entity>& table) {
    return Id(random_.below(table.size()));
  }

  ProgramPlace any_place() {
    std::vector<ProgramPlace> places = places_of(program_);
    return std::move(places[random_.below(places.size())]);
  }

  // A place with a statement in it; a null block where there is none.
  ProgramPlace any_filled_place() {
    std::vector<ProgramPlace> places = places_of(program_);
    std::erase_if(places, [](const ProgramPlace& place) { return place.block->empty(); });
    if (places.empty()) return {};
    return std::move(places[random_.below(places.size())]);
  }

  // An instruction with its place; nullopt where the block drawn has none.
  std::optional<std::pair<InstructionId, ProgramPlace>> any_instruction() {
    ProgramPlace place = any_filled_place();
    if (place.block == nullptr) return std::nullopt;
    const Statement& statement = (*place.block)[random_.below(place.block->size())];
    const auto* id = std::get_if<InstructionId>(&statement);
    if (id == nullptr) return std::nullopt;
    return std::pair(*id, std::move(place));
  }

  Access any_access(const ProgramPlace& place) {
    if (program_.buffers.empty()) new_buffer();
    return draw_access(program_, any_of(program_.buffers), place.loops, random_);
  }

  template <class Id, class Entity>
  std::string new_name(const Table<Id, Entity>& table, char letter) {
    return fmt::format("{}{}", letter, table.size() + random_.below(8));
  }

  BufferId new_buffer() {
    std::optional<std::int64_t> slots;
    if (random_.once_in(2)) slots = random_.between(1, 4);
    return program_.buffers.push({new_name(program_.buffers, 'x'), slots, {}});
  }

  EngineId new_engine() {
    return program_.engines.push({new_name(program_.engines, 'e'), random_.between(1, 3)});
  }

  EngineId any_engine() {
    if (program_.engines.empty() || (program_.engines.size() < 6 && random_.once_in(6)))
      return new_engine();
    return any_of(program_.engines);
  }

  void insert_at(const ProgramPlace& place, Statement statement) {
    const auto at = static_cast<std::ptrdiff_t>(random_.below(place.block->size() + 1));
    place.block->insert(place.block->begin() + at, statement);
  }

  // Statements.

  bool insert() {
    const ProgramPlace place = any_place();
    Instruction instruction;
    instruction.engine = any_engine();
    instruction.opcode = "op";
    for (std::uint64_t i = random_.below(3); i > 0; --i)
      instruction.reads.push_back(any_access(place));
    if (instruction.reads.empty() || !random_.once_in(4))
      instruction.writes.push_back(any_access(place));
    insert_at(place, program_.instructions.push(std::move(instruction)));
    return true;
  }

  bool duplicate() {
    const ProgramPlace from = any_filled_place();
    if (from.block == nullptr) return false;
    const Statement original = (*from.block)[random_.below(from.block->size())];
    const std::size_t where = random_.below(places_of(program_).size());
    const Program donor = program_;
    const auto copy = transplant(donor, original, program_, places_of(program_)[where].loops);
    if (!copy) return false;
    insert_at(places_of(program_)[where], *copy);
    return true;
  }

  bool move_statement() {
    const ProgramPlace place = any_filled_place();
    if (place.block == nullptr || place.block->size() < 2) return false;
    Block& block = *place.block;
    const std::size_t from = random_.below(block.size());
    const std::size_t to = random_.below(block.size());
    std::swap(block[from], block[to]);
    return from != to;
  }

  // `make` pushes a control statement and returns where its body stands.
  template <class Make>
  bool wrap(Make make) {
    const ProgramPlace place = any_place();
    const std::size_t begin = random_.below(place.block->size() + 1);
    const std::size_t length = std::min<std::size_t>(random_.below(4), place.block->size() - begin);
    const auto first = place.block->begin() + static_cast<std::ptrdiff_t>(begin);
    const auto last = first + static_cast<std::ptrdiff_t>(length);
    Block body(first, last);
    *place.block->insert(place.block->erase(first, last), ControlId(program_.controls.size()));
    Control control = make(place);
    body_of(control) = std::move(body);
    program_.controls.push(std::move(control));
    return true;
  }

  static Block& body_of(Control& control) {
    if (auto* loop = std::get_if<For>(&control.form)) return loop->body;
    if (auto* loop = std::get_if<While>(&control.form)) return loop->body;
    return std::get<If>(control.form).then_block;
  }

  Bound any_bound(const ProgramPlace& place) {
    if (random_.once_in(8)) return any_access(place);
    if (random_.once_in(2) && !program_.params.empty())
      return Affine(Symbol::of(any_of(program_.params)));
    return draw_form(program_, place.loops, random_);
  }

  Control new_loop(const ProgramPlace& place) {
    For loop;
    loop.variable = fmt::format("i{}", program_.controls.size());
    loop.lower = 0;
    loop.upper = any_bound(place);
    return {{}, std::move(loop), {}, {}};
  }

  Control new_branch(const ProgramPlace& place) {
    If branch;
    if (random_.once_in(4))
      branch.condition = any_access(place);
    else if (random_.once_in(4) && !program_.params.empty())
      branch.condition = any_of(program_.params);
    else
      branch.condition = any_comparison(place);
    return {{}, std::move(branch), {}, {}};
  }

  Compare any_comparison(const ProgramPlace& place) {
    const std::int64_t modulus = random_.once_in(2) ? random_.between(2, 3) : 0;
    return {{draw_form(program_, place.loops, random_), modulus},
            static_cast<Comparison>(random_.below(6)),
            {Affine(random_.between(0, 2)), 0}};
  }

  Control new_while(const ProgramPlace& place) {
    return {{}, While{any_access(place), {}}, {}, {}};
  }

  // Parts of statements.

  // Any loop, its place too; nullopt where there is none.
  std::optional<std::pair<For*, ProgramPlace>> any_loop() {
    std::vector<std::pair<For*, ProgramPlace>> loops;
    for (const ProgramPlace& place : places_of(program_))
      for (const Statement& statement : *place.block)
        if (const auto* id = std::get_if<ControlId>(&statement))
          if (auto* loop = std::get_if<For>(&program_.controls[*id].form))
            loops.emplace_back(loop, place);
    if (loops.empty()) return std::nullopt;
    return std::move(loops[random_.below(loops.size())]);
  }

  bool change_bound() {
    const auto found = any_loop();
    if (!found) return false;
    const auto& [loop, place] = *found;
    (random_.once_in(3) ? loop->lower : loop->upper) = any_bound(place);
    return true;
  }

  // Mostly a small number: a step has to be positive.
  bool change_step() {
    const auto found = any_loop();
    if (!found) return false;
    const auto& [loop, place] = *found;
    loop->step = random_.between(1, 4);
    if (random_.once_in(6)) loop->step = *add(draw_form(program_, place.loops, random_), 1);
    return true;
  }

  // The same place, some slots on.
  bool shift_slot() {
    const auto found = any_instruction();
    if (!found) return false;
    Instruction& instruction = program_.instructions[found->first];
    auto& accesses = random_.once_in(2) ? instruction.reads : instruction.writes;
    std::vector<Residue*> slots;
    for (Access& access : accesses)
      if (access.slot && access.slot->modulus > 1) slots.push_back(&*access.slot);
    if (slots.empty()) return false;
    Residue& slot = *slots[random_.below(slots.size())];
    const auto shifted = add(slot.form, random_.between(1, slot.modulus - 1));
    if (shifted) slot.form = *shifted;
    return shifted.has_value();
  }

  bool change_access() {
    const auto found = any_instruction();
    if (!found) return false;
    Instruction& instruction = program_.instructions[found->first];
    auto& accesses = random_.once_in(2) ? instruction.reads : instruction.writes;
    if (accesses.empty()) return false;
    Access& access = accesses[random_.below(accesses.size())];
    access = random_.once_in(2)
                 ? any_access(found->second)
                 : draw_access(program_, access.buffer, found->second.loops, random_);
    return true;
  }

  bool add_operand() {
    const auto found = any_instruction();
    if (!found) return false;
    Instruction& instruction = program_.instructions[found->first];
    auto& accesses = random_.once_in(2) ? instruction.reads : instruction.writes;
    if (accesses.size() >= 4) return false;
    accesses.push_back(any_access(found->second));
    return true;
  }

  bool change_engine() {
    const auto found = any_instruction();
    if (found) program_.instructions[found->first].engine = any_engine();
    return found.has_value();
  }

  // Declarations.

  bool change_in_flight() {
    if (program_.engines.empty()) return false;
    program_.engines[any_of(program_.engines)].inflight = random_.between(1, 4);
    return true;
  }

  bool change_slots() {
    if (program_.buffers.empty()) return false;
    const BufferId id = any_of(program_.buffers);
    Buffer& buffer = program_.buffers[id];
    if (!buffer.slots) return false;
    const std::int64_t before = std::exchange(*buffer.slots, random_.between(1, 5));
    buffer.range.reset();
    for (Instruction& instruction : program_.instructions)
      for (auto* accesses : {&instruction.reads, &instruction.writes})
        for (Access& access : *accesses)
          if (access.buffer == id && access.slot && access.slot->modulus == before)
            access.slot->modulus = *buffer.slots;
    return true;
  }

  bool add_buffer() {
    const BufferId buffer = new_buffer();
    const auto found = any_instruction();
    if (!found) return false;
    Instruction& instruction = program_.instructions[found->first];
    auto& accesses = random_.once_in(2) ? instruction.reads : instruction.writes;
    accesses.push_back(draw_access(program_, buffer, found->second.loops, random_));
    return true;
  }

  bool change_range() {
    if (program_.buffers.empty()) return false;
    if (program_.memories.empty()) program_.memories.push({"m0"});
    Buffer& buffer = program_.buffers[any_of(program_.buffers)];
    const std::int64_t begin = 4 * random_.between(0, 4);
    buffer.range = ByteRange{any_of(program_.memories), begin,
                             begin + buffer.slot_count() * 4 * random_.between(0, 2)};
    return true;
  }

  bool assign_counter() {
    if (program_.counters.empty() || (program_.counters.size() < 3 && random_.once_in(4)))
      program_.counters.push({new_name(program_.counters, 'c')});
    const CounterId counter = any_of(program_.counters);
    const ProgramPlace place = any_place();
    Affine value = *add(Affine(Symbol::of(counter)), 1);
    if (random_.once_in(3)) value = draw_form(program_, place.loops, random_);
    insert_at(place, program_.assignments.push({counter, std::move(value), {}}));
    return true;
  }

  std::optional<Program> simplified() {
    const bool drops = random_.once_in(3);
    const std::vector<Edit> edits = drops
                                        ? drop_statements(program_, random_.below(3))
                                        : passes()[random_.below(passes().size())].edits(program_);
    if (edits.empty()) return std::nullopt;
    Draft draft(program_);
    edits[random_.below(edits.size())](draft);
    return finished(draft);
  }

  Program program_;
  Random& random_;
};

}  // namespace

std::optional<Program> mutate(const Program& program, ProgramMutation mutation, Random& random) {
  return Mutating(program, random).run(mutation);
}

Program mutate(const Program& program, Random& random) {
  for (int i = 0; i < kTries; ++i) {
    const auto mutation = static_cast<ProgramMutation>(random.below(kProgramMutations));
    if (auto changed = mutate(program, mutation, random)) return *std::move(changed);
  }
  return program;
}

}  // namespace tidemark
