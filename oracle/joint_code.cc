#include "oracle/joint_code.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "core/check.h"
#include "oracle/joint_domain.h"
#include "oracle/joint_layout.h"

namespace tidemark {
namespace {

// What of the program this statement stands for, if it cuts its block into gaps.
std::optional<Statement> shared_statement(const StreamStatement& statement) {
  if (const auto* issue = std::get_if<Issue>(&statement.form)) return issue->instruction;
  if (const auto* loop = std::get_if<StreamFor>(&statement.form)) return loop->control;
  if (const auto* branch = std::get_if<StreamIf>(&statement.form)) return branch->control;
  if (const auto* loop = std::get_if<StreamWhile>(&statement.form)) return loop->control;
  return std::nullopt;
}

const Expression* expression_of(const StreamStatement& statement) {
  if (const auto* wait = std::get_if<Wait>(&statement.form)) return &wait->threshold;
  if (const auto* set = std::get_if<SetRegister>(&statement.form)) return &set->value;
  return nullptr;
}

// One stream's block, and how far the code has come in it.
struct Cursor {
  EngineId engine;
  const StreamBlock* block;
  std::size_t at = 0;
  std::map<ControlId, SnapshotId> seen;  // trips looked at already, for the operations ahead
};

class Compiler {
 public:
  explicit Compiler(JointCode& code) : code_(code), program_(*code.program) {}

  // Empty, or what cannot be put in one order.
  std::string compile() {
    std::vector<Cursor> cursors;
    for (const Stream& stream : code_.streams->streams)
      cursors.push_back({stream.engine, &stream.body, 0, {}});
    block(program_.body, cursors);
    append(JointNode::Kind::end);
    return failure_;
  }

 private:
  std::size_t here() const { return code_.nodes.size(); }

  JointNode& append(JointNode::Kind kind) {
    JointNode& node = code_.nodes.emplace_back();
    node.kind = kind;
    node.scope = scope_;
    return node;
  }
  JointNode& append(JointNode::Kind kind, ControlId control) {
    JointNode& node = append(kind);
    node.control = control;
    return node;
  }

  void block(const Block& statements, std::vector<Cursor>& cursors) {
    std::vector<Cursor>* const around = std::exchange(cursors_, &cursors);
    for (const Statement& statement : statements) {
      if (const auto* instruction = std::get_if<InstructionId>(&statement)) {
        issue(*instruction, cursors);
      } else if (const auto* assignment = std::get_if<AssignmentId>(&statement)) {
        append(JointNode::Kind::assign).assignment = *assignment;
      } else {
        control(std::get<ControlId>(statement), cursors);
      }
    }
    for (Cursor& cursor : cursors) gap(cursor, cursor.block->size());
    cursors_ = around;
  }

  // The place of the cursor's next issue or control statement, or the block's end.
  static std::size_t next_shared(const Cursor& cursor) {
    std::size_t i = cursor.at;
    while (i < cursor.block->size() && !shared_statement((*cursor.block)[i])) ++i;
    return i;
  }
  static bool shares(const Cursor& cursor, const Statement& statement) {
    const std::size_t i = next_shared(cursor);
    return i < cursor.block->size() && shared_statement((*cursor.block)[i]) == statement;
  }

  // Trips of loops in control that a stream passes over here, for its operations ahead.
  void look_ahead(ControlId control, std::vector<Cursor>& cursors) {
    for (Cursor& cursor : cursors) {
      if (shares(cursor, control)) continue;
      std::vector<SnapshotId> passed;
      for (std::size_t i = cursor.at; i < next_shared(cursor); ++i)
        for (const ControlId loop : loops_in_trips(cursor, i))
          if ((loop == control || is_inside(loop, control)) && !cursor.seen.contains(loop))
            passed.push_back(cursor.seen[loop] = snapshot(loop));
      add_nest(std::move(passed));
    }
  }

