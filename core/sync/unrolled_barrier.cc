#include "core/sync/unrolled_barrier.h"

#include <algorithm>
#include <array>
#include <string>

#include "core/ir/control_blocks.h"

namespace tidemark::sync {
namespace {

constexpr std::array kPlaces = {BarrierPlace::before,           BarrierPlace::begin_of_iteration,
                                BarrierPlace::end_of_iteration, BarrierPlace::end_of_then,
                                BarrierPlace::end_of_else,      BarrierPlace::after};

// Which loops are unrolled, which branches these decide, and what has any barrier.
class Choice {
 public:
  Choice(const Program& program, const BarrierPoints& points)
      : program_(program),
        points_(points),
        holds_(program.controls.size()),
        unrolled_(program.controls.size()),
        decided_(program.controls.size()) {
    for (const Statement& statement : program.body) visit(statement);
  }

  bool is_unrolled(ControlId control) const { return unrolled_[control]; }
  bool holds_barrier(ControlId control) const { return holds_[control]; }
  bool at(ControlId control, BarrierPlace place) const {
    return points_.at(control, place) && !decided_[control];
  }

 private:
  bool has_own(ControlId control) const {
    return std::ranges::any_of(kPlaces, [&](BarrierPlace place) { return at(control, place); });
  }

  bool iterates(ControlId control) const {
    return at(control, BarrierPlace::end_of_iteration) ||
           at(control, BarrierPlace::begin_of_iteration);
  }

  bool visit(const Statement& statement) {
    const auto* control = std::get_if<ControlId>(&statement);
    return control != nullptr && visit(*control);
  }

  bool visit_inside(ControlId control) {
    bool inside = false;
    for (const Block* block : blocks_of(program_.controls[control]))
      for (const Statement& statement : *block) inside |= visit(statement);
    return inside;
  }

  bool visit(ControlId control) {
    bool inside = visit_inside(control);
    if (iterates(control) && inside && decides_all_inside(control)) {
      decide(control);
      inside = visit_inside(control);
    }
    unrolled_[control] = iterates(control) && !inside;
    return holds_[control] = inside || has_own(control);
  }

  // Every barrier inside is around a branch directly in the body that the loop's variable
  // decides.
  bool decides_all_inside(ControlId loop) const {
    const Block& body = *blocks_of(program_.controls[loop]).front();
    return std::ranges::all_of(body, [&](const Statement& statement) {
      const auto* inner = std::get_if<ControlId>(&statement);
      return inner == nullptr || !holds_[*inner] || is_decided(*inner, loop);
    });
  }

  bool is_decided(ControlId control, ControlId loop) const {
    const auto* branch = std::get_if<If>(&program_.controls[control].form);
    const auto* compare = branch ? std::get_if<Compare>(&branch->condition) : nullptr;
    if (compare == nullptr || compare->left.modulus == 0) return false;
    const bool holds_inside =
        std::ranges::any_of(blocks_of(program_.controls[control]), [&](const Block* block) {
          return std::ranges::any_of(*block, [&](const Statement& statement) {
            const auto* inner = std::get_if<ControlId>(&statement);
            return inner != nullptr && holds_[*inner];
          });
        });
    return !holds_inside && kUnrolled % compare->left.modulus == 0 &&
           compare->left.form.terms.size() == 1 &&
           compare->left.form.coefficient_of(Symbol::of(loop)) != 0 &&
           compare->right.form.is_constant();
  }

  void decide(ControlId loop) {
    for (const Statement& statement : *blocks_of(program_.controls[loop]).front())
      if (const auto* inner = std::get_if<ControlId>(&statement); inner && holds_[*inner])
        decided_[*inner] = true;
  }

  const Program& program_;
  const BarrierPoints& points_;
  Table<ControlId, bool> holds_, unrolled_, decided_;
};

// One stream, with the program beside it.
class Rewriter {
 public:
  Rewriter(const Program& program, const Choice& choice, const std::vector<EngineId>& engines,
           Stream& stream)
      : program_(program), choice_(choice), engines_(engines), stream_(stream) {}

  void run() {
    StreamBlock body = std::move(stream_.body);
    stream_.body = block(program_.body, std::move(body));
  }

