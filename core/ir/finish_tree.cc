#include <fmt/format.h>

#include "core/ir/finish_parts.h"

namespace tidemark::internal {

namespace {

// Walks the tree with a stack of its own: its depth is whatever the caller built. That
// ids must count up in order of text also rules out shared blocks and cycles.
class TreeCheck {
 public:
  TreeCheck(const Program& program, const ProgramLimits& limits, ProgramErrors& errors)
      : program_(program), limits_(limits), errors_(errors) {}

  std::vector<Statement> run() {
    if (statement_count() > limits_.statements) {
      errors_.add({}, {}, fmt::format("more than {} statements", limits_.statements));
      return {};
    }
    order_.reserve(program_.instructions.size() + program_.controls.size());
    stack_.push_back({&program_.body, 0, 0});
    while (!stack_.empty() && errors_.empty()) step();
    if (errors_.empty()) check_all_found();
    return std::move(order_);
  }

 private:
  struct Frame {
    const Block* block;
    std::size_t next;
    std::size_t depth;
  };

  std::size_t statement_count() const {
    return program_.instructions.size() + program_.controls.size() + program_.assignments.size();
  }

  void step() {
    Frame& frame = stack_.back();
    if (frame.next == frame.block->size()) return stack_.pop_back();
    const std::size_t depth = frame.depth;
    const Statement statement = (*frame.block)[frame.next++];
    if (const auto* assignment = std::get_if<AssignmentId>(&statement)) {
      in_order(*assignment, assignments_, program_.assignments);
    } else if (const auto* instruction = std::get_if<InstructionId>(&statement)) {
      order_.push_back(statement);
      in_order(*instruction, instructions_, program_.instructions);
    } else {
      order_.push_back(statement);
      const auto control = std::get<ControlId>(statement);
      if (in_order(control, controls_, program_.controls)) enter(control, depth + 1);
    }
  }

  template <class Id, class T>
  bool in_order(Id id, std::size_t& expected, const Table<Id, T>& table) {
    if (id == Id(expected) && table.contains(id)) {
      ++expected;
      return true;
    }
    errors_.add(table.contains(id) ? table[id].line : SourceLine(), {},
                fmt::format("a block holds statement {} of its table where {} is next: "
                            "statements are numbered in order of text, each stands once",
                            id.value, expected));
    return false;
  }

  void enter(ControlId id, std::size_t depth) {
    const Control& control = program_.controls[id];
    if (depth > limits_.nesting)
      return errors_.add(control.line, {},
                         fmt::format("blocks nest more than {} deep", limits_.nesting));
    if (const auto* branch = std::get_if<If>(&control.form)) {
      stack_.push_back({&branch->else_block, 0, depth});  // comes off the stack second
      stack_.push_back({&branch->then_block, 0, depth});
    } else if (const auto* loop = std::get_if<For>(&control.form)) {
      stack_.push_back({&loop->body, 0, depth});
    } else {
      stack_.push_back({&std::get<While>(control.form).body, 0, depth});
    }
  }

  void check_all_found() {
    if (instructions_ + controls_ + assignments_ != statement_count())
      errors_.add({}, {}, "a statement of the tables stands in no block");
  }

  const Program& program_;
  const ProgramLimits& limits_;
  ProgramErrors& errors_;
  std::vector<Statement> order_;
  std::vector<Frame> stack_;
  std::size_t instructions_ = 0;
  std::size_t controls_ = 0;
  std::size_t assignments_ = 0;
};

}  // namespace

std::vector<Statement> check_tree(const Program& program, const ProgramLimits& limits,
                                  ProgramErrors& errors) {
  return TreeCheck(program, limits, errors).run();
}

}  // namespace tidemark::internal
