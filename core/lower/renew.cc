#include "core/lower/renew.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "core/lower/counters.h"
#include "core/lower/executions.h"
#include "core/lower/rewrite.h"

namespace tidemark::lowering {
namespace {

using Wide = __int128;
constexpr Wide kMost = Wide{1} << 62;

// --- how many instances there can be

struct Range {
  Wide low = 0, high = 0;
};

class Counter {
 public:
  Counter(const Program& program, EngineId engine, const Inputs& most)
      : program_(program), engine_(engine), most_(most) {
    const std::vector<EngineId> all = participants(program);
    takes_part_ = std::ranges::find(all, engine) != all.end();
  }

  std::optional<Wide> in(const Block& block) {
    Wide sum = 0;
    for (const Statement& statement : block) {
      const auto here = in(statement);
      if (!here || (sum += *here) > kMost) return std::nullopt;
    }
    return sum;
  }

 private:
  std::optional<Wide> in(const Statement& statement) {
    if (const auto* instruction = std::get_if<InstructionId>(&statement))
      return program_.instructions[*instruction].engine == engine_ ? 1 : 0;
    const auto* control = std::get_if<ControlId>(&statement);
    return control ? in_control(*control) : Wide{0};
  }

  std::optional<Wide> in_control(ControlId id) {
    const Control& control = program_.controls[id];
    const Wide reads = takes_part_ && load_of(control) != nullptr ? 1 : 0;
    if (const auto* branch = std::get_if<If>(&control.form)) {
      const auto then_count = in(branch->then_block), else_count = in(branch->else_block);
      if (!then_count || !else_count) return std::nullopt;
      return reads + std::max(*then_count, *else_count);
    }
    if (const auto* loop = std::get_if<For>(&control.form)) return in_loop(id, *loop, reads);
    const auto inside = in(std::get<While>(control.form).body);
    if (reads == 0 && inside && *inside == 0) return Wide{0};
    return std::nullopt;
  }

  std::optional<Wide> in_loop(ControlId id, const For& loop, Wide reads) {
    const auto lower = range_of(loop.lower), upper = range_of(loop.upper);
    if (lower && upper) variables_[id] = {lower->low, upper->high - 1};
    const auto inside = in(loop.body);
    if (inside && *inside == 0) return reads;
    if (!lower || !upper || !inside) return std::nullopt;
    const Wide trips = std::max<Wide>(0, upper->high - lower->low);
    if (trips > kMost || trips * *inside > kMost) return std::nullopt;
    return reads + trips * *inside;
  }

  std::optional<Range> range_of(const Bound& bound) const {
    const auto* affine = std::get_if<Affine>(&bound);
    if (affine == nullptr) return std::nullopt;
    Range sum{affine->constant, affine->constant};
    for (const AffineTerm& term : affine->terms) {
      const auto range = range_of(term.symbol);
      if (!range) return std::nullopt;
      const Wide a = term.coefficient * range->low, b = term.coefficient * range->high;
      sum = {sum.low + std::min(a, b), sum.high + std::max(a, b)};
    }
    return sum;
  }

  std::optional<Range> range_of(Symbol symbol) const {
    switch (symbol.kind) {
      case Symbol::Kind::param:
        return Range{0, most_.param(ParamId(symbol.index))};
      case Symbol::Kind::variable: {
        const auto found = variables_.find(ControlId(symbol.index));
        if (found == variables_.end()) return std::nullopt;
        return found->second;
      }
      case Symbol::Kind::counter:
        return std::nullopt;
    }
    __builtin_unreachable();
  }

