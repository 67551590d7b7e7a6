#include <algorithm>

#include <fmt/format.h>

#include "core/check.h"
#include "core/ir/match.h"
#include "core/text/lines.h"
#include "core/text/parse.h"
#include "core/text/streams_scope.h"
#include "core/text/syntax_failure.h"

namespace tidemark {

namespace text {

namespace {

class StreamsParser {
 public:
  StreamsParser(std::string_view text, const Program& program, const std::string& file,
                const StreamsLimits& limits)
      : text_(text),
        program_(program),
        limits_(limits),
        faults_(file),
        unknown_(file),
        scope_(program) {}

  std::expected<Streams, StreamsError> run() {
    LineReader reader(text_);
    while (!faults_.full() && !unknown_.full() && !is_over_ && reader.next(at_)) line();
    if (!blocks_.empty() && !is_over_ && !unknown_.full())
      faults_.add(text_, blocks_.back().opened_at, {}, "this block is never closed",
                  "a '}' on a line of its own closes it");
    if (!named_ && faults_.empty())
      faults_.add(TextLine{}, {}, "an empty text is no streams", "begin with 'streams PROGRAM'");
    if (!faults_.empty()) return error(StreamsError::Kind::bad_input, faults_);
    if (unknown_.empty()) check();
    if (!unknown_.empty()) return error(StreamsError::Kind::malformed, unknown_);
    return std::move(streams_);
  }

 private:
  struct OpenBlock {
    std::uint32_t opened_at = 0;
    StreamsLineKind kind = StreamsLineKind::close;
    std::optional<ControlId> control;  // none: a stream, or a line that is wrong
    bool in_else = false;
    StreamBlock first;
    StreamBlock second;
  };

  static std::unexpected<StreamsError> error(StreamsError::Kind kind, Reporter& reporter) {
    return std::unexpected(StreamsError{kind, reporter.take()});
  }

  void line() {
    if (!named_ && faults_.empty() && at_.code.starts_with("program ")) {
      faults_.add(at_, {}, "this is a program; streams begin with 'streams PROGRAM'");
      is_over_ = true;
      return;
    }
    const std::size_t blocks_before = blocks_.size();
    try {
      parse_streams_line(at_.code, line_);
      statement();
      return;
    } catch (const SyntaxFailure& failure) {
      faults_.add(at_, failure.at, failure.message, failure.hint);
    } catch (const UnknownName& name) {
      unknown_.add(at_, name.at, name.message, name.hint);
    }
    recover(blocks_before);
  }

  // A line that is wrong still opens and closes the blocks it was meant to.
  void recover(std::size_t blocks_before) {
    if (blocks_.size() != blocks_before) return;
    const bool closes = at_.code.starts_with('}');
    const bool opens = at_.code.ends_with('{');
    if (opens && !closes)
      blocks_.push_back({at_.number, StreamsLineKind::close, {}, false, {}, {}});
    if (closes && !opens && !blocks_.empty()) close();
  }

  void statement() {
    if (!named_ && line_.kind != StreamsLineKind::streams)
      fail(at_.code, "streams begin with 'streams PROGRAM'");
    switch (line_.kind) {
      case StreamsLineKind::streams:
        return header();
      case StreamsLineKind::semaphores:
        return semaphores();
      case StreamsLineKind::stream:
        return stream();
      case StreamsLineKind::registers:
        return registers();
      case StreamsLineKind::close:
        return close();
      case StreamsLineKind::else_branch:
        return else_branch();
      case StreamsLineKind::for_loop:
      case StreamsLineKind::if_branch:
      case StreamsLineKind::while_loop:
        return open();
      case StreamsLineKind::issue:
      case StreamsLineKind::read:
      case StreamsLineKind::wait:
      case StreamsLineKind::take:
      case StreamsLineKind::set_register:
      case StreamsLineKind::barrier:
      case StreamsLineKind::reset:
      case StreamsLineKind::signal:
        return simple();
    }
  }

  // Declarations ----------------------------------------------------------------------

