#include "gen/program_size.h"

#include <fmt/format.h>

#include <bit>

namespace tidemark {
namespace {

constexpr std::uint64_t kControl = 3500;
constexpr std::uint64_t kStatement = 1000;
constexpr std::uint64_t kDeclaration = 100;
constexpr std::uint64_t kPart = 40;  // an access, an `else`, a load
constexpr std::uint64_t kTerm = 20;
constexpr std::uint64_t kDetail = 5;  // an attribute, a remainder
constexpr std::uint64_t kName = 1;

// Counts up where shrinking goes step by step, and ever slower above.
std::uint64_t size_of_number(std::int64_t number) {
  const std::uint64_t magnitude =
      number < 0 ? 0 - static_cast<std::uint64_t>(number) : static_cast<std::uint64_t>(number);
  const std::uint64_t size =
      magnitude <= 8 ? magnitude : 8 + static_cast<std::uint64_t>(std::bit_width(magnitude));
  return number < 0 ? size + 1 : size;
}

class Sizing {
 public:
  explicit Sizing(const Program& program) : program_(program) {}

  std::uint64_t run() {
    name(program_.name == kPlainProgram);
    for (const EngineId id : program_.engines.ids()) engine(program_.engines[id], id);
    for (const BufferId id : program_.buffers.ids()) buffer(program_.buffers[id], id);
    declarations(program_.params);
    declarations(program_.memories);
    declarations(program_.counters);
    block(program_.body, 0);
    return size_;
  }

 private:
  void engine(const Engine& engine, EngineId id) {
    size_ +=
        kDeclaration + size_of_number(engine.inflight - 1) + size_of_number(engine.stripes - 1);
    name(engine.name == plain_name(id));
  }

  void buffer(const Buffer& buffer, BufferId id) {
    size_ += kDeclaration;
    if (buffer.slots) size_ += kPart + size_of_number(*buffer.slots);
    if (buffer.range)
      size_ += kPart + size_of_number(buffer.range->begin) + size_of_number(buffer.range->end);
    name(buffer.name == plain_name(id));
  }

  template <class Id, class T>
  void declarations(const Table<Id, T>& table) {
    for (const Id id : table.ids()) {
      size_ += kDeclaration;
      name(table[id].name == plain_name(id));
    }
  }

  void block(const Block& statements, std::size_t depth) {
    for (const Statement& statement : statements) {
      if (const auto* id = std::get_if<InstructionId>(&statement))
        instruction(program_.instructions[*id]);
      else if (const auto* id = std::get_if<AssignmentId>(&statement))
        size_ += kStatement, affine(program_.assignments[*id].value);
      else
        control(program_.controls[std::get<ControlId>(statement)], depth);
    }
  }

  void instruction(const Instruction& instruction) {
    size_ += kStatement + kDetail * instruction.attributes.size();
    name(instruction.label.empty());
    name(instruction.opcode == kPlainOpcode);
    for (const Access& each : instruction.reads) access(each);
    for (const Access& each : instruction.writes) access(each);
  }

  void control(const Control& control, std::size_t depth) {
    size_ += kControl;
    name(control.label.empty());
    std::visit([&](const auto& form) { this->form(form, depth); }, control.form);
  }

  void form(const For& loop, std::size_t depth) {
    name(loop.variable == plain_variable(depth));
    bound(loop.lower);
    bound(loop.upper);
    affine(loop.step);
    block(loop.body, depth + 1);
  }

  void form(const If& branch, std::size_t depth) {
    if (const auto* compare = std::get_if<Compare>(&branch.condition)) {
      residue(compare->left);
      residue(compare->right);
      name(compare->comparison == Comparison::equal);
    } else {
      size_ += kPart;
      if (const auto* load = std::get_if<Load>(&branch.condition)) access(*load);
    }
    if (!branch.else_block.empty()) size_ += kPart;
    block(branch.then_block, depth);
    block(branch.else_block, depth);
  }

  void form(const While& loop, std::size_t depth) {
    access(loop.condition);
    block(loop.body, depth);
  }

  void bound(const Bound& bound) {
    if (const auto* form = std::get_if<Affine>(&bound)) return affine(*form);
    size_ += kPart;
    access(std::get<Load>(bound));
  }

  void access(const Access& access) {
    size_ += kPart + access.buffer.value;
    if (access.slot) residue(*access.slot);
  }

  void residue(const Residue& residue) {
    affine(residue.form);
    if (residue.modulus != 0) size_ += kDetail + size_of_number(residue.modulus);
  }

  void affine(const Affine& form) {
    for (const AffineTerm& term : form.terms) size_ += kTerm + size_of_number(term.coefficient);
    size_ += size_of_number(form.constant);
  }

  void name(bool is_plain) { size_ += is_plain ? 0 : kName; }

  const Program& program_;
  std::uint64_t size_ = 0;
};

}  // namespace

std::uint64_t size_of(const Program& program) { return Sizing(program).run(); }

std::string plain_name(EngineId id) { return fmt::format("e{}", id.value); }
std::string plain_name(ParamId id) { return fmt::format("n{}", id.value); }
std::string plain_name(MemoryId id) { return fmt::format("m{}", id.value); }
std::string plain_name(BufferId id) { return fmt::format("x{}", id.value); }
std::string plain_name(CounterId id) { return fmt::format("c{}", id.value); }
std::string plain_variable(std::size_t depth) { return fmt::format("i{}", depth); }

std::size_t statement_count(const Program& program) {
  return program.instructions.size() + program.controls.size() + program.assignments.size();
}

}  // namespace tidemark
