// Programs that mean the same are synchronized the same, and decided the same.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "checker/clocks.h"
#include "core/check.h"
#include "core/ir/finish.h"
#include "core/sync/synchronizer.h"
#include "core/text/print.h"
#include "fuzz/properties/property.h"
#include "gen/draft.h"
#include "gen/run_list.h"

namespace tidemark {
namespace {

constexpr std::uint64_t kMostInstances = 200;  // of a run that is written out

// --- renaming

template <class Table>
void rename(Table& table, const char* prefix) {
  std::size_t number = table.size();  // in the opposite order, so that sorting would show
  for (auto& entity : table) entity.name = fmt::format("{}{}", prefix, number--);
}

Program renamed(Program program) {
  rename(program.engines, "z_e");
  rename(program.params, "z_p");
  rename(program.memories, "z_m");
  rename(program.buffers, "z_b");
  rename(program.counters, "z_c");
  std::size_t number = program.instructions.size();
  for (Instruction& instruction : program.instructions)
    instruction.label = fmt::format("z_i{}", number--);
  CHECK(finish(program).empty());
  return program;
}

// Streams without the names that a synchronizer made from those of the program.
Streams nameless(Streams streams) {
  streams.program.clear();
  for (Semaphore& semaphore : streams.semaphores) semaphore.name.clear();
  for (Stream& stream : streams.streams)
    for (Register& reg : stream.registers) reg.name.clear();
  return streams;
}

TEST(Property, RenamingChangesNothing) {
  expect_property("renaming changes nothing",
                  [](const Program& program, std::uint64_t) -> std::optional<std::string> {
                    const Program other = renamed(program);
                    for (const std::string_view name : synchronizer_names()) {
                      const auto* synchronizer = find_synchronizer(name);
                      if (nameless(synchronizer->synchronize(program).streams) !=
                          nameless(synchronizer->synchronize(other).streams))
                        return fmt::format("{} makes other streams of\n{}", name, print(other));
                    }
                    return std::nullopt;
                  });
}

// --- unrolling

std::optional<std::int64_t> constant_trips(const For& loop) {
  const auto* lower = std::get_if<Affine>(&loop.lower);
  const auto* upper = std::get_if<Affine>(&loop.upper);
  if (!lower || !upper || !lower->is_constant() || !upper->is_constant() ||
      !loop.step.is_constant() || loop.step.constant <= 0)
    return std::nullopt;
  const std::int64_t length = std::max<std::int64_t>(upper->constant - lower->constant, 0);
  return (length + loop.step.constant - 1) / loop.step.constant;
}

// Params replaced by the values of the inputs: then more loops have constant bounds.
std::optional<Program> with_params_fixed(const Program& program, const Inputs& inputs) {
  Draft draft(program);
  for (const ParamId param : program.params.ids()) draft.param_values[param] = inputs.param(param);
  return finished(draft);
}

// Loops of no, one and two trips are gone.
std::optional<Program> unrolled(const Program& program) {
  Draft draft(program);
  for (const ControlId control : program.controls.ids()) {
    const auto* loop = std::get_if<For>(&program.controls[control].form);
    const auto trips = loop ? constant_trips(*loop) : std::nullopt;
    if (trips == 0) draft.controls[control] = Fate::drop;
    if (trips == 1) draft.controls[control] = Fate::body;
    if (trips == 2) draft.controls[control] = Fate::body_twice;
  }
  return finished(draft);
}

bool are_alike(const std::vector<ListedInstance>& a, const std::vector<ListedInstance>& b) {
  return std::ranges::equal(a, b, [](const ListedInstance& x, const ListedInstance& y) {
    return x.engine == y.engine && x.ordinal == y.ordinal && x.needs == y.needs &&
           x.is_read == y.is_read;
  });
}

TEST(Property, UnrolledLoopsAgreeWithLoops) {
  std::uint64_t shorter = 0;
  expect_property(
      "unrolled loops agree",
      [&](const Program& program, std::uint64_t seed) -> std::optional<std::string> {
        const Inputs drawn(program, seed, {0, 3});
        const auto loops = with_params_fixed(program, drawn);
        const auto straight = loops ? unrolled(*loops) : std::nullopt;
        // An engine or buffer that only a loop without trips names is gone with it.
        if (!straight || straight->controls.size() == loops->controls.size() ||
            straight->engines.size() != loops->engines.size() || straight->instructions.empty())
          return std::nullopt;
        if (participants(*straight) != participants(*loops)) return std::nullopt;
        const Inputs inputs(*loops, seed, {0, 3}), same(*straight, seed, {0, 3});
        if (!are_alike(list_run(*loops, inputs, kMostInstances),
                       list_run(*straight, same, kMostInstances)))
          return fmt::format("another run:\n{}", print(*straight));
        const auto a = decide_by_clocks(*loops, Cells(*loops), synchronize(*loops).streams, inputs);
        const auto b =
            decide_by_clocks(*straight, Cells(*straight), synchronize(*straight).streams, same);
        if (a.has_value() != b.has_value()) return "only one of them has a verdict";
        if (!a) return std::nullopt;
        ++shorter;
        if (a->verdict != b->verdict || a->necessary_waits != b->necessary_waits)
          return fmt::format("{} with {} waits necessary, unrolled {} with {}", name(a->verdict),
                             a->necessary_waits, name(b->verdict), b->necessary_waits);
        return std::nullopt;
      });
  EXPECT_GE(shorter, 20u) << "too few programs have such a loop";
}

}  // namespace
}  // namespace tidemark
