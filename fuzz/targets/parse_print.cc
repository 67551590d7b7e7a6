// Any bytes parse, or are told apart with a place; what parsed prints, and prints the same
// again after parsing.
#include <algorithm>

#include "core/text/parse.h"
#include "core/text/print.h"
#include "fuzz/cases/fuzz_case.h"
#include "fuzz/targets/counter.h"
#include "fuzz/targets/finding.h"

namespace tidemark {
namespace {

constexpr ProgramLimits kSmallProgram = {.statements = 10'000, .slots = 10'000, .cells = 100'000};

Counters counters("parse_print", {"inputs", "programs", "streams"});

void expect_told(const Diagnostics& diagnostics, std::string_view text) {
  const auto lines = static_cast<std::uint32_t>(std::ranges::count(text, '\n') + 1);
  const bool told = !diagnostics.empty() && std::ranges::all_of(diagnostics, [&](const auto& each) {
    return !each.message.empty() && each.line <= lines && to_string(each).contains(each.message);
  });
  if (!told) report_finding("refused without a place in the text", text);
}

void fuzz_streams_text(std::string_view text, const Program& program, std::string_view whole) {
  const auto streams = parse_streams(text, program);
  if (!streams) return expect_told(streams.error().diagnostics, text);
  counters.add(2);
  const std::string printed = print(*streams, program);
  const auto again = parse_streams(printed, program);
  if (!again || *again != *streams || print(*again, program) != printed)
    report_finding("streams do not parse back from their printed form\n" + printed, whole);
}

void fuzz(std::string_view text) {
  counters.add(0);
  const FuzzCase split = split_case(text);
  const auto program = parse_program(split.program, "<input>", kSmallProgram);
  if (!program) return expect_told(program.error(), split.program);
  counters.add(1);
  const std::string printed = print(*program);
  const auto again = parse_program(printed, "<input>", kSmallProgram);
  if (!again || *again != *program || print(*again) != printed)
    report_finding("the program does not parse back from its printed form\n" + printed, text);
  if (split.streams) fuzz_streams_text(*split.streams, *program, text);
}

}  // namespace
}  // namespace tidemark

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  tidemark::fuzz({reinterpret_cast<const char*>(data), size});
  return 0;
}
