#include "checker/schedule.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "core/text/lines.h"
#include "core/text/nearest.h"
#include "core/text/number.h"

namespace tidemark {
namespace {

std::vector<std::string_view> words_of(std::string_view code) {
  std::vector<std::string_view> words;
  while (true) {
    const std::size_t begin = code.find_first_not_of(" \t");
    if (begin == std::string_view::npos) return words;
    const std::size_t end = std::min(code.find_first_of(" \t", begin), code.size());
    words.push_back(code.substr(begin, end - begin));
    code.remove_prefix(end);
  }
}

std::optional<Step::Kind> kind_of(std::string_view word) {
  if (word == "issue") return Step::Kind::issue;
  if (word == "complete") return Step::Kind::complete;
  if (word == "step") return Step::Kind::silent;
  return std::nullopt;
}

class Parser {
 public:
  Parser(const Program& program, const std::string& file) : program_(program), reporter_(file) {}

  std::expected<Schedule, Diagnostics> parse(std::string_view text) && {
    text::LineReader lines(text);
    while (!reporter_.full() && lines.next(line_)) parse_line();
    if (!reporter_.empty()) return std::unexpected(reporter_.take());
    return std::move(schedule_);
  }

 private:
  void parse_line() {
    const std::vector<std::string_view> words = words_of(line_.code);
    const std::optional<Step::Kind> kind = kind_of(words[0]);
    if (!kind)
      return fault(words[0], fmt::format("unknown step '{}'", words[0]),
                   "a step is 'issue', 'complete' or 'step', and an engine");
    if (words.size() < 2) return fault({}, fmt::format("'{}' needs an engine", words[0]));
    const std::optional<EngineId> engine = find_engine(words[1]);
    if (!engine) return;
    Step step{.kind = *kind, .engine = *engine};
    const bool has_parts = *kind == Step::Kind::complete && program_.engines[*engine].stripes > 1;
    if (words.size() > (has_parts ? 3u : 2u)) {
      const std::string_view extra = words[has_parts ? 3 : 2];
      return fault(extra, fmt::format("'{}' after the end of the step", extra));
    }
    if (has_parts && !parse_part(words, step)) return;
    schedule_.push_back(step);
  }

  std::optional<EngineId> find_engine(std::string_view name) {
    Nearest nearest(name);
    for (const EngineId engine : program_.engines.ids()) {
      if (program_.engines[engine].name == name) return engine;
      nearest.consider(program_.engines[engine].name);
    }
    fault(name, fmt::format("unknown engine '{}'", name), nearest.hint());
    return std::nullopt;
  }

  bool parse_part(const std::vector<std::string_view>& words, Step& step) {
    const std::string_view word = words.size() == 3 ? words[2] : std::string_view();
    if (const auto part = text::to_number<decltype(step.part)>(word);
        part && *part < program_.engines[step.engine].stripes) {
      step.part = *part;
      return true;
    }
    fault(word, fmt::format("'{}' completes in {} parts: a part from 0 is needed", words[1],
                            program_.engines[step.engine].stripes));
    return false;
  }

  void fault(std::string_view at, std::string message, std::string hint = {}) {
    reporter_.add(line_, at, std::move(message), std::move(hint));
  }

  const Program& program_;
  text::Reporter reporter_;
  text::TextLine line_;
  Schedule schedule_;
};

}  // namespace

std::expected<Schedule, Diagnostics> parse_schedule(std::string_view text, const Program& program,
                                                    const std::string& file) {
  return Parser(program, file).parse(text);
}

std::string print(const Step& step, const Program& program) {
  const Engine& engine = program.engines[step.engine];
  switch (step.kind) {
    case Step::Kind::issue:
      return "issue " + engine.name;
    case Step::Kind::complete:
      return engine.stripes == 1 ? "complete " + engine.name
                                 : fmt::format("complete {} {}", engine.name, step.part);
    case Step::Kind::silent:
      return "step " + engine.name;
  }
  std::unreachable();
}

std::string print(const Schedule& schedule, const Program& program) {
  std::string text;
  for (const Step& step : schedule) text += print(step, program) + "\n";
  return text;
}

}  // namespace tidemark
