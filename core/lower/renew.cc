#include "core/lower/renew.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "core/lower/counters.h"
#include "core/lower/executions.h"
#include "core/lower/most_instances.h"
#include "core/lower/rewrite.h"

namespace tidemark::lowering {
namespace {

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

// An outermost `for` or `while` of a stream.
StreamBlock* body_of(StreamStatement& statement, ControlId control) {
  if (auto* loop = std::get_if<StreamFor>(&statement.form))
    return loop->control == control ? &loop->body : nullptr;
  if (auto* loop = std::get_if<StreamWhile>(&statement.form))
    return loop->control == control ? &loop->body : nullptr;
  return nullptr;
}

class LoopRenewal {
 public:
  LoopRenewal(const Program& program, Streams& streams, std::size_t place, std::int64_t turns,
              std::vector<Renewed> counters)
      : program_(program),
        streams_(streams),
        loop_(std::get<ControlId>(program.body[place])),
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
    StreamBlock& body = body_in(stream);
    const bool has_variable = has_plain_bounds(program_, loop_);
    const RegisterId count = has_variable ? RegisterId() : new_register(stream, "iterations");
    const Expression so_far =
        has_variable ? iterations_so_far(program_, loop_) : Expression::of(count);
    StreamBlock head = {barrier(so_far)};
    std::map<SemaphoreId, RegisterId> bases;
    for (const Renewed& counter : counters_)
      if (waits_for(stream, counter.semaphore))
        head.push_back(set_base(stream, counter, so_far, bases[counter.semaphore]));
    if (!has_variable)
      head.push_back({SetRegister{count, std::nullopt, so_far + Expression(1)}, {}});
    body.insert(body.begin(), head.begin(), head.end());
    rebase(stream, bases);
  }

  // The body of the stream's own loop, which is made where it leaves it out: before what
  // follows the loop. (A `while` is never left out: it is read.)
  StreamBlock& body_in(Stream& stream) const {
    for (StreamStatement& statement : stream.body)
      if (StreamBlock* body = body_of(statement, loop_)) return *body;
    const auto at = stream.body.begin() + static_cast<std::ptrdiff_t>(position(stream));
    return std::get<StreamFor>(stream.body.insert(at, {StreamFor{loop_, {}}, {}})->form).body;
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
    if (const auto* read = std::get_if<Read>(&statement.form)) shared = read->control;
    if (const auto* loop = std::get_if<StreamFor>(&statement.form)) shared = loop->control;
    if (const auto* loop = std::get_if<StreamWhile>(&statement.form)) shared = loop->control;
    if (const auto* branch = std::get_if<StreamIf>(&statement.form)) shared = branch->control;
    if (!shared) return false;
    const auto end = program_.body.begin() + static_cast<std::ptrdiff_t>(place_) + 1;
    return std::find(program_.body.begin(), end, *shared) != end;
  }

  StreamStatement barrier(const Expression& so_far) const {
    Barrier barrier{engines_, {}, so_far % turns_};
    for (const Renewed& counter : counters_)
      barrier.resets.push_back({counter.semaphore, std::nullopt});
    return {std::move(barrier), {}};
  }

  RegisterId new_register(Stream& stream, const std::string& stem) const {
    return stream.registers.push(
        {unused_name(stem, program_, register_names(stream)), std::nullopt, {}});
  }

