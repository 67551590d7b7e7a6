#include "checker/draw_witness.h"

#include <fmt/format.h>

#include <algorithm>

#include "checker/instance_notes.h"
#include "checker/lane_chart.h"
#include "checker/machine.h"
#include "checker/standing_event.h"
#include "core/check.h"

namespace tidemark {
namespace {

// Executes the witness and notes what it looks like over time.
class Chart {
 public:
  Chart(const Witness& witness, const Machine& machine)
      : witness_(witness), machine_(machine), state_(machine.start()) {
    const Program& program = machine.program();
    open_.resize(program.engines.size());
    for (const Engine& engine : program.engines) chart_.lanes.push_back(engine.name);
    for (const Step& step : witness.schedule) {
      add(step);
      machine.take(state_, step);
      if (step.kind == Step::Kind::complete) close(step.engine);
      ++chart_.steps;
    }
    if (witness.verdict == Verdict::unsafe) add_missing();
    if (witness.verdict == Verdict::overwaits) add_held_back();
  }

  const MachineState& state() const { return state_; }
  std::string text() const { return chart_.draw(4); }

  // At the end, in the engine's lane.
  void add_at_end(EngineId engine, std::string text) {
    chart_.marks.push_back({engine.value, chart_.steps - 1, std::move(text)});
  }
  void add_column() { ++chart_.steps; }

 private:
  std::string name(EngineId engine, std::uint32_t ordinal) const {
    const LineInstance& instance = machine_.lines().of[engine].instances[ordinal - 1];
    return instance_name(machine_.program(), instance.is_read, instance.source, ordinal);
  }

  void add(const Step& step) {
    const std::size_t now = chart_.steps;
    switch (step.kind) {
      case Step::Kind::issue:
        add_issue(step.engine, now);
        break;
      case Step::Kind::complete:
        break;
      case Step::Kind::silent:
        add_silent(step.engine, now);
        break;
    }
  }

  void add_issue(EngineId engine, std::size_t now) {
    const std::string label = name(engine, state_.issued[engine] + 1);
    const bool is_last = now + 1 == witness_.schedule.size();
    if (is_last && witness_.verdict == Verdict::unsafe) {
      chart_.marks.push_back({engine.value, now, "!" + label});
      return;
    }
    open_[engine.value].push_back(chart_.bars.size());
    chart_.bars.push_back({engine.value, now, {}, label});
  }

  // A barrier is one step of all its engines.
  void add_silent(EngineId engine, std::size_t now) {
    const LineEvent& event = machine_.lines().of[engine].events[state_.at[engine]];
    if (event.kind != StreamEvent::Kind::barrier) {
      chart_.marks.push_back({engine.value, now, "|"});
      return;
    }
    for (const EngineId other : machine_.lines().barriers[event.index].engines)
      chart_.marks.push_back({other.value, now, "|"});
  }

  // Completions come in order; the earliest bar closes when all its parts are complete.
  void close(EngineId engine) {
    std::vector<std::size_t>& open = open_[engine.value];
    if (machine_.in_flight(state_, engine) == open.size()) return;
    chart_.bars[open.front()].end = chart_.steps;
    open.erase(open.begin());
  }

  // Where the instance that was needed is not to be seen, since it has not even issued.
  void add_missing() {
    const auto ordinal = static_cast<std::uint32_t>(witness_.missing->ordinal);
    const EngineId engine = witness_.missing->engine;
    if (state_.issued[engine] < ordinal) add_at_end(engine, "~" + name(engine, ordinal));
  }

  void add_held_back() {
    add_column();
    add_at_end(witness_.engine,
               "?" + name(witness_.engine, static_cast<std::uint32_t>(witness_.ordinal)));
  }

