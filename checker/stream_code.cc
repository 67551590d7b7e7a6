#include "checker/stream_code.h"

#include <algorithm>
#include <utility>

#include "checker/followed_control.h"
#include "checker/stream_operations.h"
#include "core/check.h"

namespace tidemark {
namespace {

using StatementSpan = std::span<const StreamStatement>;
using ProgramSpan = std::span<const Statement>;

// What of the program this statement stands for, if it cuts its block into gaps.
std::optional<Statement> shared_statement(const StreamStatement& statement) {
  if (const auto* issue = std::get_if<Issue>(&statement.form)) return issue->instruction;
  if (const auto* loop = std::get_if<StreamFor>(&statement.form)) return loop->control;
  if (const auto* branch = std::get_if<StreamIf>(&statement.form)) return branch->control;
  if (const auto* loop = std::get_if<StreamWhile>(&statement.form)) return loop->control;
  return std::nullopt;
}

std::size_t count(StatementSpan block) {
  std::size_t statements = block.size();
  for (const StreamStatement& statement : block) {
    if (const auto* loop = std::get_if<StreamFor>(&statement.form)) {
      statements += count(loop->body);
    } else if (const auto* loop = std::get_if<StreamWhile>(&statement.form)) {
      statements += count(loop->body);
    } else if (const auto* branch = std::get_if<StreamIf>(&statement.form)) {
      statements += count(branch->then_block) + count(branch->else_block);
    }
  }
  return statements;
}

class Compiler {
 public:
  Compiler(const Program& program, const Streams& streams, const Stream& stream)
      : program_(program),
        stream_(stream),
        followed_(followed_control(program)),
        code_(program),
        operations_(streams, stream, code_.control.layout()),
        is_placed_(program.controls.size()) {}

  StreamCode compile() && {
    code_.operations.reserve(count(stream_.body));
    compile_block(program_.body, stream_.body);
    return std::move(code_);
  }

 private:
  void compile_block(ProgramSpan program, StatementSpan stream) {
    while (true) {
      const auto shared = std::ranges::find_if(
          stream, [](const StreamStatement& s) { return shared_statement(s).has_value(); });
      const auto gap = static_cast<std::size_t>(shared - stream.begin());
      if (gap == stream.size()) return compile_gap(program, stream);
      const auto found = std::ranges::find(program, *shared_statement(*shared));
      CHECK(found != program.end());
      const auto passed = static_cast<std::size_t>(found - program.begin());
      compile_gap(program.first(passed), stream.first(gap));
      compile_shared(*shared);
      program = program.subspan(passed + 1);
      stream = stream.subspan(gap + 1);
    }
  }

  void compile_shared(const StreamStatement& statement) {
    if (const auto* loop = std::get_if<StreamFor>(&statement.form)) {
      code_.control.begin_for(loop->control);
      compile_block(form<For>(loop->control).body, loop->body);
      code_.control.end_for();
    } else if (const auto* branch = std::get_if<StreamIf>(&statement.form)) {
      code_.control.begin_if(branch->control);
      compile_block(form<If>(branch->control).then_block, branch->then_block);
      code_.control.begin_else();
      compile_block(form<If>(branch->control).else_block, branch->else_block);
      code_.control.end_if();
    } else if (const auto* loop = std::get_if<StreamWhile>(&statement.form)) {
      compile_while(*loop);
    } else {
      compile_operation(statement);
    }
  }

  // What stands up to the read is done before every test.
  void compile_while(const StreamWhile& loop) {
    const StatementSpan body = loop.body;
    const auto read = std::ranges::find_if(
        body, [](const StreamStatement& s) { return std::holds_alternative<Read>(s.form); });
    CHECK(read != body.end());
    const auto header = static_cast<std::size_t>(read - body.begin()) + 1;
    code_.control.begin_while(loop.control);
    compile_gap({}, body.first(header));
    code_.control.test_while();
    compile_block(form<While>(loop.control).body, body.subspan(header));
    code_.control.end_while();
  }

