#include "core/sync/mutant.h"

#include <gtest/gtest.h>

namespace tidemark::sync {
namespace {

// Known when it is compiled: no place that asks leaves anything behind.
static_assert(!mutated(Mutant::no_turn_at_back_edge));

TEST(Mutant, NoneIsInTheLibrary) { EXPECT_FALSE(mutated(Mutant::drop_second_wait)); }

}  // namespace
}  // namespace tidemark::sync