  const Witness& witness_;
  const Machine& machine_;
  MachineState state_;
  LaneChart chart_;
  std::vector<std::vector<std::size_t>> open_;  // by engine: its bars that are open
};

// Rows of cells in columns, each as wide as its widest cell.
std::string table(const std::vector<std::vector<std::string>>& rows) {
  std::vector<std::size_t> widths;
  for (const auto& row : rows) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  std::string text;
  for (const auto& row : rows) {
    std::string line = "   ";
    for (std::size_t i = 0; i < row.size(); ++i)
      if (widths[i] != 0) line += fmt::format(" {:{}} ", row[i], widths[i]);
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  return text;
}

std::vector<std::string> instance_row(const std::string& engine, const InstanceNote& note,
                                      const std::string& what) {
  return {engine, note.name, note.where, what,
          note.line.number == 0 ? "" : fmt::format("line {}", note.line.number)};
}

const Stream& stream_of(const Streams& streams, EngineId engine) {
  const auto found = std::ranges::find(streams.streams, engine, &Stream::engine);
  CHECK(found != streams.streams.end());
  return *found;
}

// Draws one witness.
class Drawing {
 public:
  Drawing(const Witness& witness, const Program& program, const Streams& streams)
      : witness_(witness),
        program_(program),
        streams_(streams),
        lines_(make_lines(program, streams, witness.inputs)),
        machine_(program, *lines_),
        chart_(witness, machine_) {
    if (witness.verdict == Verdict::deadlocks) mark_stuck();
  }

  std::string text() const {
    switch (witness_.verdict) {
      case Verdict::unsafe:
        return chart_.text() + "\n" + collision() + missing_wait();
      case Verdict::overwaits:
        return chart_.text() + "\n" + held_back();
      case Verdict::deadlocks:
        return chart_.text() + "\n" + stuck();
      case Verdict::malformed:
      case Verdict::unknown:
      case Verdict::exact:
        break;
    }
    CHECK(!"a witness of this verdict");
  }

 private:
  // Every stream that is not at its end gets a mark there.
  void mark_stuck() {
    chart_.add_column();
    for (const Stream& stream : streams_.streams)
      if (!standing(stream.engine).text.empty()) chart_.add_at_end(stream.engine, "?");
  }

  const std::string& engine_name(EngineId engine) const { return program_.engines[engine].name; }

  InstanceNote note(EngineId engine, std::uint64_t ordinal) const {
    return note_of(program_, witness_.inputs, engine, ordinal);
  }

  std::string collision() const {
    const InstanceNote early = note(witness_.engine, witness_.ordinal);
    const Needed& needed = *witness_.missing;
    const InstanceNote late = note(needed.engine, needed.ordinal);
    const Collision collision = collision_of(program_, early, late);
    const bool in_flight = chart_.state().issued[needed.engine] >= needed.ordinal;
    return table({instance_row(engine_name(witness_.engine), early, collision.first),
                  instance_row(engine_name(needed.engine), late,
                               collision.second + (in_flight ? ", in flight" : ", not issued"))});
  }

  // The wait that is missing, or is there and too low.
  std::string missing_wait() const {
    const Needed& needed = *witness_.missing;
    const std::string needs = note(needed.engine, needed.ordinal).name;
    const std::string engine = engine_name(witness_.engine);
    const std::vector<ReachedValue> shows = thresholds_of(*lines_, needed.engine, needed.ordinal);
    if (shows.empty())
      return table({{"missing", fmt::format("a semaphore that {} raises", needs)}});
    const ReachedValue& shown = shows.front();
    const std::string semaphore = name_of(lines_->semaphores[shown.semaphore], streams_);
    const auto last = last_wait(program_, streams_, stream_of(streams_, witness_.engine),
                                witness_.inputs, witness_.ordinal, shown.semaphore);
    const std::string completed =
        shown.value ? fmt::format("{} has completed when {} >= {}", needs, semaphore, *shown.value)
                    : fmt::format("{} raises {}", needs, semaphore);
    if (last && shown.value)
      return table(
          {{"too low", fmt::format("{} in stream {}: {}", last->text, engine, completed)}});
    return table(
        {{"missing", fmt::format("a wait for {} in stream {}: {}", semaphore, engine, completed)}});
  }

  StandingEvent standing(EngineId engine) const {
    return standing_event(program_, streams_, stream_of(streams_, engine), witness_.inputs,
                          chart_.state().at[engine]);
  }

  std::string held_back() const {
    const std::string engine = engine_name(witness_.engine);
    const StandingEvent at = standing(witness_.engine);
    std::string enough;
    if (at.semaphore) {
      const std::int64_t now = chart_.state().semaphores[*at.semaphore];
      const std::string name = name_of(lines_->semaphores[*at.semaphore], streams_);
      enough = now > 0 ? fmt::format(": {} >= {} is enough", name, now)
                       : fmt::format(": nothing of {} is needed here", name);
    }
    return table({instance_row(engine, note(witness_.engine, witness_.ordinal),
                               "all that it needs has completed")}) +
           table({{"too strong", fmt::format("{} in stream {}{}", at.text, engine, enough)}});
  }

  std::string stuck() const {
    std::vector<std::vector<std::string>> rows;
    for (const Stream& stream : streams_.streams) {
      const StandingEvent at = standing(stream.engine);
      if (at.text.empty()) continue;
      rows.push_back({engine_name(stream.engine), "stands at", at.text, ""});
      if (at.semaphore)
        rows.back().back() =
            fmt::format("{} stays {}", name_of(lines_->semaphores[*at.semaphore], streams_),
                        chart_.state().semaphores[*at.semaphore]);
    }
    return table(rows);
  }

  const Witness& witness_;
  const Program& program_;
  const Streams& streams_;
  std::expected<Lines, RunError> lines_;
  Machine machine_;
  Chart chart_;
};

}  // namespace

std::string headline(const Witness& witness, const Program& program) {
  const auto name = [&](EngineId engine, std::uint64_t ordinal) {
    return fmt::format("{}'s {}", program.engines[engine].name,
                       note_of(program, witness.inputs, engine, ordinal).name);
  };
  switch (witness.verdict) {
    case Verdict::unsafe:
      return fmt::format("unsafe: {} can issue before {} has completed",
                         name(witness.engine, witness.ordinal),
                         name(witness.missing->engine, witness.missing->ordinal));
    case Verdict::overwaits:
      return fmt::format("overwaits: {} is held back when all that it needs has completed",
                         name(witness.engine, witness.ordinal));
    case Verdict::deadlocks:
      return fmt::format("deadlocks: after {} instance{} nothing can go on", witness.instances,
                         witness.instances == 1 ? "" : "s");
    case Verdict::malformed:
    case Verdict::unknown:
    case Verdict::exact:
      break;
  }
  CHECK(!"a witness of this verdict");
}

std::string draw(const Witness& witness, const Program& program, const Streams& streams,
                 const std::string& again) {
  return fmt::format("{}    again: {}\n", Drawing(witness, program, streams).text(), again);
}

}  // namespace tidemark
