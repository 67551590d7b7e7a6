#include "checker/lines.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <variant>

#include "core/ir/match.h"
#include "core/text/print.h"
#include "gen/random_program.h"

namespace tidemark {
namespace {

// The barest streams of a program: each engine's issues and reads, no synchronization,
// all control left out in which the engine has neither.
class BareStream {
 public:
  BareStream(const Program& program, EngineId engine) : program_(program), engine_(engine) {}

  Stream make() {
    Stream stream{.engine = engine_, .registers = {}, .body = {}, .line = {}};
    add_block(program_.body, stream.body);
    return stream;
  }

 private:
  void add_block(const Block& block, StreamBlock& to) {
    for (const Statement& statement : block) std::visit([&](auto id) { add(id, to); }, statement);
  }

  void add(AssignmentId, StreamBlock&) {}
  void add(InstructionId id, StreamBlock& to) {
    if (program_.instructions[id].engine == engine_) to.emplace_back(Issue{id, {}});
  }
  void add(ControlId id, StreamBlock& to) {
    std::visit([&](const auto& form) { add_form(id, form, to); }, program_.controls[id].form);
  }

  void add_form(ControlId id, const For& loop, StreamBlock& to) {
    StreamFor made{id, {}};
    add_block(loop.body, made.body);
    const bool is_left_out = made.body.empty() && load_of(program_.controls[id]) == nullptr;
    if (is_left_out) return;
    add_read(id, to);
    to.emplace_back(std::move(made));
  }

  void add_form(ControlId id, const If& branch, StreamBlock& to) {
    StreamIf made{id, {}, {}};
    add_block(branch.then_block, made.then_block);
    add_block(branch.else_block, made.else_block);
    const bool is_left_out = made.then_block.empty() && made.else_block.empty() &&
                             load_of(program_.controls[id]) == nullptr;
    if (is_left_out) return;
    add_read(id, to);
    to.emplace_back(std::move(made));
  }

  void add_form(ControlId id, const While& loop, StreamBlock& to) {
    StreamWhile made{id, {}};
    add_read(id, made.body);
    add_block(loop.body, made.body);
    to.emplace_back(std::move(made));
  }

  void add_read(ControlId id, StreamBlock& to) {
    if (load_of(program_.controls[id]) != nullptr) to.emplace_back(Read{id, {}});
  }

  const Program& program_;
  EngineId engine_;
};

Streams bare_streams(const Program& program) {
  Streams streams{.program = program.name, .semaphores = {}, .streams = {}};
  for (const EngineId engine : participants(program))
    streams.streams.push_back(BareStream(program, engine).make());
  return streams;
}

// make_lines itself checks each stream's instances against the sequential run's.
TEST(Lines, BareStreamsOfRandomProgramsIssueTheSequentialRun) {
  std::size_t instances = 0;
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    const Program program = random_program(seed);
    const Streams streams = bare_streams(program);
    ASSERT_TRUE(mismatches(program, streams).empty())
        << print(program) << print(streams, program) << mismatches(program, streams)[0].message;
    const Inputs inputs(program, seed, {0, 3});
    const auto lines = make_lines(program, streams, inputs, {.instances = 5000, .steps = 50'000});
    if (!lines) {
      ASSERT_EQ(lines.error().kind, RunError::Kind::limit) << lines.error().message;
      continue;
    }
    for (const Line& line : lines->of) {
      ASSERT_EQ(line.events.size(), line.instances.size());
      instances += line.instances.size();
    }
  }
  EXPECT_GT(instances, 10'000u);
}

}  // namespace
}  // namespace tidemark