  void add_nest(std::vector<SnapshotId> passed) {
    if (passed.size() < 2) return;
    std::ranges::sort(passed, {}, [&](SnapshotId id) { return code_.snapshot_controls[id.value]; });
    code_.passed_nests.push_back(std::move(passed));
  }

  static std::vector<ControlId> loops_in_trips(const Cursor& cursor, std::size_t i) {
    std::vector<ControlId> loops;
    if (const Expression* e = expression_of((*cursor.block)[i]))
      for (const ExpressionNode& node : e->nodes())
        if (node.kind == ExpressionNode::Kind::trips) loops.emplace_back(node.index);
    return loops;
  }

  // In a nest, control stands in order of text from the outside in.
  bool is_inside(ControlId inner, ControlId outer) const {
    const auto in_block = [&](const Block& statements) {
      return std::ranges::any_of(statements, [&](const Statement& statement) {
        const auto* control = std::get_if<ControlId>(&statement);
        return control != nullptr && (*control == inner || is_inside(inner, *control));
      });
    };
    const auto& form = program_.controls[outer].form;
    if (const auto* loop = std::get_if<For>(&form)) return in_block(loop->body);
    if (const auto* loop = std::get_if<While>(&form)) return in_block(loop->body);
    const auto& branch = std::get<If>(form);
    return in_block(branch.then_block) || in_block(branch.else_block);
  }

  SnapshotId snapshot(ControlId loop) {
    const SnapshotId id(code_.snapshot_controls.size());
    code_.snapshot_controls.push_back(loop);
    append(JointNode::Kind::snapshot, loop).snapshot = id;
    return id;
  }

  // The cursor's operations up to `end`: registers, waits and barriers.
  void gap(Cursor& cursor, std::size_t end) {
    while (cursor.at < end && failure_.empty()) {
      const StreamStatement& statement = (*cursor.block)[cursor.at];
      if (const auto* barrier = std::get_if<Barrier>(&statement.form)) {
        meet(*barrier, cursor);
        continue;
      }
      ++cursor.at;
      std::vector<std::pair<ControlId, SnapshotId>> trips;
      for (const ControlId loop : loops_in_trips(cursor, cursor.at - 1)) {
        const auto seen = cursor.seen.find(loop);
        trips.emplace_back(loop, seen != cursor.seen.end() ? seen->second : snapshot(loop));
      }
      const bool is_wait = std::holds_alternative<Wait>(statement.form);
      JointNode& node = append(is_wait ? JointNode::Kind::wait : JointNode::Kind::set_register);
      node.engine = cursor.engine;
      node.statement = &statement;
      node.trips = std::move(trips);
      if (is_wait) node.wait = JointWaitId(wait_count_++);
    }
    cursor.at = std::max(cursor.at, end);  // also where it failed
  }

  // Every stream of the barrier up to it, where the first of them has come to it.
  void meet(const Barrier& barrier, const Cursor& first) {
    JointBarrier joint{barrier.engines, {}};
    const StreamStatement* statement = &(*first.block)[first.at];
    const EngineId engine = first.engine;
    for (const EngineId other : barrier.engines) {
      const Barrier* own = go_to_barrier(other);
      if (own == nullptr || own->engines != barrier.engines)
        return fail(*statement, engine, "is not where its other engines come to it");
      for (const SemaphoreRef& reset : own->resets) joint.resets.push_back(reset.semaphore);
    }
    JointNode& node = append(JointNode::Kind::barrier);
    node.engine = engine;
    node.statement = statement;
    node.barrier = JointBarrierId(code_.barriers.size());
    node.wait = JointWaitId(wait_count_);
    wait_count_ += joint.engines.size() * joint.engines.size();
    code_.barriers.push_back(std::move(joint));
  }