  void header() {
    if (named_) fail(at_.code, "the streams have a program already");
    named_ = true;
    streams_.program = line_.subject;
    streams_.line = {at_.number};
  }

  void semaphores() {
    if (!blocks_.empty() || !streams_.streams.empty())
      fail(at_.code, "semaphores are declared before the first stream");
    for (const StreamDeclarationSyntax& d : line_.declarations) {
      count_up(semaphore_count_, d, limits_.semaphores, "semaphores");
      Semaphore semaphore{std::string(d.name), d.count, {}, {at_.number}};
      if (d.width) semaphore.width = static_cast<int>(std::clamp<std::int64_t>(*d.width, 0, 64));
      scope_.add_semaphore(d.name, streams_.semaphores.push(std::move(semaphore)));
    }
  }

  void registers() {
    if (blocks_.size() != 1 || !blocks_[0].first.empty())
      fail(at_.code, "registers are declared at the top of a stream");
    if (streams_.streams.empty()) return;  // of a stream whose line is wrong
    Stream& stream = streams_.streams.back();
    for (const StreamDeclarationSyntax& d : line_.declarations) {
      count_up(register_count_, d, limits_.registers, "registers in one stream");
      Register reg{std::string(d.name), d.count, {at_.number}};
      scope_.add_register(d.name, stream.registers.push(std::move(reg)));
    }
  }

  void count_up(std::int64_t& total, const StreamDeclarationSyntax& d, std::int64_t limit,
                std::string_view what) {
    total += std::clamp<std::int64_t>(d.count.value_or(1), 0, limit + 1);
    if (total > limit) fail(d.name, fmt::format("more than {} {}", limit, what));
  }

  // Blocks ----------------------------------------------------------------------------

  void stream() {
    if (!blocks_.empty())
      fail(at_.code, "a stream begins inside another one", "a '}' is missing before this line");
    Stream stream;
    scope_.enter_stream();
    register_count_ = 0;
    stream.line = {at_.number};
    blocks_.push_back({at_.number, line_.kind, {}, false, {}, {}});
    streams_.streams.push_back(std::move(stream));
    streams_.streams.back().engine = scope_.engine(line_.subject);
  }

  void open() {
    in_stream();
    const ControlId control = scope_.control(line_.subject);
    blocks_.push_back({at_.number, line_.kind, control, false, {}, {}});
    if (is_loop(control)) scope_.enter_loop(control);
    if (blocks_.size() == limits_.nesting + 2)
      faults_.add(at_, {}, fmt::format("blocks nest more than {} deep", limits_.nesting));
  }

  bool is_loop(ControlId control) const {
    return std::holds_alternative<For>(program_.controls[control].form);
  }

  void else_branch() {
    if (blocks_.empty()) fail(at_.code, "there is no block to close here");
    OpenBlock& block = blocks_.back();
    if (block.control && block.kind != StreamsLineKind::if_branch)
      fail(at_.code, "'else' belongs to an 'if', and this block is none");
    if (block.in_else) fail(at_.code, "this 'if' has an 'else' already");
    block.in_else = true;
  }

  void close() {
    if (blocks_.empty()) fail(at_.code, "there is no block to close here");
    OpenBlock block = std::move(blocks_.back());
    blocks_.pop_back();
    if (block.kind == StreamsLineKind::stream) {
      streams_.streams.back().body = std::move(block.first);
    } else if (block.control) {
      if (is_loop(*block.control)) scope_.leave_loop();
      // Beyond the limit nothing is built: a tree of any depth could not be destroyed.
      if (blocks_.size() <= limits_.nesting) add(closed(std::move(block)));
    }
  }

  static StreamStatement closed(OpenBlock block) {
    const SourceLine line{block.opened_at};
    const ControlId control = *block.control;
    if (block.kind == StreamsLineKind::for_loop)
      return {StreamFor{control, std::move(block.first)}, line};
    if (block.kind == StreamsLineKind::while_loop)
      return {StreamWhile{control, std::move(block.first)}, line};
    return {StreamIf{control, std::move(block.first), std::move(block.second)}, line};
  }

