#include "checker/lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "core/check.h"

namespace tidemark {
namespace {

// Parts of instances of all engines, each a word of a machine's state.
constexpr std::int64_t kStripeLimit = 1'000'000;

class LineMaker {
 public:
  LineMaker(Compiled& compiled, const Inputs& inputs, const RunLimits& limits)
      : compiled_(compiled),
        program_(compiled.program),
        streams_(compiled.streams),
        inputs_(inputs),
        limits_(limits) {
    lines_.of = Table<EngineId, Line>(program_.engines.size());
    lines_.semaphores = flatten_semaphores(streams_);
    raised_.resize(lines_.semaphores.size());
  }

  std::expected<Lines, RunError> make() && {
    CHECK(limits_.instances < UINT32_MAX && limits_.steps < UINT32_MAX);
    check_stripes();
    if (!error_) add_instances();
    for (std::size_t i = 0; i < streams_.streams.size(); ++i)
      if (!error_) add_events(i);
    if (error_) return std::unexpected(*std::move(error_));
    mark_lasting_waits();
    return std::move(lines_);
  }

 private:
  void fail(RunError::Kind kind, std::string message) {
    error_ = RunError{kind, std::move(message)};
  }

  void check_stripes() {
    std::int64_t left = kStripeLimit;
    for (const Engine& engine : program_.engines) {
      left -= std::min(left, engine.stripes);
      if (left == 0) return fail(RunError::Kind::limit, "too many stripes");
    }
  }

  // The sequential run: what the instances of each engine are, and what they need.
  void add_instances() {
    SequentialRun run(program_, compiled_.cells, compiled_.run, inputs_, limits_);
    NeedTracker needs(program_.engines.size(), compiled_.cells.count());
    while (const Instance* instance = run.next()) {
      LineInstance made{
          .is_read = instance->is_read,
          .source = instance->is_read ? instance->control.value : instance->instruction.value};
      made.first_need = static_cast<std::uint32_t>(lines_.needs.size());
      const std::span<const Needed> needed = needs.next(*instance);
      lines_.needs.insert(lines_.needs.end(), needed.begin(), needed.end());
      made.last_need = static_cast<std::uint32_t>(lines_.needs.size());
      lines_.of[instance->engine].instances.push_back(made);
    }
    error_ = run.error();
  }

  // One stream's walk: its events, and what its instances raise.
  void add_events(std::size_t index) {
    const Stream& stream = streams_.streams[index];
    StreamWalk walk(compiled_, index, inputs_, limits_);
    Line& line = lines_.of[stream.engine];
    line.events.reserve(2 * line.instances.size());  // about a wait for each
    std::size_t issued = 0;
    while (const StreamEvent* event = walk.next()) {
      if (line.events.size() == limits_.steps)
        return fail(RunError::Kind::limit, fmt::format("more than {} events of {}", limits_.steps,
                                                       program_.engines[stream.engine].name));
      add_event(stream.engine, line, *event, issued);
      if (error_) return;
    }
    if (walk.error()) error_ = walk.error();
    CHECK(error_ || issued == line.instances.size());
  }

  void add_event(EngineId engine, Line& line, const StreamEvent& event, std::size_t& issued) {
    LineEvent made{.kind = event.kind, .index = event.semaphore, .value = event.value};
    switch (event.kind) {
      case StreamEvent::Kind::issue:
      case StreamEvent::Kind::read:
        CHECK(issued < line.instances.size());
        add_instance(line.instances[issued++], event);
        break;
      case StreamEvent::Kind::signal:
        count_raise({event.semaphore, event.value});
        break;
      case StreamEvent::Kind::take:
      case StreamEvent::Kind::reset:
        lowered_by_[event.semaphore].insert({engine});
        break;
      case StreamEvent::Kind::barrier:
        made.index = add_barrier(event);
        break;
      case StreamEvent::Kind::wait:
      case StreamEvent::Kind::wait_equal:
        break;
    }
    line.events.push_back(made);
  }