  // Its operations before the next barrier of its gap, which is then behind the cursor.
  const Barrier* go_to_barrier(EngineId engine) {
    const auto cursor = std::ranges::find(*cursors_, engine, &Cursor::engine);
    if (cursor == cursors_->end()) return nullptr;
    for (std::size_t i = cursor->at; i < next_shared(*cursor); ++i)
      if (const auto* barrier = std::get_if<Barrier>(&(*cursor->block)[i].form)) {
        // What these look at later is still to come.
        if (!program_.counters.empty() && looks_at_trips(*cursor, i)) return nullptr;
        gap(*cursor, i);
        ++cursor->at;
        return barrier;
      }
    return nullptr;
  }
  static bool looks_at_trips(const Cursor& cursor, std::size_t end) {
    for (std::size_t i = cursor.at; i < end; ++i)
      if (!loops_in_trips(cursor, i).empty()) return true;
    return false;
  }

  void fail(const StreamStatement& statement, EngineId engine, const std::string& what) {
    if (failure_.empty())
      failure_ =
          about_statement(program_, *code_.streams, *code_.stream_of[engine], statement, what);
  }

  void issue(InstructionId instruction, std::vector<Cursor>& cursors) {
    const auto cursor =
        std::ranges::find(cursors, program_.instructions[instruction].engine, &Cursor::engine);
    CHECK(cursor != cursors.end());
    gap(*cursor, next_shared(*cursor));
    step(*cursor, JointNode::Kind::issue);
    cursor->seen.clear();
  }

  void step(Cursor& cursor, JointNode::Kind kind) {
    JointNode& node = append(kind);
    node.engine = cursor.engine;
    node.statement = &(*cursor.block)[cursor.at++];
    if (kind == JointNode::Kind::read) node.control = std::get<Read>(node.statement->form).control;
  }

  // The reads of a load, engine by engine, with what stands before each.
  void reads(ControlId control, std::vector<Cursor>& cursors) {
    std::ranges::sort(cursors, {}, &Cursor::engine);
    bool is_first = true;
    for (Cursor& cursor : cursors) {
      std::size_t i = cursor.at;
      const auto reads_it = [&] {
        const auto* read = std::get_if<Read>(&(*cursor.block)[i].form);
        return read != nullptr && read->control == control;
      };
      while (i < cursor.block->size() && !reads_it()) ++i;
      CHECK(i < cursor.block->size());
      gap(cursor, i);
      step(cursor, JointNode::Kind::read);
      code_.nodes.back().begins_load = std::exchange(is_first, false);
    }
  }

  void control(ControlId id, std::vector<Cursor>& cursors) {
    const Control& control = program_.controls[id];
    const bool is_while = std::holds_alternative<While>(control.form);
    if (!is_while && load_of(control) != nullptr) reads(id, cursors);
    look_ahead(id, cursors);
    std::vector<Cursor*> sharing;
    for (Cursor& cursor : cursors)
      if (shares(cursor, id)) {
        gap(cursor, next_shared(cursor));
        sharing.push_back(&cursor);
      }
    if (const auto* loop = std::get_if<For>(&control.form)) compile_for(id, *loop, sharing);
    if (const auto* branch = std::get_if<If>(&control.form)) compile_if(id, *branch, sharing);
    if (const auto* loop = std::get_if<While>(&control.form)) compile_while(id, *loop, sharing);
    for (Cursor* cursor : sharing) {
      ++cursor->at;
      cursor->seen.clear();
    }
  }

  template <class Form>
  static std::vector<Cursor> inside(const std::vector<Cursor*>& sharing, StreamBlock Form::* body) {
    std::vector<Cursor> cursors;
    for (const Cursor* cursor : sharing)
      cursors.push_back(
          {cursor->engine, &(std::get<Form>((*cursor->block)[cursor->at].form).*body), 0, {}});
    return cursors;
  }

  void compile_for(ControlId id, const For& loop, const std::vector<Cursor*>& sharing) {
    append(JointNode::Kind::enter_for, id);
    const std::size_t head = here();
    append(JointNode::Kind::head_for, id);
    scope_.push_back({id, Arm::body});
    std::vector<Cursor> cursors = inside(sharing, &StreamFor::body);
    block(loop.body, cursors);
    append(JointNode::Kind::next_trip, id).target = static_cast<std::uint32_t>(head);
    scope_.pop_back();
    code_.nodes[head].target = static_cast<std::uint32_t>(here());
  }