 private:
  StreamBlock block(const Block& program, StreamBlock from) {
    StreamBlock out;
    std::size_t at = 0;
    for (const Statement& statement : program) {
      if (const auto* instruction = std::get_if<InstructionId>(&statement)) {
        if (program_.instructions[*instruction].engine == stream_.engine)
          while (!issues(move_one(from, at, out), *instruction)) {
          }
      } else if (const auto* id = std::get_if<ControlId>(&statement)) {
        control(*id, from, at, out);
      }
    }
    while (at < from.size()) move_one(from, at, out);
    return out;
  }

  static const StreamStatement& move_one(StreamBlock& from, std::size_t& at, StreamBlock& out) {
    return out.emplace_back(std::move(from[at++]));
  }

  static bool issues(const StreamStatement& statement, InstructionId instruction) {
    const auto* issue = std::get_if<Issue>(&statement.form);
    return issue != nullptr && issue->instruction == instruction;
  }

  static std::optional<ControlId> control_of(const StreamStatement& statement) {
    if (const auto* loop = std::get_if<StreamFor>(&statement.form)) return loop->control;
    if (const auto* loop = std::get_if<StreamWhile>(&statement.form)) return loop->control;
    if (const auto* branch = std::get_if<StreamIf>(&statement.form)) return branch->control;
    return std::nullopt;
  }

  // The stream has the control itself among what is left of this block.
  static bool follows(const StreamBlock& from, std::size_t at, ControlId control) {
    return std::any_of(from.begin() + static_cast<std::ptrdiff_t>(at), from.end(),
                       [&](const StreamStatement& s) { return control_of(s) == control; });
  }

  void control(ControlId id, StreamBlock& from, std::size_t& at, StreamBlock& out) {
    const bool is_followed = follows(from, at, id);
    if (!is_followed && !choice_.holds_barrier(id)) return;
    if (choice_.at(id, BarrierPlace::before)) put_barrier(out);
    StreamStatement statement;
    if (is_followed) {
      while (control_of(from[at]) != id) move_one(from, at, out);
      statement = std::move(from[at++]);
    } else {
      pass_read(id, from, at, out);
      pass_trips(id, from, at, out);
      statement = empty(id);
    }
    const std::optional<RegisterId> turn = begin_turns(id, out);
    std::visit([&](auto& form) { rewrite(id, form, turn); }, statement.form);
    out.push_back(std::move(statement));
    end_turns(id, turn, out);
  }

  // A loop or branch that is left out has its read all the same.
  void pass_read(ControlId id, StreamBlock& from, std::size_t& at, StreamBlock& out) const {
    if (load_of(program_.controls[id]) == nullptr) return;
    while (true) {
      const auto* read = std::get_if<Read>(&move_one(from, at, out).form);
      if (read != nullptr && read->control == id) return;
    }
  }

  // `trips` of what the stream passes over is what it is there. What is followed from here
  // on would move that place, so that the counting up to here comes first.
  void pass_trips(ControlId id, StreamBlock& from, std::size_t& at, StreamBlock& out) const {
    const ControlId last = last_inside(id);
    std::size_t end = at;
    for (std::size_t s = at; s < from.size(); ++s) {
      const auto* set = std::get_if<SetRegister>(&from[s].form);
      if (set == nullptr) break;
      const bool counts = std::ranges::any_of(set->value.nodes(), [&](const ExpressionNode& node) {
        return node.kind == ExpressionNode::Kind::trips && node.index <= last.value;
      });
      if (counts) end = s + 1;
    }
    while (at < end) move_one(from, at, out);
  }

  // Control statements are numbered in order of text.
  ControlId last_inside(ControlId id) const {
    for (const Block* block : blocks_of(program_.controls[id]))
      for (const Statement& statement : *block)
        if (const auto* inner = std::get_if<ControlId>(&statement)) id = last_inside(*inner);
    return id;
  }

  StreamStatement empty(ControlId id) const {
    if (std::holds_alternative<For>(program_.controls[id].form)) return {StreamFor{id, {}}, {}};
    return {StreamIf{id, {}, {}}, {}};  // a `while` has a read and is never left out
  }

