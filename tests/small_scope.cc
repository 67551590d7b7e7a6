// Every program of each small scope (fuzz/campaign/small_scope.h) of up to N statements, for all
// inputs: `dynamic` exact, `barrier` and `serial` safe. `small_scope N`. Times are of this
// process' processor, so that other work on the machine does not count.
#include <fmt/format.h>

#include <cstdlib>
#include <ctime>
#include <string>

#include "checker/check.h"
#include "core/sync/synchronizer.h"
#include "core/text/print.h"
#include "fuzz/campaign/small_scope.h"
#include "fuzz/campaign/trial.h"
#include "tests/mark.h"

namespace tidemark {
namespace {

constexpr double kMostMinutes = 60;

double processor_seconds() {
  return static_cast<double>(std::clock()) / static_cast<double>(CLOCKS_PER_SEC);
}

class Scope {
 public:
  explicit Scope(const SmallScope& scope) : scope_(scope) {}

  std::uint64_t decide_all() {
    const double begin = processor_seconds();
    const std::uint64_t programs =
        for_each_program(scope_, [&](const Program& program) { decide(program); });
    fmt::print("{:<20} up to {} statements: {} programs, {} runs decided, {:.1f} s\n", scope_.name,
               scope_.statements, programs, decided_, processor_seconds() - begin);
    return programs;
  }

  std::uint64_t failures() const { return failures_; }

 private:
  void decide(const Program& program) {
    const std::vector<Inputs> all = all_inputs(program, scope_.highest_input);
    for (const std::string_view name : {"dynamic", "barrier", "serial"}) {
      const Streams streams = find_synchronizer(name)->synchronize(program).streams;
      const Demand demand = name == "dynamic" ? Demand::exact : Demand::safe;
      for (const Inputs& inputs : all) decide(program, name, streams, inputs, demand);
    }
  }

  void decide(const Program& program, std::string_view name, const Streams& streams,
              const Inputs& inputs, Demand demand) {
    const auto checked = check(program, streams, inputs, {.limits = {}, .shrink_tries = 0});
    ++decided_;
    if (checked && checked->verdict != Verdict::unknown && !is_finding(checked->verdict, demand))
      return;
    if (failures_++ > 10) return;  // enough to look at
    fmt::print("{} by {}, {}\n{}\n", checked ? tidemark::name(checked->verdict) : "an error", name,
               inputs.flags(program), print(program));
  }

  const SmallScope& scope_;
  std::uint64_t decided_ = 0;
  std::uint64_t failures_ = 0;
};

int run(std::int64_t statements) {
  Marks marks;
  for (const SmallScope& each : small_scopes(statements)) {
    Scope scope(each);
    marks.at_least(fmt::format("programs, {}", each.name), static_cast<double>(scope.decide_all()),
                   1);
    marks.at_most(fmt::format("wrong streams, {}", each.name),
                  static_cast<double>(scope.failures()), 0);
  }
  marks.at_most("minutes of one core", processor_seconds() / 60, kMostMinutes);
  return marks.exit_code();
}

}  // namespace
}  // namespace tidemark

int main(int argc, char** argv) {
  return tidemark::run(argc > 1 ? std::strtoll(argv[1], nullptr, 10) : 3);
}
