// Rules that only a program built in memory can break; the others are tried through text
// (core/text/diagnostics_test.cc).
#include "core/ir/finish.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tidemark {
namespace {

using ::testing::HasSubstr;

// for i in 0..n { e op -> x }
Program small() {
  Program p;
  p.name = "p";
  p.engines.push({"e"});
  p.params.push({"n"});
  p.buffers.push({"x", {}, {}});
  For loop{"i", Affine(0), Affine(Symbol::of(ParamId(0))), 1, {}};
  Instruction op;
  op.opcode = "op";
  op.writes = {{BufferId(0), {}}};
  loop.body = {p.instructions.push(op)};
  p.body = {p.controls.push({"", loop, "", {}})};
  return p;
}

std::string fault(Program program, const ProgramLimits& limits = {}) {
  const auto errors = finish(program, limits);
  return errors.empty() ? "none" : errors.front().message;
}

For& loop_of(Program& program) { return std::get<For>(program.controls[ControlId(0)].form); }

TEST(Finish, NamesAProgramBuiltInMemory) {
  Program program = small();
  EXPECT_TRUE(finish(program).empty());
  EXPECT_EQ(program.instructions[InstructionId(0)].name, "op");
  EXPECT_EQ(program.controls[ControlId(0)].name, "i");
  program.instructions[InstructionId(0)].label = "fill";  // finishing again renames
  EXPECT_TRUE(finish(program).empty());
  EXPECT_EQ(program.instructions[InstructionId(0)].name, "fill");
}

TEST(Finish, InstructionsAndControlShareOneSpaceOfNames) {
  Program program = small();
  program.instructions[InstructionId(0)].opcode = "i";
  EXPECT_TRUE(finish(program).empty());
  EXPECT_EQ(program.controls[ControlId(0)].name, "i.1");
  EXPECT_EQ(program.instructions[InstructionId(0)].name, "i.2");
}

TEST(Finish, TheTreeHoldsEveryStatementOnceInOrder) {
  Program twice = small();
  twice.body.push_back(twice.body.front());
  EXPECT_THAT(fault(twice), HasSubstr("each stands once"));
  Program cycle = small();
  loop_of(cycle).body.push_back(ControlId(0));
  EXPECT_THAT(fault(cycle), HasSubstr("each stands once"));
  Program outside = small();
  outside.body.push_back(AssignmentId(7));
  EXPECT_THAT(fault(outside), HasSubstr("each stands once"));
  Program lost = small();
  loop_of(lost).body.clear();
  EXPECT_EQ(fault(lost), "a statement of the tables stands in no block");
}

TEST(Finish, DepthIsALimitNotAStackOverflow) {
  Program program = small();
  loop_of(program).body.clear();
  program.instructions = {};
  for (int i = 1; i < 100'000; ++i) {
    const ControlId inner = program.controls.push({"", If{ParamId(0), {}, {}}, "", {}});
    auto& form = program.controls[ControlId(i - 1)].form;
    auto* loop = std::get_if<For>(&form);
    (loop != nullptr ? loop->body : std::get<If>(form).then_block) = {inner};
  }
  EXPECT_EQ(fault(program), "blocks nest more than 64 deep");
  EXPECT_EQ(fault(small(), {.nesting = 0}), "blocks nest more than 0 deep");
}

TEST(Finish, IndicesAreInRange) {
  Program program = small();
  program.instructions[InstructionId(0)].engine = EngineId(3);
  EXPECT_EQ(fault(program), "instruction 'op' has no engine");
  program = small();
  program.instructions[InstructionId(0)].writes = {{BufferId(3), {}}};
  EXPECT_EQ(fault(program), "an unknown buffer");
  program = small();
  loop_of(program).upper = Affine(Symbol::of(ParamId(3)));
  EXPECT_EQ(fault(program), "a param that does not exist");
  program = small();
  loop_of(program).upper = Affine(Symbol::of(ControlId(0)));
  EXPECT_EQ(fault(program), "a loop variable is used outside its loop");
  program = small();
  program.buffers[BufferId(0)].range = ByteRange{MemoryId(0), 0, 4};
  EXPECT_EQ(fault(program), "buffer 'x' lies in a memory that does not exist");
}

TEST(Finish, FormsAreNormal) {
  Program program = small();
  Affine twice;
  twice.terms = {{Symbol::of(ParamId(0)), 1}, {Symbol::of(ParamId(0)), 1}};
  loop_of(program).upper = twice;
  EXPECT_THAT(fault(program), HasSubstr("not sorted, distinct"));
  loop_of(program).upper = Affine(1);
  program.buffers[BufferId(0)].slots = 2;
  program.instructions[InstructionId(0)].writes[0].slot = Residue{Affine(1), -2};
  EXPECT_EQ(fault(program), "a remainder by -2: it is positive");
}

TEST(Finish, NamesAreNames) {
  Program program = small();
  program.engines[EngineId(0)].name = "for";
  EXPECT_EQ(fault(program), "'for' is no name");
  program = small();
  program.instructions[InstructionId(0)].opcode = "two words";
  EXPECT_EQ(fault(program), "'two words' is no opcode");
  program = small();
  loop_of(program).variable = "";
  EXPECT_EQ(fault(program), "'' is no name for a loop variable");
  program = small();
  program.name = "";
  EXPECT_EQ(fault(program), "'' is no name for a program");
}

}  // namespace
}  // namespace tidemark
