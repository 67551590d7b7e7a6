#include "core/lower/recompute.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "core/lower/executions.h"
#include "core/lower/rewrite.h"

namespace tidemark::lowering {
namespace {

// Calls `visit(statement, path)`; a statement inside a branch has the branch in its path.
class Walk {
 public:
  using Visit = std::function<void(StreamStatement&, const Path&)>;

  Walk(StreamBlock& body, Visit visit) : visit_(std::move(visit)) { block(body, 0); }

 private:
  void block(StreamBlock& statements, std::size_t first) {
    for (std::size_t i = 0; i < statements.size(); ++i) {
      path_.push_back({first + i, std::nullopt});
      visit_(statements[i], path_);
      std::visit([this](auto& form) { inside(form); }, statements[i].form);
      path_.pop_back();
    }
  }
  template <class Form>
  void inside(Form&) {}
  void inside(StreamFor& loop) { enter(loop.control, loop.body, 0); }
  void inside(StreamWhile& loop) { enter(loop.control, loop.body, 0); }
  void inside(StreamIf& branch) {
    enter(branch.control, branch.then_block, 0);
    enter(branch.control, branch.else_block, branch.then_block.size());
  }
  void enter(ControlId control, StreamBlock& statements, std::size_t first) {
    path_.back().control = control;
    block(statements, first);
    path_.back().control.reset();
  }

  Visit visit_;
  Path path_;
};

struct Use {
  std::size_t sets = 0, reads = 0;
  std::optional<std::int64_t> step;  // where a set adds a constant to the register itself
  Path set_at;
};

std::optional<std::int64_t> step_of(const SetRegister& set) {
  using Kind = ExpressionNode::Kind;
  const auto nodes = set.value.nodes();
  if (set.index || nodes.size() != 3) return std::nullopt;
  const bool is_sum = nodes[0].kind == Kind::reg && nodes[0].index == set.target.value &&
                      nodes[1].kind == Kind::integer && nodes[2].kind == Kind::add;
  return is_sum ? std::optional(nodes[1].value) : std::nullopt;
}

Table<RegisterId, Use> uses_in(Stream& stream) {
  Table<RegisterId, Use> uses(stream.registers.size());
  Walk(stream.body, [&](StreamStatement& statement, const Path& path) {
    for_each_expression(statement, [&](Expression& expression) {
      for (const ExpressionNode& node : expression.nodes())
        if (node.kind == ExpressionNode::Kind::reg) ++uses[RegisterId(node.index)].reads;
    });
    if (const auto* set = std::get_if<SetRegister>(&statement.form)) {
      ++uses[set->target].sets;
      uses[set->target].step = step_of(*set);
      uses[set->target].set_at = path;
    }
  });
  return uses;
}

// Every place that reads the register has the form, and does not read it inside of what
// would be a product too deep to be worth it.
bool can_go(const Program& program, RegisterId reg, const Stream& stream, const Use& use) {
  if (stream.registers[reg].count || use.sets != 1 || !use.step) return false;
  return executions_before(program, use.set_at, use.set_at).has_value();
}

void drop(const Program& program, Stream& stream, RegisterId reg, const Use& use) {
  Walk(stream.body, [&](StreamStatement& statement, const Path& path) {
    const auto value = [&](RegisterId read) -> std::optional<Expression> {
      if (read != reg) return std::nullopt;
      return *executions_before(program, use.set_at, path) * Expression(*use.step);
    };
    const auto* set = std::get_if<SetRegister>(&statement.form);
    if (set != nullptr && set->target == reg) return;
    for_each_expression(
        statement, [&](Expression& expression) { expression = substitute(expression, value); });
  });
}

// The register's one assignment, and the register itself.
void erase(Stream& stream, RegisterId reg) {
  const std::function<void(StreamBlock&)> in_block = [&](StreamBlock& block) {
    std::erase_if(block, [&](const StreamStatement& statement) {
      const auto* set = std::get_if<SetRegister>(&statement.form);
      return set != nullptr && set->target == reg;
    });
    for (StreamStatement& statement : block) {
      if (auto* loop = std::get_if<StreamFor>(&statement.form)) in_block(loop->body);
      if (auto* loop = std::get_if<StreamWhile>(&statement.form)) in_block(loop->body);
      if (auto* branch = std::get_if<StreamIf>(&statement.form)) {
        in_block(branch->then_block);
        in_block(branch->else_block);
      }
    }
  };
  in_block(stream.body);
}

bool has_constant_bound(const Program& program, ControlId loop) {
  const auto* upper = std::get_if<Affine>(&std::get<For>(program.controls[loop].form).upper);
  return upper != nullptr && upper->is_constant();
}

// The most registers that loops around one another take.
std::int64_t loop_registers(const Program& program, const StreamBlock& block) {
  std::int64_t deepest = 0;
  for (const StreamStatement& statement : block) {
    if (const auto* loop = std::get_if<StreamFor>(&statement.form))
      deepest = std::max(deepest, (has_constant_bound(program, loop->control) ? 1 : 2) +
                                      loop_registers(program, loop->body));
    if (const auto* loop = std::get_if<StreamWhile>(&statement.form))
      deepest = std::max(deepest, loop_registers(program, loop->body));
    if (const auto* branch = std::get_if<StreamIf>(&statement.form))
      deepest = std::max({deepest, loop_registers(program, branch->then_block),
                          loop_registers(program, branch->else_block)});
  }
  return deepest;
}

// Registers are named by their place: those after it move up by one.
void renumber_after(Stream& stream, RegisterId gone) {
  const auto moved = [&](RegisterId reg) {
    return reg.value > gone.value ? RegisterId(reg.value - 1) : reg;
  };
  for_each_statement(stream.body, [&](StreamStatement& statement) {
    for_each_expression(statement,
                        [&](Expression& expression) { expression = renumber(expression, moved); });
    if (auto* set = std::get_if<SetRegister>(&statement.form)) set->target = moved(set->target);
  });
  Table<RegisterId, Register> kept;
  for (const RegisterId reg : stream.registers.ids())
    if (reg != gone) kept.push(stream.registers[reg]);
  stream.registers = std::move(kept);
}

}  // namespace

std::int64_t declared_registers(const Stream& stream) {
  std::int64_t registers = 0;
  for (const Register& declared : stream.registers) registers += declared.count.value_or(1);
  return registers;
}

std::int64_t registers_of(const Program& program, const Stream& stream) {
  return declared_registers(stream) + loop_registers(program, stream.body);
}

std::vector<std::string> recompute_registers(const Program& program, Stream& stream,
                                             std::int64_t limit) {
  std::vector<std::string> gone;
  while (registers_of(program, stream) > limit) {
    const Table<RegisterId, Use> uses = uses_in(stream);
    std::optional<RegisterId> cheapest;
    for (const RegisterId reg : stream.registers.ids())
      if (can_go(program, reg, stream, uses[reg]) &&
          (!cheapest || uses[reg].reads < uses[*cheapest].reads))
        cheapest = reg;
    if (!cheapest) break;
    gone.push_back(stream.registers[*cheapest].name);
    drop(program, stream, *cheapest, uses[*cheapest]);
    erase(stream, *cheapest);
    renumber_after(stream, *cheapest);
  }
  return gone;
}

}  // namespace tidemark::lowering