  void rewrite(ControlId id, StreamFor& loop, std::optional<RegisterId> turn) {
    StreamBlock inner = block(std::get<For>(program_.controls[id].form).body, std::move(loop.body));
    loop.body.clear();
    if (choice_.at(id, BarrierPlace::begin_of_iteration)) put_turn_barrier(turn, loop.body);
    std::ranges::move(inner, std::back_inserter(loop.body));
    end_iteration(id, turn, loop.body);
  }

  void rewrite(ControlId id, StreamWhile& loop, std::optional<RegisterId> turn) {
    const auto read = std::ranges::find_if(
        loop.body, [](const StreamStatement& s) { return std::holds_alternative<Read>(s.form); });
    StreamBlock rest(std::make_move_iterator(read + 1), std::make_move_iterator(loop.body.end()));
    loop.body.erase(read + 1, loop.body.end());
    std::ranges::move(block(std::get<While>(program_.controls[id].form).body, std::move(rest)),
                      std::back_inserter(loop.body));
    end_iteration(id, turn, loop.body);
  }

  void rewrite(ControlId id, StreamIf& branch, std::optional<RegisterId>) {
    const auto& form = std::get<If>(program_.controls[id].form);
    branch.then_block = block(form.then_block, std::move(branch.then_block));
    branch.else_block = block(form.else_block, std::move(branch.else_block));
    if (choice_.at(id, BarrierPlace::end_of_then)) put_barrier(branch.then_block);
    if (choice_.at(id, BarrierPlace::end_of_else)) put_barrier(branch.else_block);
  }

  template <class Form>
  void rewrite(ControlId, Form&, std::optional<RegisterId>) {}

  // --- every fourth time

  std::optional<RegisterId> begin_turns(ControlId id, StreamBlock& out) {
    if (!choice_.is_unrolled(id)) return std::nullopt;
    const RegisterId turn = stream_.registers.push({unused_name(), {}, {}});
    set(turn, Expression(0), out);
    return turn;
  }

  void end_iteration(ControlId id, std::optional<RegisterId> turn, StreamBlock& out) {
    if (turn) set(*turn, Expression::of(*turn) + Expression(1), out);
    if (choice_.at(id, BarrierPlace::end_of_iteration)) put_turn_barrier(turn, out);
  }

  void end_turns(ControlId id, std::optional<RegisterId> turn, StreamBlock& out) {
    if (choice_.at(id, BarrierPlace::after)) return put_barrier(out);
    if (!turn) return;
    // Not 0 where the last of four iterations was the last of all: 1, 2 or 3 are left else.
    const Expression left = Expression::of(*turn) % kUnrolled;
    put_barrier(out, (left - Expression(1)) * (left - Expression(2)) * (left - Expression(3)));
  }

  void put_turn_barrier(std::optional<RegisterId> turn, StreamBlock& out) const {
    if (!turn) return put_barrier(out);
    put_barrier(out, Expression::of(*turn) % kUnrolled);
  }

  void put_barrier(StreamBlock& out, std::optional<Expression> unless = {}) const {
    out.push_back({Barrier{engines_, {}, std::move(unless)}, {}});
  }

  static void set(RegisterId reg, Expression value, StreamBlock& out) {
    out.push_back({SetRegister{reg, std::nullopt, std::move(value)}, {}});
  }

  std::string unused_name() const {
    for (int number = 1;; ++number) {
      const std::string name = "turn" + std::to_string(number);
      if (!is_used(name)) return name;
    }
  }

  bool is_used(const std::string& name) const {
    const auto is_loop = [&](const Control& control) {
      const auto* loop = std::get_if<For>(&control.form);
      return loop != nullptr && loop->variable == name;
    };
    const auto is_it = [&](const auto& item) { return item.name == name; };
    return std::ranges::any_of(stream_.registers, is_it) ||
           std::ranges::any_of(program_.params, is_it) ||
           std::ranges::any_of(program_.counters, is_it) ||
           std::ranges::any_of(program_.controls, is_loop);
  }

  const Program& program_;
  const Choice& choice_;
  const std::vector<EngineId>& engines_;
  Stream& stream_;
};

}  // namespace

Streams add_unrolled_barriers(const Program& program, const BarrierPoints& points,
                              const std::vector<EngineId>& participants, Streams streams) {
  const Choice choice(program, points);
  for (Stream& stream : streams.streams) Rewriter(program, choice, participants, stream).run();
  return streams;
}

}  // namespace tidemark::sync