  StreamStatement set_base(Stream& stream, const Renewed& counter, const Expression& so_far,
                           RegisterId& base) const {
    base = new_register(stream, "base_" + streams_.semaphores[counter.semaphore].name);
    const Expression turned = so_far - so_far % turns_;
    return {SetRegister{base, std::nullopt, counter.before + turned * counter.each}, {}};
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
  static void rebase(Stream& stream, const std::map<SemaphoreId, RegisterId>& bases) {
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

// --- which loop, and how often

class Renewal {
 public:
  using Notes = std::vector<std::string>;

  Renewal(const Program& program, Streams& streams, const Inputs& most, std::int64_t largest)
      : program_(program), streams_(streams), most_(most), largest_(largest) {}

  std::expected<Notes, std::string> run() {
    if (std::ranges::none_of(streams_.streams, [&](const Stream& stream) {
          return exceeds(stream.engine, program_.body, largest_);
        }))
      return Notes{};
    if (auto wrong = in_parts()) return std::unexpected(*std::move(wrong));
    if (auto wrong = find_loop()) return std::unexpected(*std::move(wrong));
    if (auto wrong = count()) return std::unexpected(*std::move(wrong));
    if (turns_ < kRarest)
      return std::unexpected(
          fmt::format("it would take a barrier every {} iterations of {}", turns_, loop_name()));
    LoopRenewal(program_, streams_, *place_, turns_, std::move(counters_)).run();
    return Notes{
        fmt::format("loop {}: counters renewed by a barrier every {} iterations, so that none "
                    "passes {}",
                    loop_name(), turns_, largest_)};
  }

 private:
  std::string engine_name(EngineId engine) const { return program_.engines[engine].name; }
  ControlId loop() const { return std::get<ControlId>(program_.body[*place_]); }
  std::string loop_name() const { return program_.controls[loop()].name; }

  bool exceeds(EngineId engine, const Block& block, std::int64_t limit) const {
    const auto count = most_instances(program_, engine, most_, block);
    return !count || *count > limit;
  }

  // What is reset is no counter that stripes.h could turn into several.
  std::optional<std::string> in_parts() const {
    for (const Stream& stream : streams_.streams)
      if (program_.engines[stream.engine].stripes > 1)
        return fmt::format("counters of {}, which completes in parts, are not renewed",
                           engine_name(stream.engine));
    return std::nullopt;
  }

  // The one outermost loop in which it all happens; or why there is none.
  std::optional<std::string> find_loop() {
    for (const Stream& stream : streams_.streams)
      for (std::size_t i = 0; i < program_.body.size(); ++i)
        if (exceeds(stream.engine, {program_.body[i]}, largest_ / 4)) {
          if (place_ && *place_ != i) return more_than_one(stream.engine);
          place_ = i;
        }
    if (!place_) return "no loop alone raises a counter so far";
    if (std::holds_alternative<If>(program_.controls[loop()].form))
      return fmt::format("{} is no loop", loop_name());
    for (const Stream& stream : streams_.streams)
      if (exceeds(stream.engine, outside(), largest_ / 2)) return more_than_one(stream.engine);
    return std::nullopt;
  }

  std::string more_than_one(EngineId engine) const {
    return fmt::format("{} passes {} in more than one outermost loop", engine_name(engine),
                       largest_);
  }

  Block before() const {
    return Block(program_.body.begin(),
                 program_.body.begin() + static_cast<std::ptrdiff_t>(*place_));
  }
  Block outside() const {
    Block block = program_.body;
    block.erase(block.begin() + static_cast<std::ptrdiff_t>(*place_));
    return block;
  }

  // What each engine raises before the loop and in an iteration; or for which it is not known.
  // The engine's reads of the loop's own bound come before it, those of a `while` one in each
  // iteration.
  std::optional<std::string> count() {
    const Control& control = program_.controls[loop()];
    const auto* until = std::get_if<While>(&control.form);
    const Block& body = until ? until->body : std::get<For>(control.form).body;
    const std::int64_t reads_before = !until && load_of(control) ? 1 : 0;
    const std::int64_t reads_each = until ? 1 : 0;
    turns_ = largest_;
    for (const Stream& stream : streams_.streams) {
      const EngineId engine = stream.engine;
      const auto semaphore = counter_of(streams_, engine);
      const auto each = sum_of(program_, engine, body), first = sum_of(program_, engine, before());
      const auto most_each = most_instances(program_, engine, most_, body);
      if (!semaphore || !each || !first || !most_each)
        return fmt::format("what {} raises in an iteration of {} is not known", engine_name(engine),
                           loop_name());
      turns_ = std::min(turns_, largest_ / 2 / std::max<std::int64_t>(1, *most_each + reads_each));
      counters_.push_back(
          {engine, *semaphore, plus(*first, reads_before), plus(*each, reads_each)});
    }
    return std::nullopt;
  }

  static Expression plus(const Expression& e, std::int64_t constant) {
    return constant == 0 ? e : e + Expression(constant);
  }

  const Program& program_;
  Streams& streams_;
  const Inputs& most_;
  std::int64_t largest_;
  std::optional<std::size_t> place_;  // of the loop, in the program's outermost block
  std::int64_t turns_ = 0;            // K
  std::vector<Renewed> counters_;
};

}  // namespace

std::expected<std::vector<std::string>, std::string> renew_counters(const Program& program,
                                                                    Streams& streams,
                                                                    const Inputs& most,
                                                                    std::int64_t largest) {
  return Renewal(program, streams, most, largest).run();
}

}  // namespace tidemark::lowering
