#include <fmt/format.h>

#include "core/text/print.h"
#include "core/text/print_expression.h"

namespace tidemark {

namespace text {

namespace {

// Writes the statements of one stream.
class StreamPrinter {
 public:
  StreamPrinter(std::string& out, const Stream& stream, const Streams& streams,
                const Program& program)
      : out_(out), stream_(stream), streams_(streams), program_(program) {}

  void run() {
    add("\nstream {} {{\n", program_.engines[stream_.engine].name);
    registers();
    block(stream_.body);
    out_ += "}\n";
  }

  // One statement without its body, and without indentation or line end.
  void head(const StreamStatement& statement) {
    std::visit([this](const auto& form) { print(form); }, statement.form);
  }

 private:
  static constexpr std::size_t kLineLength = 90;

  void registers() {
    std::size_t line_begin = out_.size();
    for (const RegisterId id : stream_.registers.ids()) {
      const bool is_first = id.value == 0 || out_.size() - line_begin > kLineLength;
      if (is_first && id.value > 0) out_ += '\n';
      if (is_first) line_begin = out_.size();
      out_ += is_first ? "  reg " : ", ";
      out_ += stream_.registers[id].name;
      if (stream_.registers[id].count) add("[{}]", *stream_.registers[id].count);
    }
    if (!stream_.registers.empty()) out_ += '\n';
  }

  // Recursion is as deep as blocks nest.
  void block(const StreamBlock& statements) {
    indent_ += 2;
    for (const StreamStatement& statement : statements) {
      begin_line();
      head(statement);
      out_ += '\n';
      std::visit([this](const auto& form) { body(form); }, statement.form);
    }
    indent_ -= 2;
  }

  void begin_line() { out_.append(indent_, ' '); }
  void close() {
    begin_line();
    out_ += "}\n";
  }

  template <class Simple>
  void body(const Simple&) {}
  void body(const StreamFor& loop) {
    block(loop.body);
    close();
  }
  void body(const StreamWhile& loop) {
    block(loop.body);
    close();
  }
  void body(const StreamIf& branch) {
    block(branch.then_block);
    if (!branch.else_block.empty()) {
      begin_line();
      out_ += "} else {\n";
      block(branch.else_block);
    }
    close();
  }

  void print(const StreamFor& s) { add("for {} {{", program_.controls[s.control].name); }
  void print(const StreamIf& s) { add("if {} {{", program_.controls[s.control].name); }
  void print(const StreamWhile& s) { add("while {} {{", program_.controls[s.control].name); }

  void print(const Issue& s) {
    out_ += "issue ";
    out_ += program_.instructions[s.instruction].name;
    signals(s.signals);
  }
  void print(const Read& s) {
    out_ += "read ";
    out_ += program_.controls[s.control].name;
    signals(s.signals);
  }
  void print(const Wait& s) {
    out_ += "wait ";
    semaphore(s.semaphore);
    out_ += s.kind == WaitKind::equal ? " == " : " >= ";
    expression(s.threshold);
  }
  void print(const Take& s) {
    out_ += "take ";
    semaphore(s.semaphore);
    out_ += ' ';
    expression(s.amount);
  }
  void print(const SetRegister& s) {
    out_ += stream_.registers[s.target].name;
    index(s.index);
    out_ += " = ";
    expression(s.value);
  }
  void print(const Barrier& s) {
    out_ += "barrier {";
    const char* separator = "";
    for (const EngineId engine : s.engines) {
      add("{}{}", separator, program_.engines[engine].name);
      separator = ", ";
    }
    out_ += '}';
    separator = " reset ";
    for (const SemaphoreRef& reset : s.resets) {
      out_ += separator;
      semaphore(reset);
      separator = ", ";
    }
    if (!s.unless) return;
    out_ += " unless ";
    expression(*s.unless);
  }
  void print(const Reset& s) {
    out_ += "reset ";
    semaphore(s.semaphore);
  }
  void print(const SignalNow& s) {
    out_ += "signal ";
    signal(s.signal);
  }

  void signals(const Signals& signals) {
    const char* separator = " signal ";
    for (const SignalOn& s : signals) {
      out_ += separator;
      signal(s);
      separator = ", ";
    }
  }

  void signal(const SignalOn& s) {
    semaphore(s.target);
    if (s.amount != 1) add(" +{}", s.amount);
  }

  void semaphore(const SemaphoreRef& s) {
    out_ += streams_.semaphores[s.semaphore].name;
    index(s.index);
  }

  void index(const Rare<Expression>& e) {
    if (!e) return;
    out_ += '[';
    expression(*e);
    out_ += ']';
  }

  void expression(const Expression& e) { append(out_, e, stream_, program_); }

  template <class... Args>
  void add(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(out_), format, std::forward<Args>(args)...);
  }

  std::string& out_;
  const Stream& stream_;
  const Streams& streams_;
  const Program& program_;
  std::size_t indent_ = 0;
};

// As many semaphores on a line as fit.
void append_semaphores(std::string& out, const Streams& streams) {
  constexpr std::size_t kLineLength = 90;
  std::size_t line_begin = out.size();
  for (const SemaphoreId id : streams.semaphores.ids()) {
    const Semaphore& semaphore = streams.semaphores[id];
    const bool is_first = id.value == 0 || out.size() - line_begin > kLineLength;
    if (is_first && id.value > 0) out += '\n';
    if (is_first) line_begin = out.size();
    out += is_first ? "semaphore " : ", ";
    out += semaphore.name;
    if (semaphore.count) fmt::format_to(std::back_inserter(out), "[{}]", *semaphore.count);
    if (semaphore.width) fmt::format_to(std::back_inserter(out), " width {}", *semaphore.width);
  }
  if (!streams.semaphores.empty()) out += '\n';
}

}  // namespace

}  // namespace text

std::string print(const Streams& streams, const Program& program) {
  std::string out = "streams " + streams.program + "\n";
  text::append_semaphores(out, streams);
  for (const Stream& stream : streams.streams)
    text::StreamPrinter(out, stream, streams, program).run();
  return out;
}

std::string print_statement(const StreamStatement& statement, const Stream& stream,
                            const Streams& streams, const Program& program) {
  std::string out;
  text::StreamPrinter(out, stream, streams, program).head(statement);
  return out;
}

}  // namespace tidemark
