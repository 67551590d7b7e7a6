#include "core/ir/match.h"

#include <string_view>
#include <unordered_set>

#include <fmt/format.h>

#include "core/ir/match_parts.h"
#include "core/ir/names.h"

namespace tidemark {

namespace internal {

namespace {

void check_semaphores(const Streams& streams, Mismatches& found) {
  std::unordered_set<std::string_view> seen;
  for (const Semaphore& s : streams.semaphores) {
    const auto report = [&](std::string message) {
      found.add(s.line, EngineId(), s.name, std::move(message));
    };
    if (!is_name(s.name)) report(fmt::format("'{}' is no name for a semaphore", s.name));
    if (!seen.insert(s.name).second)
      report(fmt::format("semaphore '{}' is declared twice", s.name));
    if (s.count.value_or(1) < 1)
      report(fmt::format("semaphore '{}' is {} semaphores: at least 1", s.name, *s.count));
    const int width = s.width.value_or(1);
    if (width < 1 || width > 63)
      report(fmt::format("semaphore '{}' has a width of 1 to 63 bits", s.name));
  }
}

// One stream for every engine that has an instruction; at most one for any.
std::vector<const Stream*> check_engines(const Program& program, const Streams& streams,
                                         Mismatches& found) {
  Table<EngineId, char> has_stream(program.engines.size(), 0);
  std::vector<const Stream*> known;
  for (const Stream& stream : streams.streams) {
    if (!has_stream.contains(stream.engine)) {
      found.add(stream.line, stream.engine, {}, "a stream of an unknown engine");
      continue;
    }
    const std::string& name = program.engines[stream.engine].name;
    if (has_stream[stream.engine])
      found.add(stream.line, stream.engine, name, fmt::format("engine '{}' has two streams", name));
    else
      known.push_back(&stream);
    has_stream[stream.engine] = 1;
  }
  for (const EngineId engine : participants(program))
    if (!has_stream[engine])
      found.add(
          streams.line, engine, {},
          fmt::format("engine '{}' has instructions and no stream", program.engines[engine].name));
  return known;
}

}  // namespace

}  // namespace internal

std::vector<Mismatch> mismatches(const Program& program, const Streams& streams,
                                 std::size_t limit) {
  internal::Mismatches found(limit);
  if (streams.program != program.name)
    found.add(streams.line, EngineId(), streams.program,
              fmt::format("these are streams of '{}', and the program is '{}'", streams.program,
                          program.name));
  internal::check_semaphores(streams, found);
  const auto known = internal::check_engines(program, streams, found);
  const internal::Places places(program);
  for (const Stream* stream : known)
    internal::match_stream(program, places, streams, *stream, found);
  return found.take();
}

}  // namespace tidemark
