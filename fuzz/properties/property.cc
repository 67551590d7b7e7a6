#include "fuzz/properties/property.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <chrono>

#include "core/text/print.h"
#include "gen/random_program.h"
#include "gen/shrink.h"

namespace tidemark {
namespace {

std::string explanation(const Property& property, const Program& program, std::uint64_t seed) {
  const Program smallest =
      shrink(program, [&](const Program& p) { return property(p, seed).has_value(); },
             {.time = std::chrono::seconds(20)})
          .program;
  return "program seed " + std::to_string(seed) + ": " +
         property(smallest, seed).value_or("it holds the second time it is asked") + "\n" +
         print(smallest);
}

}  // namespace

void expect_property(const std::string& what, const Property& property, const DrawProgram& draw) {
  const bool holds = rc::check(what, [&] {
    // All of the seed's bits from the first: a small seed is no smaller a program.
    const auto seed =
        *rc::gen::noShrink(rc::gen::resize(rc::kNominalSize, rc::gen::arbitrary<std::uint64_t>()));
    const Program program = draw(seed);
    if (property(program, seed)) RC_FAIL(explanation(property, program, seed));
  });
  EXPECT_TRUE(holds) << what;
}

void expect_property(const std::string& what, const Property& property) {
  expect_property(what, property, [](std::uint64_t seed) { return random_program(seed); });
}

}  // namespace tidemark