  void add_instance(LineInstance& instance, const StreamEvent& event) {
    const bool is_read = event.kind == StreamEvent::Kind::read;
    CHECK(instance.is_read == is_read);
    CHECK(instance.source == (is_read ? event.control.value : event.instruction.value));
    instance.line = event.line.number;
    instance.first_raise = static_cast<std::uint32_t>(lines_.raises.size());
    lines_.raises.insert(lines_.raises.end(), event.raises.begin(), event.raises.end());
    instance.last_raise = static_cast<std::uint32_t>(lines_.raises.size());
    for (const Raise& raise : event.raises) count_raise(raise);
  }

  void count_raise(const Raise& raise) {
    if (!__builtin_add_overflow(raised_[raise.semaphore], raise.amount, &raised_[raise.semaphore]))
      return;
    const FlatSemaphore& semaphore = lines_.semaphores[raise.semaphore];
    fail(RunError::Kind::malformed,
         fmt::format("the raises of semaphore {} add up to more than 64 bits",
                     streams_.semaphores[semaphore.declared].name));
  }

  std::uint32_t add_barrier(const StreamEvent& event) {
    if (!lines_.barriers.empty()) {  // the same as the last one, as a rule
      const LineBarrier& last = lines_.barriers.back();
      if (std::ranges::equal(last.engines, event.engines) &&
          std::ranges::equal(last.resets, event.resets))
        return static_cast<std::uint32_t>(lines_.barriers.size() - 1);
    }
    LineBarrier barrier{{event.engines.begin(), event.engines.end()},
                        {event.resets.begin(), event.resets.end()}};
    const auto [place, is_new] = barriers_.try_emplace(
        std::pair(barrier.engines, barrier.resets), static_cast<std::uint32_t>(barriers_.size()));
    if (!is_new) return place->second;
    for (const SemaphoreIndex semaphore : barrier.resets)
      lowered_by_[semaphore].insert(barrier.engines);
    lines_.barriers.push_back(std::move(barrier));
    return place->second;
  }

  // A `>=` lasts if whatever lowers the semaphore needs the waiting stream to be elsewhere.
  void mark_lasting_waits() {
    for (const Stream& stream : streams_.streams)
      for (LineEvent& event : lines_.of[stream.engine].events)
        event.is_lasting =
            event.kind == StreamEvent::Kind::wait && lasts(event.index, stream.engine);
  }

  bool lasts(SemaphoreIndex semaphore, EngineId engine) const {
    if (lines_.semaphores[semaphore].width) return false;
    const auto lowered = lowered_by_.find(semaphore);
    if (lowered == lowered_by_.end()) return true;
    return std::ranges::all_of(lowered->second, [&](const auto& engines) {
      return std::ranges::find(engines, engine) != engines.end();
    });
  }

  Compiled& compiled_;
  const Program& program_;
  const Streams& streams_;
  const Inputs& inputs_;
  RunLimits limits_;
  Lines lines_;
  std::optional<RunError> error_;
  std::vector<std::int64_t> raised_;  // by semaphore: the sum of all raises
  // By semaphore: what lowers it, as the engines that have to stand there for it.
  std::map<SemaphoreIndex, std::set<std::vector<EngineId>>> lowered_by_;
  std::map<std::pair<std::vector<EngineId>, std::vector<SemaphoreIndex>>, std::uint32_t> barriers_;
};

}  // namespace

std::expected<Lines, RunError> make_lines(Compiled& compiled, const Inputs& inputs,
                                          const RunLimits& limits) {
  return LineMaker(compiled, inputs, limits).make();
}

std::expected<Lines, RunError> make_lines(const Program& program, const Streams& streams,
                                          const Inputs& inputs, const RunLimits& limits) {
  const Cells cells(program);
  Compiled compiled(program, cells, streams);
  return make_lines(compiled, inputs, limits);
}

}  // namespace tidemark
