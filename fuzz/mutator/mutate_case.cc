#include "fuzz/mutator/mutate_case.h"

#include <optional>
#include <utility>
#include <vector>

#include "core/ir/match.h"
#include "core/sync/synchronizer.h"
#include "core/text/parse.h"
#include "core/text/print.h"
#include "fuzz/cases/fuzz_case.h"
#include "gen/mutate_program.h"
#include "gen/mutate_streams.h"
#include "gen/random_program.h"
#include "gen/random_streams.h"
#include "gen/ring_program.h"
#include "gen/shrink.h"

namespace tidemark {
namespace {

constexpr std::string_view kShortest = "program p\n";
constexpr RunLimits kShortRun = {.instances = 40, .steps = 400};  // streams are drawn for it
constexpr int kTries = 8;

struct ParsedCase {
  Program program;
  Inputs inputs;
  std::optional<Streams> streams;
  bool wants_streams = false;
};

Program fresh_program(Random& random) {
  if (random.once_in(3)) return ring_program(random.below(UINT64_MAX));
  const bool is_ring_heavy = random.once_in(2);
  return random_program(random.below(UINT64_MAX),
                        {.engines = random.between(1, 4),
                         .buffers = random.between(1, is_ring_heavy ? 3 : 5),
                         .statements = random.between(1, 12),
                         .nesting = random.between(0, 3),
                         .swarm = random.once_in(4) ? Swarm::off : Swarm::on,
                         .kind = is_ring_heavy ? ProgramKind::ring_heavy : ProgramKind::general});
}

Inputs inputs_in_head(std::string_view text, const Program& program) {
  const auto header = parse_corpus_header(text, "");
  if (header)
    if (auto inputs = inputs_of(*header, program, 0)) return *std::move(inputs);
  return Inputs(program);
}

ParsedCase case_of(Program program, const FuzzCase& split) {
  Inputs inputs = inputs_in_head(split.program, program);
  ParsedCase result{std::move(program), std::move(inputs), {}, split.streams.has_value()};
  if (split.streams)
    if (auto streams = parse_streams(*split.streams, result.program))
      result.streams = *std::move(streams);
  return result;
}

ParsedCase parse_case(std::string_view text, Random& random) {
  const FuzzCase split = split_case(text);
  auto parsed = parse_program(split.program);
  return case_of(parsed ? *std::move(parsed) : fresh_program(random), split);
}

std::string print(const ParsedCase& parsed) {
  std::string text = head_lines(parsed.inputs, parsed.program) + print(parsed.program);
  if (parsed.wants_streams && parsed.streams)
    text += "---\n" + print(*parsed.streams, parsed.program);
  return text;
}

// The inputs of a program that has been changed: what it still has keeps its value.
Inputs carried_over(const Inputs& inputs, const Program& before, const Program& now) {
  return inputs_in_head(head_lines(inputs, before), now);
}

std::vector<std::int64_t> drawn_loads(Random& random) {
  std::vector<std::int64_t> values(random.between(1, 4));
  for (std::int64_t& value : values) value = random.between(0, 3);
  return values;
}

// Small trips, or larger ones: rings of several slots take some to turn.
void draw_inputs(ParsedCase& parsed, Random& random) {
  const bool is_small = random.once_in(2);
  for (const ParamId param : parsed.program.params.ids())
    parsed.inputs.set(param, is_small ? random.between(0, 4) : random.between(2, 9));
  for (const Control& control : parsed.program.controls)
    if (const Load* load = load_of(control))
      parsed.inputs.set_loads(load->buffer, drawn_loads(random));
}

void change_inputs(ParsedCase& parsed, Random& random) {
  const Program& program = parsed.program;
  if (random.once_in(3)) return draw_inputs(parsed, random);
  if (!program.params.empty() && !random.once_in(3))
    return parsed.inputs.set(ParamId(random.below(program.params.size())), random.between(0, 6));
  if (program.buffers.empty()) return;
  parsed.inputs.set_loads(BufferId(random.below(program.buffers.size())), drawn_loads(random));
}

// Right ones, or some drawn around the right ones.
Streams fresh_streams(const ParsedCase& parsed, Random& random) {
  if (random.once_in(2) && is_short_run(parsed.program, parsed.inputs, kShortRun))
    return random_streams(parsed.program, parsed.inputs, random);
  const auto names = synchronizer_names();
  return find_synchronizer(names[random.below(names.size())])->synchronize(parsed.program).streams;
}

void change_streams(ParsedCase& parsed, Random& random) {
  if (!parsed.streams || random.once_in(4)) parsed.streams = fresh_streams(parsed, random);
  for (std::uint64_t i = random.below(3); i > 0; --i)
    mutate(*parsed.streams, static_cast<StreamMutation>(random.below(kStreamMutations)), random);
}

void replace_program(ParsedCase& parsed, Program program, Random& random) {
  parsed.inputs = carried_over(parsed.inputs, parsed.program, program);
  parsed.program = std::move(program);
  if (!parsed.wants_streams) return;
  if (!parsed.streams || !mismatches(parsed.program, *parsed.streams, 1).empty())
    parsed.streams = fresh_streams(parsed, random);
}

// What is far from every case so far: the faults that need many things at once.
void start_anew(ParsedCase& parsed, Random& random) {
  replace_program(parsed, fresh_program(random), random);
  draw_inputs(parsed, random);
}

void mutate(ParsedCase& parsed, Random& random) {
  if (parsed.wants_streams && random.once_in(2)) return change_streams(parsed, random);
  if (random.once_in(4)) return change_inputs(parsed, random);
  if (random.once_in(3)) return start_anew(parsed, random);
  for (std::uint64_t i = random.once_in(4) ? random.between(2, 5) : 1; i > 0; --i)
    replace_program(parsed, mutate(parsed.program, random), random);
}

}  // namespace

std::string mutate_case(std::string_view text, std::size_t most_bytes, Random& random) {
  const ParsedCase before = parse_case(text, random);
  for (int i = 0; i < kTries; ++i) {
    ParsedCase after = before;
    mutate(after, random);
    std::string result = print(after);
    if (result.size() <= most_bytes) return result;
  }
  return std::string(kShortest);
}

std::string cross_cases(std::string_view text, std::string_view donor, std::size_t most_bytes,
                        Random& random) {
  const ParsedCase before = parse_case(text, random);
  const ParsedCase other = parse_case(donor, random);
  for (int i = 0; i < kTries; ++i) {
    ParsedCase after = before;
    replace_program(after, splice(before.program, other.program, random), random);
    std::string result = print(after);
    if (result.size() <= most_bytes) return result;
  }
  return std::string(kShortest);
}

std::vector<std::string> smaller_cases(std::string_view text) {
  const FuzzCase split = split_case(text);
  auto parsed = parse_program(split.program);
  if (!parsed) return {};
  const ParsedCase whole = case_of(*std::move(parsed), split);
  std::vector<std::string> smaller;
  for (Program& program : smaller_programs(whole.program)) {
    if (whole.streams && !mismatches(program, *whole.streams, 1).empty()) continue;
    ParsedCase after = whole;
    after.inputs = carried_over(whole.inputs, whole.program, program);
    after.program = std::move(program);
    smaller.push_back(print(after));
  }
  return smaller;
}

}  // namespace tidemark
