#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include <fmt/format.h>

#include "core/ir/finish_parts.h"

namespace tidemark::internal {

namespace {

std::string_view base_of(const Control& control) {
  if (const auto* loop = std::get_if<For>(&control.form)) return loop->variable;
  return std::holds_alternative<If>(control.form) ? "if" : "while";
}
std::string_view base_of(const Instruction& instruction) { return instruction.opcode; }

class Naming {
 public:
  Naming(Program& program, const std::vector<Statement>& order, ProgramErrors& errors)
      : program_(program), order_(order), errors_(errors) {}

  void run() {
    each([this](auto& statement) {
      if (statement.label.empty()) ++bases_[base_of(statement)].uses;
    });
    each([this](auto& statement) { name(statement); });
  }

 private:
  struct Base {
    std::size_t uses = 0;
    std::size_t made = 0;
  };

  template <class Visit>
  void each(Visit visit) {
    for (const Statement& statement : order_) {
      if (const auto* instruction = std::get_if<InstructionId>(&statement))
        visit(program_.instructions[*instruction]);
      else
        visit(program_.controls[std::get<ControlId>(statement)]);
    }
  }

  // Dotted names are distinct by construction, and no label has a dot.
  template <class Entity>
  void name(Entity& statement) {
    if (!statement.label.empty()) {
      statement.name = statement.label;
      if (!labels_.insert(statement.label).second)
        errors_.add(statement.line, statement.label,
                    fmt::format("label '{}' is taken", statement.label));
      if (const auto base = bases_.find(statement.label);
          base != bases_.end() && base->second.uses == 1)
        errors_.add(statement.line, statement.label,
                    fmt::format("label '{}' is also what an unlabelled statement is called",
                                statement.label),
                    "give that one a label too, or choose another");
      return;
    }
    const std::string_view base = base_of(statement);
    Base& count = bases_.find(base)->second;
    statement.name = count.uses == 1 ? std::string(base) : fmt::format("{}.{}", base, ++count.made);
  }

  Program& program_;
  const std::vector<Statement>& order_;
  ProgramErrors& errors_;
  std::unordered_map<std::string_view, Base> bases_;  // of statements without a label
  std::unordered_set<std::string_view> labels_;
};

}  // namespace

void name_statements(Program& program, const std::vector<Statement>& order, ProgramErrors& errors) {
  Naming(program, order, errors).run();
}

}  // namespace tidemark::internal