  void compile_gap(ProgramSpan program, StatementSpan stream) {
    const std::vector<ControlId> asked = operations_.loops_asked_in(stream);
    for (const Statement& statement : program) {
      if (const auto* control = std::get_if<ControlId>(&statement); control && !asked.empty())
        place_trips(*control, asked);
      follow(statement);
    }
    for (const StreamStatement& statement : stream) compile_operation(statement);
    for (const ControlId loop : asked) is_placed_[loop] = false;
  }

  // The trips that are asked for of loops in this control are those of this moment.
  void place_trips(ControlId left_out, const std::vector<ControlId>& asked) {
    // Controls are numbered in order of text, so those inside stand between.
    const auto inside =
        std::ranges::subrange(std::ranges::lower_bound(asked, left_out),
                              std::ranges::upper_bound(asked, last_inside(left_out)));
    for (const ControlId loop : inside) {
      code_.control.trips(loop, operations_.trips_place(loop));
      is_placed_[loop] = true;
    }
  }

  ControlId last_inside(ControlId control) {
    ControlId last = control;
    const auto look = [&](const Block& block) {
      for (const Statement& statement : block)
        if (const auto* inner = std::get_if<ControlId>(&statement)) last = last_inside(*inner);
    };
    std::visit([&](const auto& form) { for_each_block(form, look); },
               program_.controls[control].form);
    return last;
  }

  template <class Look>
  static void for_each_block(const If& branch, Look&& look) {
    look(branch.then_block);
    look(branch.else_block);
  }
  template <class Loop, class Look>
  static void for_each_block(const Loop& loop, Look&& look) {
    look(loop.body);
  }

  void compile_operation(const StreamStatement& statement) {
    for (const ControlId loop : operations_.loops_asked_in({&statement, 1}))
      if (!is_placed_[loop]) code_.control.trips(loop, operations_.trips_place(loop));
    code_.control.visit(static_cast<std::uint32_t>(code_.operations.size()));
    code_.operations.push_back(operations_.make(statement));
    if (const auto* read = std::get_if<Read>(&statement.form)) code_.control.load(read->control);
  }

  void follow(const Statement& statement) {
    std::visit([this](auto id) { follow_one(id); }, statement);
  }

  void follow_one(InstructionId) {}

  void follow_one(AssignmentId id) {
    if (followed_.counters[program_.assignments[id].counter]) code_.control.assign(id);
  }

  void follow_one(ControlId id) {
    if (!followed_.controls[id]) return;
    std::visit([&](const auto& form) { follow_form(id, form); }, program_.controls[id].form);
  }

  void follow_form(ControlId id, const For& loop) {
    follow_load(id);
    code_.control.begin_for(id);
    follow_block(loop.body);
    code_.control.end_for();
  }

  void follow_form(ControlId id, const If& branch) {
    follow_load(id);
    code_.control.begin_if(id);
    follow_block(branch.then_block);
    code_.control.begin_else();
    follow_block(branch.else_block);
    code_.control.end_if();
  }

  void follow_form(ControlId id, const While& loop) {
    code_.control.begin_while(id);
    follow_load(id);
    code_.control.test_while();
    follow_block(loop.body);
    code_.control.end_while();
  }

  void follow_load(ControlId id) {
    if (load_of(program_.controls[id]) != nullptr) code_.control.load(id);
  }

  void follow_block(const Block& block) {
    for (const Statement& statement : block) follow(statement);
  }

  template <class Form>
  const Form& form(ControlId id) const {
    return std::get<Form>(program_.controls[id].form);
  }

  const Program& program_;
  const Stream& stream_;
  FollowedControl followed_;
  StreamCode code_;
  StreamOperations operations_;
  Table<ControlId, bool> is_placed_;  // its trips have been taken, for this gap
};

}  // namespace

StreamCode compile_stream(const Program& program, const Streams& streams, const Stream& stream) {
  return Compiler(program, streams, stream).compile();
}

}  // namespace tidemark