  const Program& program_;
  EngineId engine_;
  const Inputs& most_;
  bool takes_part_ = false;
  std::map<ControlId, Range> variables_;
};

std::optional<std::int64_t> most_in(const Program& program, EngineId engine, const Inputs& most,
                                    const Block& block) {
  const auto count = Counter(program, engine, most).in(block);
  if (!count) return std::nullopt;
  return static_cast<std::int64_t>(*count);
}

// --- what a block raises, as an expression

std::optional<Expression> sum_of(const Program& program, EngineId engine, const Block& block) {
  std::optional<Expression> sum;
  const auto add = [&](Expression e) { sum = sum ? *sum + e : std::move(e); };
  std::int64_t here = 0;
  for (const Statement& statement : block) {
    if (const auto* instruction = std::get_if<InstructionId>(&statement))
      here += program.instructions[*instruction].engine == engine ? 1 : 0;
    const auto* id = std::get_if<ControlId>(&statement);
    if (id == nullptr) continue;
    const Control& control = program.controls[*id];
    if (load_of(control) != nullptr) return std::nullopt;
    const auto* loop = std::get_if<For>(&control.form);
    if (loop == nullptr) {
      const auto& branch = std::get<If>(control.form);  // a `while` has a load
      for (const Block* arm : {&branch.then_block, &branch.else_block}) {
        const auto inside = sum_of(program, engine, *arm);
        if (!inside || *inside != Expression(0)) return std::nullopt;
      }
      continue;
    }
    const auto inside = sum_of(program, engine, loop->body);
    if (!inside) return std::nullopt;
    if (*inside == Expression(0)) continue;
    if (!has_plain_bounds(program, *id)) return std::nullopt;
    add(Expression::trips(*id) * *inside);
  }
  if (here != 0 || !sum) add(Expression(here));
  return sum;
}

// --- one loop

struct Renewed {  // a counter at one loop
  EngineId engine;
  SemaphoreId semaphore;
  Expression before, each;
};

class LoopRenewal {
 public:
  LoopRenewal(const Program& program, Streams& streams, ControlId loop, std::size_t place,
              std::int64_t turns, std::vector<Renewed> counters)
      : program_(program),
        streams_(streams),
        loop_(loop),
        place_(place),
        turns_(turns),
        counters_(std::move(counters)) {}

  void run() {
    for (const Stream& stream : streams_.streams) engines_.push_back(stream.engine);
    std::ranges::sort(engines_);
    for (Stream& stream : streams_.streams) renew(stream);
  }

 private:
  void renew(Stream& stream) {
    StreamFor& loop = loop_in(stream);
    StreamBlock head = {barrier()};
    std::map<SemaphoreId, RegisterId> bases;
    for (const Renewed& counter : counters_)
      if (waits_for(stream, counter.semaphore))
        head.push_back(set_base(stream, counter, bases[counter.semaphore]));
    loop.body.insert(loop.body.begin(), head.begin(), head.end());
    rebase_from(stream, bases);
  }

  // The stream's own loop, made where it leaves it out: before what follows the loop.
  StreamFor& loop_in(Stream& stream) const {
    for (StreamStatement& statement : stream.body)
      if (auto* loop = std::get_if<StreamFor>(&statement.form); loop && loop->control == loop_)
        return *loop;
    const auto at = stream.body.begin() + static_cast<std::ptrdiff_t>(position(stream));
    return std::get<StreamFor>(stream.body.insert(at, {StreamFor{loop_, {}}, {}})->form);
  }

  // The statements of the stream that stand for what comes before the loop in the program.
  std::size_t position(const Stream& stream) const {
    std::size_t position = 0;
    for (std::size_t i = 0; i < stream.body.size(); ++i)
      if (stands_before(stream.body[i])) position = i + 1;
    return position;
  }

  bool stands_before(const StreamStatement& statement) const {
    std::optional<Statement> shared;
    if (const auto* issue = std::get_if<Issue>(&statement.form)) shared = issue->instruction;
    if (const auto* loop = std::get_if<StreamFor>(&statement.form)) shared = loop->control;
    if (const auto* loop = std::get_if<StreamWhile>(&statement.form)) shared = loop->control;
    if (const auto* branch = std::get_if<StreamIf>(&statement.form)) shared = branch->control;
    if (!shared) return false;
    const auto end = program_.body.begin() + static_cast<std::ptrdiff_t>(place_);
    return std::find(program_.body.begin(), end, *shared) != end;
  }

  Expression turn() const { return iterations_so_far(program_, loop_) % turns_; }

  StreamStatement barrier() const {
    Barrier barrier{engines_, {}, turn()};
    for (const Renewed& counter : counters_)
      barrier.resets.push_back({counter.semaphore, std::nullopt});
    return {std::move(barrier), {}};
  }

  StreamStatement set_base(Stream& stream, const Renewed& counter, RegisterId& base) const {
    const std::string stem = "base_" + streams_.semaphores[counter.semaphore].name;
    base = stream.registers.push(
        {unused_name(stem, program_, register_names(stream)), std::nullopt, {}});
    const Expression first = iterations_so_far(program_, loop_) - turn();
    return {SetRegister{base, std::nullopt, counter.before + first * counter.each}, {}};
  }

