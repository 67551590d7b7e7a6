#include "core/sync/outline.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <variant>

#include "core/text/parse.h"

namespace tidemark::sync {
namespace {

void expect_same(Outline::Block block, const tidemark::Block& expected) {
  EXPECT_TRUE(std::ranges::equal(block, expected));
}

TEST(Outline, HasTheBlocksOfEachControlStatement) {
  const Program program = parse_program(R"(
program p
engine e
param n
counter c
buffer x, more
while load more {
  for i in 0..n {
    e op -> x
    c = c + 1
    if i < 2 {
      e op -> x
    } else {
      e op x -> x
      e op -> x
    }
  }
  if n {
    e op -> x
  }
}
e op -> x
)")
                              .value();
  const Outline outline(program);
  expect_same(outline.whole(), program.body);
  ASSERT_EQ(program.controls.size(), 4u);
  for (ControlId id : program.controls.ids()) {
    const auto& form = program.controls[id].form;
    if (const auto* loop = std::get_if<For>(&form)) {
      EXPECT_EQ(outline.kind(id), Outline::Kind::for_loop);
      expect_same(outline.body(id), loop->body);
      expect_same(outline.else_body(id), {});
    } else if (const auto* branch = std::get_if<If>(&form)) {
      EXPECT_EQ(outline.kind(id), Outline::Kind::branch);
      expect_same(outline.body(id), branch->then_block);
      expect_same(outline.else_body(id), branch->else_block);
    } else {
      EXPECT_EQ(outline.kind(id), Outline::Kind::while_loop);
      expect_same(outline.body(id), std::get<While>(form).body);
      expect_same(outline.else_body(id), {});
    }
  }
}

}  // namespace
}  // namespace tidemark::sync