  void compile_if(ControlId id, const If& branch, const std::vector<Cursor*>& sharing) {
    const std::size_t test = here();
    append(JointNode::Kind::branch_if, id);
    scope_.push_back({id, Arm::then_arm});
    std::vector<Cursor> cursors = inside(sharing, &StreamIf::then_block);
    block(branch.then_block, cursors);
    const std::size_t leave = here();
    append(JointNode::Kind::leave_arm, id);
    code_.nodes[test].target = static_cast<std::uint32_t>(here());
    scope_.back().arm = Arm::else_arm;
    cursors = inside(sharing, &StreamIf::else_block);
    block(branch.else_block, cursors);
    scope_.pop_back();
    code_.nodes[leave].target = static_cast<std::uint32_t>(here());
    append(JointNode::Kind::join, id);
  }

  void compile_while(ControlId id, const While& loop, const std::vector<Cursor*>& sharing) {
    append(JointNode::Kind::enter_while, id);
    const std::size_t head = here();
    append(JointNode::Kind::head_while, id);
    std::vector<Cursor> cursors = inside(sharing, &StreamWhile::body);
    std::vector<Cursor>* const around = std::exchange(cursors_, &cursors);
    reads(id, cursors);
    cursors_ = around;
    const std::size_t test = here();
    append(JointNode::Kind::test_while, id);
    scope_.push_back({id, Arm::body});
    block(loop.body, cursors);
    append(JointNode::Kind::next_while, id).target = static_cast<std::uint32_t>(head);
    scope_.pop_back();
    code_.nodes[test].target = static_cast<std::uint32_t>(here());
  }

  JointCode& code_;
  const Program& program_;
  std::vector<JointScope> scope_;
  std::size_t wait_count_ = 0;
  std::vector<Cursor>* cursors_ = nullptr;  // of the block at hand
  std::string failure_;
};

void list_waits(JointCode& code) {
  for (const JointNode& node : code.nodes) {
    if (node.kind == JointNode::Kind::wait) code.waits.push_back({&node, node.engine, {}});
    if (node.kind != JointNode::Kind::barrier) continue;
    const std::vector<EngineId>& engines = code.barriers[node.barrier.value].engines;
    for (const EngineId waiting : engines)
      for (const EngineId awaited : engines) code.waits.push_back({&node, waiting, awaited});
  }
}

}  // namespace

std::expected<JointCode, std::string> compile_nodes(const Program& program,
                                                    const Streams& streams) {
  if (auto reason = outside_domain(program, streams)) return std::unexpected(*std::move(reason));
  JointCode code(program);
  code.streams = &streams;
  code.stream_of = Table<EngineId, const Stream*>(program.engines.size(), nullptr);
  for (const Stream& stream : streams.streams) code.stream_of[stream.engine] = &stream;
  if (std::string failure = Compiler(code).compile(); !failure.empty())
    return std::unexpected(std::move(failure));
  list_waits(code);
  lay_out_columns(code);
  return code;
}

std::expected<JointCode, std::string> compile_joint(const Program& program,
                                                    const Streams& streams) {
  if (auto reason = shared_semaphore(program, streams)) return std::unexpected(*std::move(reason));
  auto code = compile_nodes(program, streams);
  if (!code) return code;
  find_own_buffers(*code);
  find_keys(*code);
  find_counts(*code);
  lay_out_columns(*code);
  if (code->column_count > kMostColumns)
    return std::unexpected(
        fmt::format("it has {} keys and counts, more than {}", code->column_count, kMostColumns));
  return code;
}

ColumnId JointCode::symbol(Symbol s) const {
  switch (s.kind) {
    case Symbol::Kind::param:
      return param(ParamId(s.index));
    case Symbol::Kind::counter:
      return counter(CounterId(s.index));
    case Symbol::Kind::variable:
      return variable(ControlId(s.index));
  }
  __builtin_unreachable();
}

}  // namespace tidemark
