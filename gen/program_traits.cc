#include "gen/program_traits.h"

#include <algorithm>
#include <array>
#include <vector>

namespace tidemark {
namespace {

using enum ProgramTrait;

constexpr std::array<std::string_view, kProgramTraits> kNames = {
    "several in flight",
    "overlapping byte ranges",
    "rings",
    "rings of three slots or more",
    "ring positions a constant apart",
    "two rings at two phases in one instruction",
    "ring positions in a counter",
    "rings entered again",
    "nested loops",
    "triangles",
    "steps",
    "branches",
    "a producer on one side of a branch",
    "counters that step in a branch",
    "data-dependent bounds",
    "data-dependent branches",
    "while loops",
    "loops of no trip",
    "loops of one trip",
    "loops of five trips or more",
    "runs without an instance",
    "runs of fifty instances or more",
};

bool has_kind(const Affine& form, Symbol::Kind kind) {
  return std::ranges::any_of(form.terms,
                             [&](const AffineTerm& term) { return term.symbol.kind == kind; });
}

bool has_variable(const Bound& bound) {
  const Affine* form = std::get_if<Affine>(&bound);
  return form != nullptr && has_kind(*form, Symbol::Kind::variable);
}

class TextTraits {
 public:
  explicit TextTraits(const Program& program) : program_(program) {}

  ProgramTraits find() && {
    for (const Engine& engine : program_.engines) note(several_in_flight, engine.inflight > 1);
    note(overlapping_ranges, has_overlap());
    walk(program_.body);
    find_one_sided();
    return found_;
  }

 private:
  struct Use {  // of a buffer
    EngineId engine;
    bool is_write = false;
    bool is_conditional = false;
  };

  void note(ProgramTrait trait, bool is_so) {
    if (is_so) found_.insert(trait);
  }

  bool has_overlap() const {
    std::vector<ByteRange> ranges;
    for (const Buffer& buffer : program_.buffers)
      if (buffer.range && buffer.range->begin < buffer.range->end) ranges.push_back(*buffer.range);
    std::ranges::sort(ranges, {}, &ByteRange::begin);
    const auto overlaps = [](const ByteRange& a, const ByteRange& b) { return b.begin < a.end; };
    return std::ranges::adjacent_find(ranges, overlaps) != ranges.end();
  }

  void walk(const Block& block) {
    for (const Statement& statement : block) std::visit([&](auto id) { visit(id); }, statement);
  }

  void visit(AssignmentId) { note(counters_in_branches, arms_ > 0); }

  void visit(InstructionId id) {
    const Instruction& instruction = program_.instructions[id];
    std::vector<Residue> positions;
    const auto use = [&](const Access& access, bool is_write) {
      uses_.at(access.buffer.value).push_back({instruction.engine, is_write, arms_ > 0});
      if (access.slot && access.slot->modulus != 0) positions.push_back(*access.slot);
      visit(access);
    };
    for (const Access& access : instruction.reads) use(access, false);
    for (const Access& access : instruction.writes) use(access, true);
    const auto differs = [](const Residue& a, const Residue& b) {
      return a.modulus != b.modulus && a.form != b.form;
    };
    note(two_phases, std::ranges::adjacent_find(positions, differs) != positions.end());
  }

  void visit(const Access& access) {
    if (!access.slot || access.slot->modulus == 0) return;
    const Affine& form = access.slot->form;
    note(rings, true);
    note(rings_of_three, access.slot->modulus > 2);
    note(counter_positions, has_kind(form, Symbol::Kind::counter));
    note(reentered_rings, loops_ > 1 && has_kind(form, Symbol::Kind::variable));
    auto& forms = forms_.at(access.buffer.value);
    note(coherent_positions, std::ranges::any_of(forms, [&](const Affine& other) {
           return !form.is_constant() && other.terms == form.terms && other != form;
         }));
    forms.push_back(form);
  }

  void visit(ControlId id) {
    std::visit([&](const auto& form) { visit(form); }, program_.controls[id].form);
  }

  void visit(const For& loop) {
    note(nested_loops, loops_ > 0);
    note(triangles, has_variable(loop.lower) || has_variable(loop.upper));
    note(steps, loop.step != Affine(1));
    for (const Bound* bound : {&loop.lower, &loop.upper})
      if (const Load* load = std::get_if<Load>(bound)) {
        note(loaded_bounds, true);
        visit(*load);
      }
    inside(loop.body);
  }

  void visit(const While& loop) {
    note(whiles, true);
    visit(loop.condition);
    inside(loop.body);
  }

  void inside(const Block& body) {
    ++loops_;
    walk(body);
    --loops_;
  }

  void visit(const If& branch) {
    note(branches, true);
    if (const Load* load = std::get_if<Load>(&branch.condition)) {
      note(loaded_branches, true);
      visit(*load);
    }
    ++arms_;
    walk(branch.then_block);
    walk(branch.else_block);
    --arms_;
  }

  void find_one_sided() {
    for (const std::vector<Use>& uses : uses_)
      for (const Use& producer : uses)
        for (const Use& other : uses)
          note(one_sided_producers, producer.is_write && producer.is_conditional &&
                                        producer.engine != other.engine && !other.is_conditional);
  }

  const Program& program_;
  ProgramTraits found_;
  int arms_ = 0;   // around the statement
  int loops_ = 0;  // around the statement
  std::vector<std::vector<Use>> uses_ = std::vector<std::vector<Use>>(program_.buffers.size());
  std::vector<std::vector<Affine>> forms_ =
      std::vector<std::vector<Affine>>(program_.buffers.size());
};

}  // namespace

std::string_view name(ProgramTrait trait) { return kNames[static_cast<std::size_t>(trait)]; }

ProgramTraits text_traits(const Program& program) { return TextTraits(program).find(); }

}  // namespace tidemark
