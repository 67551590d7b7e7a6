#include "core/lower/lower.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/lower/barrier_loops.h"
#include "core/lower/consumed.h"
#include "core/lower/induction.h"
#include "core/lower/order_waits.h"
#include "core/lower/recompute.h"
#include "core/lower/renew.h"
#include "core/lower/rewrite.h"
#include "core/lower/stripes.h"
#include "core/sync/synchronizer.h"

namespace tidemark {
namespace {

constexpr double kWidest = 62;
constexpr double kMostRegisters = 1e9;
constexpr double kMostSemaphores = 1e9;

// What takes the place of streams that do not fit.
enum class Fallback : std::uint8_t { barriers, none };

class Lowering {
 public:
  Lowering(const Program& program, Streams streams, const Target& target,
           const std::optional<Inputs>& most, Fallback fallback)
      : program_(program),
        target_(target),
        most_(most),
        fallback_(fallback),
        result_{std::move(streams), {}, {}} {}

  Lowered run() {
    if (target_.semaphores.consumed != 0) consumed();
    if (result_.result == LoweringResult::unfit) return std::move(result_);
    widths();
    if (result_.result == LoweringResult::unfit) return std::move(result_);
    stripes();
    registers();
    lowering::order_waits(program_, result_.streams, target_);
    semaphores();
    signals();
    return std::move(result_);
  }

 private:
  void note(std::string text) { result_.notes.push_back(std::move(text)); }

  // `barrier` counts transfers, not their parts: where there are such it would be unsafe.
  void degrade(const std::string& why) {
    if (fallback_ == Fallback::none) return unfit(why);
    for (const Stream& stream : result_.streams.streams)
      if (const Engine& engine = program_.engines[stream.engine]; engine.stripes > 1)
        return unfit(fmt::format("{}; `barrier` cannot do engine {}, of {} parts", why, engine.name,
                                 engine.stripes));
    note(why + "; `barrier` in place of these streams");
    result_.result = LoweringResult::degraded;
    result_.streams = find_synchronizer("barrier")->synchronize(program_).streams;
  }

  void unfit(const std::string& why) {
    note(why + "; not for this target");
    result_.result = LoweringResult::unfit;
  }

  void consumed() {
    if (const auto why = lowering::unlike_tokens(program_, result_.streams, target_.semaphores))
      unfit(*why);
  }

  void widths() {
    if (target_.semaphores.bits >= kWidest) return;
    const std::int64_t largest = (std::int64_t{1} << static_cast<int>(target_.semaphores.bits)) - 1;
    if (!most_ && !program_.params.empty())
      return note(
          fmt::format("counters go up to {}: so many instances of an engine are right; "
                      "with bounds for params they are renewed",
                      largest));
    const auto renewed = lowering::renew_counters(program_, result_.streams,
                                                  most_.value_or(Inputs(program_)), largest);
    if (!renewed) return degrade(renewed.error());
    if (renewed->empty()) return;
    result_.result = LoweringResult::rare_barrier;
    for (const std::string& text : *renewed) note(text);
  }

  void stripes() {
    lowering::Rotated rotated =
        lowering::rotate_striped(program_, result_.streams, most_semaphores());
    for (std::string& text : rotated.notes) note(std::move(text));
    if (rotated.lost_depth) result_.result = std::max(result_.result, LoweringResult::lost_depth);
  }

  std::int64_t most_semaphores() const {
    return static_cast<std::int64_t>(std::min(target_.semaphores.count, kMostSemaphores));
  }

  std::int64_t most_registers() const {
    return static_cast<std::int64_t>(std::min(target_.sequencer.registers, kMostRegisters));
  }

  void registers() {
    for (Stream& stream : result_.streams.streams) {
      const auto gone = lowering::recompute_registers(program_, stream, most_registers());
      if (!gone.empty())
        note(fmt::format("stream {}: {} computed where they are read, for want of registers",
                         program_.engines[stream.engine].name, fmt::join(gone, ", ")));
      if (lowering::registers_of(program_, stream) > most_registers())
        return out_of_registers(stream);
      if (gone.empty()) lowering::induce_registers(program_, stream, most_registers());
    }
  }

  void out_of_registers(const Stream& stream) {
    const std::string why =
        fmt::format("stream {} takes {} registers of {}", program_.engines[stream.engine].name,
                    lowering::registers_of(program_, stream), most_registers());
    if (result_.result == LoweringResult::degraded) return unfit(why);
    if (fallback_ == Fallback::barriers && put_barriers_in_loops(why)) return;
    degrade(why);
    for (const Stream& other : result_.streams.streams)
      if (lowering::registers_of(program_, other) > most_registers())
        return unfit("`barrier` takes more, too");
  }

  bool put_barriers_in_loops(const std::string& why) {
    for (const std::vector<ControlId>& loops : lowering::barrier_trials(program_)) {
      Streams streams = synchronize_with_barriers(program_, loops).streams;
      Lowered trial = Lowering(program_, std::move(streams), target_, most_, Fallback::none).run();
      if (trial.result == LoweringResult::unfit) continue;
      result_ = std::move(trial);
      result_.result = LoweringResult::barriers_in;
      note(fmt::format("{}; barriers inside of {}", why, names_of(loops)));
      return true;
    }
    return false;
  }

  std::string names_of(const std::vector<ControlId>& loops) const {
    std::vector<std::string> names;
    for (const ControlId loop : loops) names.push_back(program_.controls[loop].name);
    return fmt::format("{} {}", loops.size() == 1 ? "loop" : "loops", fmt::join(names, ", "));
  }

  void semaphores() {
    const std::int64_t count = lowering::semaphore_count(result_.streams);
    if (count > most_semaphores())
      unfit(fmt::format("the streams take {} semaphores of {}: {}", count, most_semaphores(),
                        semaphore_names()));
    if (target_.semaphores.bits >= kWidest) return;
    for (Semaphore& semaphore : result_.streams.semaphores)
      if (!semaphore.width) semaphore.width = static_cast<int>(target_.semaphores.bits);
  }

  std::string semaphore_names() const {
    std::vector<std::string> names;
    for (const Semaphore& semaphore : result_.streams.semaphores)
      names.push_back(semaphore.count ? fmt::format("{}[{}]", semaphore.name, *semaphore.count)
                                      : semaphore.name);
    return fmt::format("{}", fmt::join(names, ", "));
  }

  void signals() {
    for (const Stream& stream : result_.streams.streams)
      lowering::for_each_statement(stream.body, [&](const StreamStatement& statement) {
        const auto* issue = std::get_if<Issue>(&statement.form);
        if (issue == nullptr) return;
        const auto count = static_cast<double>(issue->signals.size());
        if (count > target_.waits.inline_signals)
          note(fmt::format("{}: {} signals, the target's instructions carry {}",
                           program_.instructions[issue->instruction].name, count,
                           target_.waits.inline_signals));
      });
  }

  const Program& program_;
  const Target& target_;
  const std::optional<Inputs>& most_;
  Fallback fallback_;
  Lowered result_;
};

}  // namespace

Lowered lower(const Program& program, Streams streams, const Target& target,
              const std::optional<Inputs>& most) {
  return Lowering(program, std::move(streams), target, most, Fallback::barriers).run();
}

}  // namespace tidemark
