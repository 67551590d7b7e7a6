#include "core/lower/consumed.h"

#include <fmt/format.h>

#include <map>
#include <set>
#include <utility>

#include "core/lower/rewrite.h"

namespace tidemark::lowering {
namespace {

using Engines = Table<SemaphoreId, std::set<EngineId>>;

struct Uses {
  Engines raisers, takers;
};

Uses uses_of(const Streams& streams) {
  Uses uses{Engines(streams.semaphores.size()), Engines(streams.semaphores.size())};
  for (const Stream& stream : streams.streams)
    for_each_statement(stream.body, [&](const StreamStatement& statement) {
      const auto raise = [&](const SignalOn& signal) {
        uses.raisers[signal.target.semaphore].insert(stream.engine);
      };
      if (const auto* issue = std::get_if<Issue>(&statement.form))
        for (const SignalOn& signal : issue->signals) raise(signal);
      if (const auto* read = std::get_if<Read>(&statement.form))
        for (const SignalOn& signal : read->signals) raise(signal);
      if (const auto* now = std::get_if<SignalNow>(&statement.form)) raise(now->signal);
      if (const auto* take = std::get_if<Take>(&statement.form))
        uses.takers[take->semaphore.semaphore].insert(stream.engine);
    });
  return uses;
}

std::optional<std::string> keeping_wait(const Program& program, const Streams& streams) {
  std::optional<std::string> found;
  for (const Stream& stream : streams.streams)
    for_each_statement(stream.body, [&](const StreamStatement& statement) {
      if (!found && std::holds_alternative<Wait>(statement.form))
        found = fmt::format("stream {}: a wait that does not consume its semaphore",
                            program.engines[stream.engine].name);
    });
  return found;
}

std::optional<std::string> crowded_pair(const Program& program, const Streams& streams,
                                        double per_pair) {
  const Uses uses = uses_of(streams);
  std::map<std::pair<EngineId, EngineId>, std::int64_t> count;
  for (const SemaphoreId id : streams.semaphores.ids())
    for (const EngineId from : uses.raisers[id])
      for (const EngineId to : uses.takers[id])
        count[{from, to}] += streams.semaphores[id].count.value_or(1);
  for (const auto& [pair, taken] : count)
    if (static_cast<double>(taken) > per_pair)
      return fmt::format("from {} to {}: {} semaphores of {}", program.engines[pair.first].name,
                         program.engines[pair.second].name, taken, per_pair);
  return std::nullopt;
}

}  // namespace

std::optional<std::string> unlike_tokens(const Program& program, const Streams& streams,
                                         const SemaphoreLimits& limits) {
  if (auto wait = keeping_wait(program, streams)) return wait;
  if (limits.per_pair == 0) return std::nullopt;
  return crowded_pair(program, streams, limits.per_pair);
}

}  // namespace tidemark::lowering
