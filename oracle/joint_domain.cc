#include "oracle/joint_domain.h"

#include <fmt/format.h>

#include "core/text/print.h"

namespace tidemark {
namespace {

// Calls visit(stream, statement) for every statement, in order of text.
template <class Visit>
void for_each_statement(const Stream& stream, const StreamBlock& block, const Visit& visit) {
  for (const StreamStatement& statement : block) {
    visit(stream, statement);
    if (const auto* loop = std::get_if<StreamFor>(&statement.form))
      for_each_statement(stream, loop->body, visit);
    if (const auto* loop = std::get_if<StreamWhile>(&statement.form))
      for_each_statement(stream, loop->body, visit);
    if (const auto* branch = std::get_if<StreamIf>(&statement.form)) {
      for_each_statement(stream, branch->then_block, visit);
      for_each_statement(stream, branch->else_block, visit);
    }
  }
}

std::optional<std::string> outside(const Barrier& barrier, const Streams& streams) {
  if (barrier.unless) return "is passed over at times";
  if (barrier.resets.empty()) return std::nullopt;
  if (barrier.engines.size() < streams.streams.size()) return "resets without all engines";
  for (const SemaphoreRef& reset : barrier.resets)
    if (reset.index) return "resets one semaphore of several";
  return std::nullopt;
}

// What no proof follows, of one statement.
std::optional<std::string> outside(const StreamStatement& statement, const Streams& streams) {
  if (const auto* wait = std::get_if<Wait>(&statement.form); wait && wait->kind == WaitKind::equal)
    return "waits for equality";
  if (std::holds_alternative<Take>(statement.form)) return "takes tokens";
  if (std::holds_alternative<Reset>(statement.form)) return "sets a semaphore to 0";
  if (std::holds_alternative<SignalNow>(statement.form))
    return "raises a semaphore without a completion";
  if (const auto* barrier = std::get_if<Barrier>(&statement.form))
    return outside(*barrier, streams);
  return std::nullopt;
}

Signals signals_of(const StreamStatement& statement) {
  if (const auto* issue = std::get_if<Issue>(&statement.form)) return issue->signals;
  if (const auto* read = std::get_if<Read>(&statement.form)) return read->signals;
  return {};
}

}  // namespace

std::string about_statement(const Program& program, const Streams& streams, const Stream& stream,
                            const StreamStatement& statement, const std::string& what) {
  return fmt::format("stream {}, line {}: '{}' {}", program.engines[stream.engine].name,
                     statement.line.number, print_statement(statement, stream, streams, program),
                     what);
}

std::optional<std::string> outside_domain(const Program& program, const Streams& streams) {
  for (const Engine& engine : program.engines)
    if (engine.stripes > 1) return fmt::format("engine {} completes in parts", engine.name);
  for (const Semaphore& semaphore : streams.semaphores)
    if (semaphore.width) return fmt::format("semaphore {} may wrap", semaphore.name);
  std::optional<std::string> reason;
  const auto visit = [&](const Stream& stream, const StreamStatement& statement) {
    if (reason) return;
    if (const auto what = outside(statement, streams))
      reason = about_statement(program, streams, stream, statement, *what);
  };
  for (const Stream& stream : streams.streams) for_each_statement(stream, stream.body, visit);
  return reason;
}

std::optional<std::string> shared_semaphore(const Program& program, const Streams& streams) {
  Table<SemaphoreId, std::optional<EngineId>> raisers(streams.semaphores.size());
  std::optional<std::string> reason;
  const auto visit = [&](const Stream& stream, const StreamStatement& statement) {
    for (const SignalOn& signal : signals_of(statement)) {
      std::optional<EngineId>& raiser = raisers[signal.target.semaphore];
      if (!reason && raiser && *raiser != stream.engine)
        reason = about_statement(program, streams, stream, statement,
                                 fmt::format("raises {}, which stream {} raises too",
                                             streams.semaphores[signal.target.semaphore].name,
                                             program.engines[*raiser].name));
      raiser = stream.engine;
    }
  };
  for (const Stream& stream : streams.streams) for_each_statement(stream, stream.body, visit);
  return reason;
}

}  // namespace tidemark
