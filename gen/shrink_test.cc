// Faults planted in random programs, each with the least program that has it.
#include "gen/shrink.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "checker/check.h"
#include "core/check.h"
#include "core/ir/control_blocks.h"
#include "core/sync/synchronizer.h"
#include "core/text/parse.h"
#include "core/text/print.h"
#include "gen/program_size.h"
#include "gen/random_program.h"

namespace tidemark {
namespace {

// An instruction, with the control statements around it from the outside in.
struct Place {
  const Instruction* instruction;
  std::vector<ControlId> around;
};

void add_places(const Program& program, const Block& block, std::vector<ControlId>& around,
                std::vector<Place>& places) {
  for (const Statement& statement : block) {
    if (const auto* id = std::get_if<InstructionId>(&statement))
      places.push_back({&program.instructions[*id], around});
    const auto* control = std::get_if<ControlId>(&statement);
    if (control == nullptr) continue;
    around.push_back(*control);
    for (const Block* inner : blocks_of(program.controls[*control]))
      add_places(program, *inner, around, places);
    around.pop_back();
  }
}

std::vector<Place> places(const Program& program) {
  std::vector<Place> result;
  std::vector<ControlId> around;
  add_places(program, program.body, around, result);
  return result;
}

template <class Holds>
bool some(const Program& program, Holds holds) {
  return std::ranges::any_of(places(program), holds);
}

// Is there an instruction and a later one for which this holds?
template <class Holds>
bool some_pair(const Program& program, Holds holds) {
  const std::vector<Place> all = places(program);
  for (std::size_t i = 0; i < all.size(); ++i)
    for (std::size_t j = i + 1; j < all.size(); ++j)
      if (holds(all[i], all[j])) return true;
  return false;
}

template <class F>
std::size_t count_around(const Program& program, const Place& place) {
  return static_cast<std::size_t>(std::ranges::count_if(place.around, [&](ControlId id) {
    return std::holds_alternative<F>(program.controls[id].form);
  }));
}

bool share(const std::vector<Access>& a, const std::vector<Access>& b) {
  return std::ranges::any_of(a, [&](const Access& x) {
    return std::ranges::find(b, x.buffer, &Access::buffer) != b.end();
  });
}

bool other_engines(const Place& a, const Place& b) {
  return a.instruction->engine != b.instruction->engine;
}

bool mentions_variable(const Affine& form) {
  return std::ranges::any_of(
      form.terms, [](const AffineTerm& t) { return t.symbol.kind == Symbol::Kind::variable; });
}

template <class Holds>
bool some_loop(const Program& program, Holds holds) {
  return std::ranges::any_of(program.controls, [&](const Control& control) {
    const auto* loop = std::get_if<For>(&control.form);
    return loop != nullptr && holds(*loop);
  });
}

bool reads_for_control(const Program& program) {
  return std::ranges::any_of(program.controls,
                             [](const Control& control) { return load_of(control) != nullptr; });
}

// Two instances that conflict, decided by the checker. With params 2.
bool races_without_waits(const Program& program) {
  if (reads_for_control(program)) return false;
  Inputs inputs(program);
  for (const ParamId param : program.params.ids()) inputs.set(param, 2);
  CheckOptions options;
  options.limits.instances = 200;
  options.shrink_tries = 0;
  const auto checked =
      check(program, find_synchronizer("none")->synchronize(program).streams, inputs, options);
  return checked && checked->verdict == Verdict::unsafe;
}

struct Fault {
  std::string name;
  StillFails has;
  std::string least;  // without its first line, `program p`
};

std::vector<Fault> faults_of_instructions() {
  const auto count = [](std::size_t fewest) {
    return [=](const Program& p) { return p.instructions.size() >= fewest; };
  };
  return {
      {"instruction", count(1), "engine e0\ne0 op ->"},
      {"three_instructions", count(3), "engine e0\ne0 op ->\ne0 op ->\ne0 op ->"},
      {"read",
       [](const Program& p) {
         return some(p, [](const Place& i) { return !i.instruction->reads.empty(); });
       },
       "engine e0\nbuffer x0\ne0 op x0 ->"},
      {"two_reads_and_a_write",
       [](const Program& p) {
         return some(p, [](const Place& i) {
           return i.instruction->reads.size() == 2 && !i.instruction->writes.empty();
         });
       },
       "engine e0\nbuffer x0\ne0 op x0, x0 -> x0"},
      {"two_engines", [](const Program& p) { return some_pair(p, other_engines); },
       "engine e0, e1\ne0 op ->\ne1 op ->"},
      {"cost",
       [](const Program& p) {
         return some(p, [](const Place& i) { return !i.instruction->attributes.empty(); });
       },
       "engine e0\ne0 op -> cost 1"},
  };
}

std::vector<Fault> faults_of_pairs() {
  const auto dependence = [](auto first, auto second) {
    return [=](const Program& p) {
      return some_pair(p, [&](const Place& a, const Place& b) {
        return other_engines(a, b) && share(a.instruction->*first, b.instruction->*second);
      });
    };
  };
  const auto reads = &Instruction::reads;
  const auto writes = &Instruction::writes;
  return {
      {"read_after_write", dependence(writes, reads),
       "engine e0, e1\nbuffer x0\ne0 op -> x0\ne1 op x0 ->"},
      {"write_after_read", dependence(reads, writes),
       "engine e0, e1\nbuffer x0\ne0 op x0 ->\ne1 op -> x0"},
      {"write_after_write", dependence(writes, writes),
       "engine e0, e1\nbuffer x0\ne0 op -> x0\ne1 op -> x0"},
      {"overlap",
       [](const Program& p) {
         return some_pair(p, [&](const Place& a, const Place& b) {
           for (const Access& x : a.instruction->writes)
             for (const Access& y : b.instruction->reads) {
               const auto& r = p.buffers[x.buffer].range;
               const auto& s = p.buffers[y.buffer].range;
               if (x.buffer != y.buffer && r && s && r->begin < s->end && s->begin < r->end &&
                   r->begin < r->end && s->begin < s->end)
                 return true;
             }
           return false;
         });
       },
       "engine e0\nmemory m0\nbuffer x0 at m0[0, 1)\nbuffer x1 at m0[0, 1)\n"
       "e0 op -> x0\ne0 op x1 ->"},
      {"producer_in_a_branch",
       [](const Program& p) {
         return some_pair(p, [&](const Place& a, const Place& b) {
           return count_around<If>(p, a) > 0 && b.around.empty() && other_engines(a, b) &&
                  share(a.instruction->writes, b.instruction->reads);
         });
       },
       "engine e0, e1\nbuffer x0\nif 0 == 0 {\ne0 op -> x0\n}\ne1 op x0 ->"},
      {"races_without_waits", races_without_waits,
       "engine e0, e1\nbuffer x0\ne0 op -> x0\ne1 op x0 ->"},
  };
}

std::vector<Fault> faults_of_nests() {
  const auto nested = [](std::size_t loops) {
    return [=](const Program& p) {
      return some(p, [&](const Place& i) { return count_around<For>(p, i) >= loops; });
    };
  };
  return {
      {"loop", nested(1), "engine e0\nfor i0 in 0..0 {\ne0 op ->\n}"},
      {"nest_of_two", nested(2), "engine e0\nfor i0 in 0..0 {\nfor i1 in 0..0 {\ne0 op ->\n}\n}"},
      {"nest_of_three", nested(3),
       "engine e0\nfor i0 in 0..0 {\nfor i1 in 0..0 {\nfor i2 in 0..0 {\ne0 op ->\n}\n}\n}"},
      {"while",
       [](const Program& p) {
         return some(p, [&](const Place& i) { return count_around<While>(p, i) > 0; });
       },
       "engine e0\nbuffer x0\nwhile load x0 {\ne0 op ->\n}"},
      {"branch",
       [](const Program& p) {
         return some(p, [&](const Place& i) { return count_around<If>(p, i) > 0; });
       },
       "engine e0\nif 0 == 0 {\ne0 op ->\n}"},
      {"else",
       [](const Program& p) {
         return std::ranges::any_of(p.controls, [](const Control& control) {
           const auto* branch = std::get_if<If>(&control.form);
           return branch != nullptr && !branch->else_block.empty() &&
                  std::ranges::any_of(branch->else_block, [](const Statement& s) {
                    return std::holds_alternative<InstructionId>(s);
                  });
         });
       },
       "engine e0\nif 0 == 0 {\n} else {\ne0 op ->\n}"},
  };
}

std::vector<Fault> faults_of_control() {
  return {
      {"load_bound",
       [](const Program& p) {
         return some_loop(p, [](const For& l) { return std::holds_alternative<Load>(l.upper); });
       },
       "buffer x0\nfor i0 in 0..load x0 {\n}"},
      {"triangle",
       [](const Program& p) {
         return some_loop(p, [](const For& l) {
           const auto* upper = std::get_if<Affine>(&l.upper);
           return upper != nullptr && mentions_variable(*upper);
         });
       },
       "for i0 in 0..0 {\nfor i1 in 0..i0 {\n}\n}"},
      {"step",
       [](const Program& p) {
         return some_loop(p, [](const For& l) { return l.step != Affine(1); });
       },
       "for i0 in 0..0 step 2 {\n}"},
      {"counter", [](const Program& p) { return !p.assignments.empty(); }, "counter c0\nc0 = 0"},
  };
}

std::vector<Fault> faults_of_declarations() {
  return {
      {"ring_of_three",
       [](const Program& p) {
         return some(p, [&](const Place& i) {
           return std::ranges::any_of(i.instruction->writes, [&](const Access& a) {
             return p.buffers[a.buffer].slot_count() >= 3 && mentions_variable(a.slot->form);
           });
         });
       },
       "engine e0\nbuffer x0[3]\nfor i0 in 0..0 {\ne0 op -> x0[i0]\n}"},
      {"in_flight",
       [](const Program& p) {
         return some(p,
                     [&](const Place& i) { return p.engines[i.instruction->engine].inflight > 1; });
       },
       "engine e0 inflight 2\ne0 op ->"},
  };
}

std::vector<Fault> faults() {
  std::vector<Fault> all;
  for (const auto& some : {faults_of_instructions(), faults_of_pairs(), faults_of_nests(),
                           faults_of_control(), faults_of_declarations()})
    all.insert(all.end(), some.begin(), some.end());
  return all;
}

Program parsed(const std::string& text) {
  auto program = parse_program(text);
  CHECK(program.has_value());
  return *std::move(program);
}

constexpr RandomProgramOptions kSeedOptions = {
    .engines = 4, .buffers = 6, .slots = 5, .inflight = 3, .statements = 60, .nesting = 4};

class PlantedFault : public testing::TestWithParam<Fault> {};

// In 99% of 200 programs of 20 to 60 statements, with at most 100 calls (median).
TEST_P(PlantedFault, IsShrunkToTheLeastProgram) {
  constexpr std::size_t kPrograms = 200;
  const Fault& fault = GetParam();
  const Program least = parsed("program p\n" + fault.least + "\n");
  ASSERT_TRUE(fault.has(least)) << print(least);
  std::size_t reached = 0;
  std::string other;
  std::vector<std::uint64_t> calls;
  for (std::uint64_t seed = 0; calls.size() < kPrograms; ++seed) {
    ASSERT_LT(seed, 100'000u) << "too rare in random programs";
    RandomProgramOptions options = kSeedOptions;
    if (fault.name == "races_without_waits") options.inflight = 1;
    const Program program = random_program(seed, options);
    if (statement_count(program) < 20 || !fault.has(program)) continue;
    const Shrunk shrunk = shrink(program, fault.has);
    EXPECT_FALSE(shrunk.hit_a_limit);
    ASSERT_TRUE(fault.has(shrunk.program)) << print(shrunk.program);
    ASSERT_GE(size_of(shrunk.program), size_of(least)) << print(shrunk.program);
    if (size_of(shrunk.program) == size_of(least))
      ++reached;
    else
      other = print(shrunk.program);
    calls.push_back(shrunk.calls);
  }
  EXPECT_GE(reached, kPrograms * 99 / 100) << other;
  std::ranges::sort(calls);
  RecordProperty("median_calls", static_cast<int>(calls[kPrograms / 2]));
  RecordProperty("reached", static_cast<int>(reached));
  EXPECT_LE(calls[kPrograms / 2], 100u);
}

INSTANTIATE_TEST_SUITE_P(All, PlantedFault, testing::ValuesIn(faults()),
                         [](const auto& info) { return info.param.name; });

TEST(Shrink, AsksOnlyAboutSmallerFinishedProgramsAndEachOnce) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const Program program = random_program(seed, kSeedOptions);
    std::uint64_t best = size_of(program);
    std::vector<std::string> asked;
    const Shrunk shrunk = shrink(program, [&](const Program& candidate) {
      const std::string text = print(candidate);
      EXPECT_EQ(parsed(text), candidate) << text;
      EXPECT_LT(size_of(candidate), best) << text;
      asked.push_back(text);
      const bool fails = candidate.instructions.size() >= 2;
      if (fails) best = size_of(candidate);
      return fails;
    });
    EXPECT_EQ(asked.size(), shrunk.calls);
    std::ranges::sort(asked);
    EXPECT_EQ(std::ranges::adjacent_find(asked), asked.end());
  }
}

TEST(Shrink, UnrollsALoopWhoseTripsDiffer) {
  const Program program =
      parsed("program q\nengine a\nbuffer b[8]\nfor t in 3..9 step 2 {\n  a load -> b[t - 3]\n}\n");
  const Shrunk shrunk = shrink(program, [](const Program& p) {
    return std::ranges::any_of(p.instructions, [](const Instruction& i) {
      return i.writes.size() == 1 && i.writes[0].slot == Residue{Affine(2), 0};
    });
  });
  EXPECT_EQ(print(shrunk.program),
            print(parsed("program p\nengine e0\nbuffer x0[1]\ne0 op -> x0[2]\n")));
}

TEST(Shrink, StopsAtItsLimit) {
  const auto any = [](const Program&) { return true; };
  const Shrunk shrunk = shrink(random_program(7, kSeedOptions), any, {.calls = 3});
  EXPECT_TRUE(shrunk.hit_a_limit);
  EXPECT_EQ(shrunk.calls, 3u);
}

// 500 statements, with a test that needs one in fifty of them.
TEST(Shrink, EndsSoonForALongProgram) {
  RandomProgramOptions options = kSeedOptions;
  options.statements = 500;
  std::uint64_t seed = 0;
  while (statement_count(random_program(seed, options)) < 450) ++seed;
  const auto begin = std::chrono::steady_clock::now();
  const Shrunk shrunk = shrink(random_program(seed, options), [](const Program& p) {
    return std::ranges::count(p.instructions, EngineId(0u), &Instruction::engine) >= 10 &&
           p.controls.size() >= 2;
  });
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(10));
  EXPECT_LE(statement_count(shrunk.program), 12u) << print(shrunk.program);
}

}  // namespace
}  // namespace tidemark
