#include "core/target/parse_target.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "core/text/lines.h"
#include "core/text/nearest.h"
#include "core/text/number.h"

namespace tidemark {
namespace {

using Field = double& (*)(Target&);

struct Known {
  std::string_view name;
  std::string_view unit;
  Field field;
};

constexpr std::array kKnown = {
    Known{"instruction.floor", "cycles", [](Target& t) -> double& { return t.floor_cycles; }},
    Known{"barrier.cost", "ns", [](Target& t) -> double& { return t.barrier_ns; }},
    Known{"semaphore.count", "semaphores", [](Target& t) -> double& { return t.semaphores.count; }},
    Known{"semaphore.per_pair", "semaphores",
          [](Target& t) -> double& { return t.semaphores.per_pair; }},
    Known{"semaphore.width", "bits", [](Target& t) -> double& { return t.semaphores.bits; }},
    Known{"semaphore.latency", "ns", [](Target& t) -> double& { return t.semaphores.latency_ns; }},
    Known{"semaphore.consumed", "flag", [](Target& t) -> double& { return t.semaphores.consumed; }},
    Known{"register.count", "registers",
          [](Target& t) -> double& { return t.sequencer.registers; }},
    Known{"register.operation", "cycles",
          [](Target& t) -> double& { return t.sequencer.register_cycles; }},
    Known{"branch.cost", "cycles", [](Target& t) -> double& { return t.sequencer.branch_cycles; }},
    Known{"read.cost", "cycles", [](Target& t) -> double& { return t.sequencer.read_cycles; }},
    Known{"sequencer.decoupled", "flag",
          [](Target& t) -> double& { return t.sequencer.decoupled; }},
    Known{"wait.inline", "waits", [](Target& t) -> double& { return t.waits.inline_waits; }},
    Known{"signal.inline", "signals", [](Target& t) -> double& { return t.waits.inline_signals; }},
    Known{"wait.separate", "waits", [](Target& t) -> double& { return t.waits.separate_waits; }},
    Known{"wait.separate_cost", "cycles",
          [](Target& t) -> double& { return t.waits.separate_cycles; }},
    Known{"wait.separate_after", "flag",
          [](Target& t) -> double& { return t.waits.separate_after; }},
    Known{"wait.register_and_offset", "flag",
          [](Target& t) -> double& { return t.waits.register_and_offset; }},
    Known{"queue.clock", "GHz", [](Target& t) -> double& { return t.queue.gigahertz; }},
    Known{"queue.issue", "ns", [](Target& t) -> double& { return t.queue.issue_ns; }},
    Known{"queue.start", "ns", [](Target& t) -> double& { return t.queue.start_ns; }},
    Known{"queue.bandwidth", "B/ns", [](Target& t) -> double& { return t.queue.bytes_per_ns; }},
    Known{"queue.engines", "engines", [](Target& t) -> double& { return t.queue.engines; }},
    Known{"throttle.idle", "ns", [](Target& t) -> double& { return t.throttle.idle_ns; }},
    Known{"throttle.slow", "ns", [](Target& t) -> double& { return t.throttle.slow_ns; }},
    Known{"throttle.factor", "times", [](Target& t) -> double& { return t.throttle.factor; }},
};

std::vector<std::string_view> split(std::string_view text, char at) {
  std::vector<std::string_view> parts;
  while (true) {
    const std::size_t end = text.find(at);
    parts.push_back(text.substr(0, end));
    if (end == text.npos) return parts;
    text.remove_prefix(end + 1);
  }
}

struct Place {  // where a key's number goes
  double* value = nullptr;
  std::string_view unit;
};

std::optional<Place> place_in_rule(Target& target, const std::vector<std::string_view>& parts) {
  const auto is_rule = [&](const CostRule& rule) {
    return rule.engine == parts[1] && rule.opcode == parts[2];
  };
  double CostRule::* field = parts[3] == "column"  ? &CostRule::column
                             : parts[3] == "fixed" ? &CostRule::fixed
                             : parts[3] == "start" ? &CostRule::start
                             : parts[3] == "floor" ? &CostRule::floor
                                                   : nullptr;
  if (field == nullptr) return std::nullopt;
  auto rule = std::ranges::find_if(target.rules, is_rule);
  if (rule == target.rules.end())
    rule = target.rules.insert(target.rules.end(),
                               {std::string(parts[1]), std::string(parts[2]), 1, 0, 0, -1});
  return Place{&((*rule).*field), "cycles"};
}

std::optional<Place> place_of(Target& target, std::string_view key) {
  for (const Known& known : kKnown)
    if (known.name == key) return Place{&known.field(target), known.unit};
  const std::vector<std::string_view> parts = split(key, '.');
  if (parts.size() == 4 && parts[0] == "cost") return place_in_rule(target, parts);
  if (parts.size() != 3 || parts[0] != "engine" || parts[2] != "clock") return std::nullopt;
  auto engine = std::ranges::find(target.engines, parts[1], &TargetEngine::name);
  if (engine == target.engines.end())
    engine = target.engines.insert(engine, {std::string(parts[1]), 1});
  return Place{&engine->gigahertz, "GHz"};
}

std::string hint_for(std::string_view key) {
  Nearest nearest(key);
  for (const Known& known : kKnown) nearest.consider(known.name);
  for (const std::string_view form :
       {"engine.NAME.clock", "cost.ENGINE.OPCODE.column", "throttle.engine"})
    nearest.consider(form);
  return nearest.found() ? nearest.hint() : "or engine.NAME.clock, cost.ENGINE.OPCODE.column";
}

std::optional<double> number_in(std::string_view word) {
  const auto value = text::to_number<double>(word);
  return value && std::isfinite(*value) && *value >= 0 ? value : std::nullopt;
}

std::optional<Evidence> evidence_in(std::string_view word) {
  for (const Evidence e : {Evidence::official, Evidence::reported, Evidence::guess})
    if (name(e) == word) return e;
  return std::nullopt;
}

// Words of a line, taken from its front.
class Words {
 public:
  explicit Words(std::string_view text) : rest_(text) {}
  std::string_view next() {
    skip();
    const std::string_view word = rest_.substr(0, rest_.find_first_of(" \t"));
    rest_.remove_prefix(word.size());
    return word;
  }
  std::string_view rest() {
    skip();
    return rest_;
  }

