#include "cli/replay/cause.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "checker/check.h"
#include "checker/explore/exhaustive.h"
#include "core/ir/match.h"
#include "core/sync/synchronizer.h"
#include "gen/run_list.h"

namespace tidemark {
namespace {

constexpr RunLimits kRunLimits = {.instances = 2'000, .steps = 20'000};
constexpr ExploreLimits kExploreLimits = {.states = 50'000, .seconds = 5, .bytes = 256 << 20};
constexpr std::uint64_t kMostExplored = 60;  // instances

Verdict by_states(const Program& program, const Streams& streams, const Inputs& inputs) {
  const auto lines = make_lines(program, streams, inputs, kRunLimits);
  if (!lines)
    return lines.error().kind == RunError::Kind::malformed ? Verdict::malformed : Verdict::unknown;
  Tracks tracks(program, *lines);
  mark_prompt_steps(tracks);
  return explore(tracks, {.limits = kExploreLimits, .progress = {}}).verdict;
}

bool breaks_promise(std::string_view synchronizer, Verdict verdict) {
  if (verdict == Verdict::malformed) return true;
  if (verdict == Verdict::unknown || synchronizer == "none") return false;
  if (synchronizer == "dynamic") return verdict != Verdict::exact;
  return verdict == Verdict::unsafe || verdict == Verdict::deadlocks;
}

bool shares_a_cell(const std::vector<CellId>& a, const std::vector<CellId>& b) {
  return std::ranges::any_of(a, [&](CellId cell) { return std::ranges::count(b, cell) != 0; });
}

std::string dependence_between(const ListedInstance& earlier, const ListedInstance& later) {
  if (later.is_read) return "control read after write";
  if (shares_a_cell(earlier.writes, later.reads)) return "read after write";
  if (shares_a_cell(earlier.writes, later.writes)) return "write after write";
  return earlier.is_read ? "write after control read" : "write after read";
}

const ListedInstance* find_instance(const std::vector<ListedInstance>& run, EngineId engine,
                                    std::uint64_t ordinal) {
  const auto found = std::ranges::find_if(run, [&](const ListedInstance& each) {
    return each.engine == engine && each.ordinal == ordinal;
  });
  return found == run.end() ? nullptr : &*found;
}

// The control statements around an instruction, from the outside; true once it is found.
bool add_around(const Program& program, const Block& block, InstructionId wanted,
                std::vector<std::string>& around) {
  for (const Statement& statement : block) {
    if (statement == Statement(wanted)) return true;
    const auto* id = std::get_if<ControlId>(&statement);
    if (id == nullptr) continue;
    const auto inside = [&](const char* keyword, const Block& inner) {
      around.emplace_back(keyword);
      if (add_around(program, inner, wanted, around)) return true;
      around.pop_back();
      return false;
    };
    const Control& control = program.controls[*id];
    if (const auto* loop = std::get_if<For>(&control.form)) {
      if (inside("for", loop->body)) return true;
    } else if (const auto* loop = std::get_if<While>(&control.form)) {
      if (inside("while", loop->body)) return true;
    } else {
      const If& branch = std::get<If>(control.form);
      if (inside("if", branch.then_block) || inside("if", branch.else_block)) return true;
    }
  }
  return false;
}

void add_touched(const Program& program, const Instruction& instruction,
                 std::vector<std::string>& constructs) {
  const auto any_access = [&](auto test) {
    return std::ranges::any_of(instruction.reads, test) ||
           std::ranges::any_of(instruction.writes, test);
  };
  if (any_access([](const Access& access) { return access.slot && access.slot->modulus != 0; }))
    constructs.emplace_back("ring");
  if (any_access([](const Access& access) {
        return access.slot && std::ranges::any_of(access.slot->form.terms, [](const auto& term) {
                 return term.symbol.kind == Symbol::Kind::counter;
               });
      }))
    constructs.emplace_back("counter");
  if (any_access(
          [&](const Access& access) { return program.buffers[access.buffer].range.has_value(); }))
    constructs.emplace_back("range");
  if (program.engines[instruction.engine].inflight > 1) constructs.emplace_back("in flight");
}

std::vector<std::string> constructs_of(const Program& program, const ListedInstance& instance) {
  if (instance.is_read) return {"control read"};
  std::vector<std::string> constructs;
  add_touched(program, program.instructions[instance.instruction], constructs);
  add_around(program, program.body, instance.instruction, constructs);
  return constructs;
}

// Fills in what the witness shows, where there is one.
void explain(const Program& program, const Streams& streams, Cause& cause) {
  const auto report = check(program, streams, cause.inputs,
                            {.limits = kRunLimits, .shrink_tries = 50, .explore = kExploreLimits});
  if (!report) return;
  cause.summary = summary(*report, program);
  if (!report->witness) return;
  const Witness& witness = *report->witness;
  cause.inputs = witness.inputs;
  const auto run = list_run(program, witness.inputs, kRunLimits.instances);
  const auto* instance = find_instance(run, witness.engine, witness.ordinal);
  if (instance == nullptr) return;
  cause.constructs = constructs_of(program, *instance);
  if (!witness.missing) return;
  if (const auto* needed = find_instance(run, witness.missing->engine, witness.missing->ordinal))
    cause.dependence = dependence_between(*needed, *instance);
}

// `breaks` says which verdicts are findings.
template <class Breaks>
std::optional<Cause> judge(const Program& program, const Streams& streams, const Inputs& inputs,
                           std::string subject, Breaks breaks) {
  const auto cause = [&](std::string finding, std::string deciders) {
    return Cause{
        std::move(subject), std::move(finding), std::move(deciders), {}, {}, {}, {}, inputs};
  };
  if (const auto found = mismatches(program, streams, 1); !found.empty()) {
    Cause malformed = cause("malformed", "match");
    malformed.summary = found.front().message;
    return malformed;
  }
  const Cells cells(program);
  const auto clocks = decide_by_clocks(program, cells, streams, inputs, kRunLimits);
  if (!clocks) return std::nullopt;  // these inputs have no verdict
  const Verdict states =
      clocks->instances <= kMostExplored ? by_states(program, streams, inputs) : Verdict::unknown;
  const bool both = clocks->verdict != Verdict::unknown && states != Verdict::unknown;
  if (both && clocks->verdict != states) {
    Cause differs =
        cause("differs", fmt::format("clocks {} states {}", name(clocks->verdict), name(states)));
    differs.truth = name(states);
    differs.summary = "deciders differ: " + differs.deciders;
    return differs;
  }
  const Verdict verdict = states == Verdict::unknown ? clocks->verdict : states;
  if (!breaks(verdict)) return std::nullopt;
  const char* deciders = both                         ? "clocks and states"
                         : states == Verdict::unknown ? "clocks"
                                                      : "states";
  Cause found = cause(std::string(name(verdict)), deciders);
  explain(program, streams, found);
  return found;
}

}  // namespace

std::string Cause::signature() const {
  std::string text = fmt::format("{} {}, {}", subject, finding, deciders);
  if (!dependence.empty()) text += ", " + dependence;
  for (const std::string& each : constructs) text += ", " + each;
  return text;
}

std::string Cause::file_name() const {
  std::string text = fmt::format("{}_{}", subject, finding);
  if (!dependence.empty()) text += "_" + dependence;
  std::ranges::replace(text, ' ', '_');
  return text;
}

bool Cause::is_like(const Cause& other) const {
  return subject == other.subject && finding == other.finding && deciders == other.deciders &&
         dependence == other.dependence;
}

std::optional<Cause> cause_of(const Program& program, const Inputs& inputs) {
  for (const std::string_view synchronizer : synchronizer_names()) {
    const Synchronized made = find_synchronizer(synchronizer)->synchronize(program);
    if (!made.notes.empty()) continue;  // it says itself that it is not exact
    auto cause = judge(program, made.streams, inputs, std::string(synchronizer),
                       [&](Verdict verdict) { return breaks_promise(synchronizer, verdict); });
    if (cause) return cause;
  }
  return std::nullopt;
}

std::optional<Cause> cause_of(const Program& program, const Streams& streams,
                              const Inputs& inputs) {
  return judge(program, streams, inputs, "streams", [](Verdict) { return false; });
}

}  // namespace tidemark