  static bool waits_for(const Stream& stream, SemaphoreId semaphore) {
    bool found = false;
    for_each_statement(stream.body, [&](const StreamStatement& statement) {
      const auto* wait = std::get_if<Wait>(&statement.form);
      found |= wait != nullptr && wait->semaphore.semaphore == semaphore;
    });
    return found;
  }

  // Before the loop the bases are 0.
  static void rebase_from(Stream& stream, const std::map<SemaphoreId, RegisterId>& bases) {
    for_each_statement(stream.body, [&](StreamStatement& statement) {
      auto* wait = std::get_if<Wait>(&statement.form);
      if (wait == nullptr) return;
      const auto base = bases.find(wait->semaphore.semaphore);
      if (base != bases.end()) wait->threshold = wait->threshold - Expression::of(base->second);
    });
  }

  const Program& program_;
  Streams& streams_;
  ControlId loop_;
  std::size_t place_;  // in the program's outermost block
  std::int64_t turns_;
  std::vector<Renewed> counters_;
  std::vector<EngineId> engines_;
};

std::string engine_name(const Program& program, EngineId engine) {
  return program.engines[engine].name;
}

}  // namespace

std::optional<std::int64_t> most_instances(const Program& program, EngineId engine,
                                           const Inputs& most) {
  return most_in(program, engine, most, program.body);
}

std::expected<std::vector<std::string>, std::string> renew_counters(const Program& program,
                                                                    Streams& streams,
                                                                    const Inputs& most,
                                                                    std::int64_t largest) {
  std::vector<EngineId> narrow;
  for (const Stream& stream : streams.streams) {
    const auto count = most_instances(program, stream.engine, most);
    if (!count)
      return std::unexpected(
          fmt::format("nothing bounds the instances of {}", engine_name(program, stream.engine)));
    if (*count > largest) narrow.push_back(stream.engine);
  }
  if (narrow.empty()) return std::vector<std::string>{};
  // The one outermost loop in which it all happens.
  std::optional<std::size_t> place;
  for (std::size_t i = 0; i < program.body.size(); ++i) {
    const auto* id = std::get_if<ControlId>(&program.body[i]);
    if (id == nullptr) continue;
    for (const EngineId engine : narrow) {
      const auto inside = most_in(program, engine, most, {program.body[i]});
      if (!inside || *inside <= largest / 4) continue;
      if (place && *place != i)
        return std::unexpected(fmt::format("{} passes {} in more than one outermost loop",
                                           engine_name(program, engine), largest));
      place = i;
    }
  }
  if (!place) return std::unexpected("no loop alone raises a counter so far");
  const ControlId loop = std::get<ControlId>(program.body[*place]);
  if (!has_plain_bounds(program, loop))
    return std::unexpected(fmt::format("loop {} has no plain bounds", program.controls[loop].name));

  const Block& body = std::get<For>(program.controls[loop].form).body;
  const Block before(program.body.begin(),
                     program.body.begin() + static_cast<std::ptrdiff_t>(*place));
  std::vector<Renewed> counters;
  std::int64_t turns = largest;
  for (const Stream& stream : streams.streams) {
    const EngineId engine = stream.engine;
    const auto semaphore = counter_of(streams, engine);
    const auto each = sum_of(program, engine, body), first = sum_of(program, engine, before);
    if (!semaphore || !each || !first)
      return std::unexpected(fmt::format("what {} raises in an iteration of {} is not known",
                                         engine_name(program, engine),
                                         program.controls[loop].name));
    const std::int64_t most_each = *most_in(program, engine, most, body);
    turns = std::min(turns, largest / 2 / std::max<std::int64_t>(1, most_each));
    counters.push_back({engine, *semaphore, *first, *each});
  }
  if (turns < kRarest)
    return std::unexpected(fmt::format("it would take a barrier every {} iterations of {}", turns,
                                       program.controls[loop].name));
  LoopRenewal(program, streams, loop, *place, turns, std::move(counters)).run();
  return std::vector{fmt::format(
      "loop {}: counters renewed by a barrier every {} iterations, so that none passes {}",
      program.controls[loop].name, turns, largest)};
}

}  // namespace tidemark::lowering