 private:
  void skip() { rest_.remove_prefix(std::min(rest_.find_first_not_of(" \t"), rest_.size())); }
  std::string_view rest_;
};

class Parser {
 public:
  Parser(std::string_view text, const std::string& file) : reader_(text), report_(file) {}

  std::expected<Target, Diagnostics> run() {
    text::TextLine line;
    if (!reader_.next(line)) {
      report_.add(line, {}, "an empty target", "begin with `target NAME`");
    } else {
      head(line);
      while (reader_.next(line) && !report_.full()) figure(line);
    }
    if (report_.empty()) check_whole();
    if (!report_.empty()) return std::unexpected(report_.take());
    return std::move(target_);
  }

 private:
  void head(const text::TextLine& line) {
    Words words(line.code);
    if (words.next() != "target")
      return report_.add(line, {}, "expected `target NAME` on the first line");
    target_.name = words.next();
    if (target_.name.empty() || !words.rest().empty())
      report_.add(line, {}, "expected one name after `target`");
  }

  void figure(const text::TextLine& line) {
    Words words(line.code);
    const std::string_view key = words.next();
    if (key == "throttle.engine") return throttled_engine(line, words);
    const std::string_view number = words.next(), unit = words.next(), tag = words.next();
    const auto value = number_in(number);
    const auto place = place_of(target_, key);
    const auto evidence = evidence_in(tag);
    if (!place) return report_.add(line, key, fmt::format("unknown key '{}'", key), hint_for(key));
    if (!value) return report_.add(line, number, "expected a number that is not negative");
    if (unit != place->unit)
      return report_.add(line, unit, fmt::format("'{}' is in {}", key, place->unit));
    if (!evidence) return report_.add(line, tag, "expected official, reported or guess");
    if (words.rest().empty())
      return report_.add(line, {}, "a figure without a source",
                         "say where the number is from, or why this guess");
    if (place->unit == "flag" && *value != 0 && *value != 1)
      return report_.add(line, number, "a flag is 0 or 1");
    if (std::ranges::find(target_.figures, key, &TargetFigure::key) != target_.figures.end())
      return report_.add(line, key, fmt::format("'{}' is given twice", key));
    *place->value = *value;
    target_.figures.push_back(
        {std::string(key), *value, std::string(unit), *evidence, std::string(words.rest())});
  }

  void throttled_engine(const text::TextLine& line, Words& words) {
    target_.throttle.engine = words.next();
    if (target_.throttle.engine.empty() || !words.rest().empty())
      report_.add(line, {}, "expected one engine after `throttle.engine`");
  }

  void check_whole() {
    const text::TextLine none;
    for (const CostRule& rule : target_.rules)
      if (std::ranges::find(target_.engines, rule.engine, &TargetEngine::name) ==
          target_.engines.end())
        report_.add(none, {},
                    fmt::format("cost.{}.{}: the target has no engine '{}'", rule.engine,
                                rule.opcode, rule.engine));
    for (const TargetEngine& engine : target_.engines)
      if (engine.gigahertz == 0)
        report_.add(none, {}, fmt::format("engine.{}.clock is 0", engine.name));
    if (target_.queue.gigahertz == 0) report_.add(none, {}, "queue.clock is 0");
    if (target_.throttle.idle_ns > 0 && target_.throttle.engine.empty())
      report_.add(none, {}, "a throttle without an engine", "add `throttle.engine NAME`");
  }

  text::LineReader reader_;
  text::Reporter report_;
  Target target_;
};

}  // namespace

std::expected<Target, Diagnostics> parse_target(std::string_view text, const std::string& file) {
  return Parser(text, file).run();
}

std::vector<TargetKey> target_keys() {
  std::vector<TargetKey> keys;
  for (const Known& known : kKnown) keys.push_back({known.name, known.unit});
  return keys;
}

std::expected<void, std::string> set_figure(Target& target, std::string_view setting) {
  const std::size_t equals = setting.find('=');
  if (equals == setting.npos)
    return std::unexpected(fmt::format("'{}': expected KEY=NUMBER", setting));
  const std::string_view key = setting.substr(0, equals);
  const auto value = number_in(setting.substr(equals + 1));
  if (!value) return std::unexpected(fmt::format("'{}': expected a number after =", setting));
  const auto place = place_of(target, key);
  if (!place) return std::unexpected(fmt::format("unknown key '{}'; {}", key, hint_for(key)));
  if (place->unit == "GHz" && *value == 0) return std::unexpected(fmt::format("{} is 0", key));
  *place->value = *value;
  return {};
}

}  // namespace tidemark