  // Statements ------------------------------------------------------------------------

  void in_stream() {
    if (blocks_.empty())
      fail(at_.code, "this statement stands outside the streams", "'stream ENGINE {' opens one");
  }

  void simple() {
    in_stream();
    add(made());
  }

  void add(StreamStatement statement) {
    if (++statements_ > limits_.statements) {
      is_over_ = true;
      fail(at_.code, fmt::format("more than {} statements", limits_.statements));
    }
    if (blocks_.empty()) return;  // a control statement whose stream was closed too early
    OpenBlock& block = blocks_.back();
    (block.in_else ? block.second : block.first).push_back(std::move(statement));
  }

  StreamStatement made() {
    const SourceLine line{at_.number};
    switch (line_.kind) {
      case StreamsLineKind::issue:
        return {Issue{scope_.instruction(line_.subject), signals()}, line};
      case StreamsLineKind::read:
        return {Read{scope_.control(line_.subject), signals()}, line};
      case StreamsLineKind::wait:
        return {Wait{semaphore(), line_.wait, value()}, line};
      case StreamsLineKind::take:
        return {Take{semaphore(), value()}, line};
      case StreamsLineKind::set_register:
        return {set_register(), line};
      case StreamsLineKind::barrier:
        return {barrier(), line};
      case StreamsLineKind::reset:
        return {Reset{semaphore()}, line};
      case StreamsLineKind::signal:
        return {SignalNow{signals().front()}, line};
      case StreamsLineKind::streams:
      case StreamsLineKind::semaphores:
      case StreamsLineKind::stream:
      case StreamsLineKind::registers:
      case StreamsLineKind::close:
      case StreamsLineKind::else_branch:
      case StreamsLineKind::for_loop:
      case StreamsLineKind::if_branch:
      case StreamsLineKind::while_loop:
        break;
    }
    CHECK(false);
  }

  SemaphoreRef semaphore() const { return scope_.semaphore(line_, line_.elements.front()); }
  Expression value() const { return scope_.expression(line_, *line_.value); }

  Signals signals() const {
    Signals result;
    result.reserve(line_.signals.size());
    for (const SignalSyntax& signal : line_.signals)
      result.push_back({scope_.semaphore(line_, signal.target), signal.amount});
    return result;
  }

  SetRegister set_register() const {
    const ElementSyntax& element = line_.elements.front();
    SetRegister result{scope_.reg(element.name), {}, value()};
    if (element.index) result.index = scope_.expression(line_, *element.index);
    return result;
  }

  Barrier barrier() const {
    Barrier result;
    for (const std::string_view name : line_.engines) result.engines.push_back(scope_.engine(name));
    std::ranges::sort(result.engines);
    for (const ElementSyntax& element : line_.elements)
      result.resets.push_back(scope_.semaphore(line_, element));
    if (line_.value) result.unless = value();
    return result;
  }

  void check() {
    for (const Mismatch& mismatch : mismatches(program_, streams_))
      unknown_.add(text_, mismatch.line.number, mismatch.subject, mismatch.message);
  }

  std::string_view text_;
  const Program& program_;
  const StreamsLimits& limits_;
  Reporter faults_;   // bad input
  Reporter unknown_;  // malformed
  StreamsScope scope_;
  TextLine at_;
  StreamsLine line_;

  Streams streams_;
  bool named_ = false;
  bool is_over_ = false;
  std::size_t statements_ = 0;
  std::int64_t semaphore_count_ = 0;
  std::int64_t register_count_ = 0;
  std::vector<OpenBlock> blocks_;  // the first is a stream
};

}  // namespace

}  // namespace text

std::expected<Streams, StreamsError> parse_streams(std::string_view text, const Program& program,
                                                   const std::string& file,
                                                   const StreamsLimits& limits) {
  return text::StreamsParser(text, program, file, limits).run();
}

}  // namespace tidemark
