// What one line of streams says, and the grammar that reads it.
#pragma once

#include <string_view>

#include "core/ir/streams.h"
#include "core/text/syntax.h"

namespace tidemark::text {

enum class StreamsLineKind : std::uint8_t {
  streams,
  semaphores,
  stream,
  registers,
  issue,
  read,
  wait,
  take,
  set_register,
  barrier,
  reset,
  signal,
  for_loop,
  if_branch,
  while_loop,
  else_branch,
  close,
};

// One name of `semaphore s[4] width 8, t` or `reg a, r[4]`.
struct StreamDeclarationSyntax {
  std::string_view name;
  std::optional<std::int64_t> count;
  std::optional<std::int64_t> width;
};

struct SignalSyntax {
  ElementSyntax target;
  std::int64_t amount = 1;
};

struct StreamsLine : ExpressionList {
  StreamsLineKind kind = StreamsLineKind::close;
  std::string_view subject;  // the program, engine, instruction or control
  std::vector<StreamDeclarationSyntax> declarations;
  std::vector<ElementSyntax> elements;  // a semaphore, a register, or what a barrier resets
  std::vector<SignalSyntax> signals;
  std::vector<std::string_view> engines;  // of a barrier
  WaitKind wait = WaitKind::at_least;
  std::optional<ExpressionSyntax> value;  // a threshold, an amount, what a register is set to, ...

  void clear() {
    ExpressionList::clear();
    subject = {};
    declarations.clear();
    elements.clear();
    signals.clear();
    engines.clear();
    value.reset();
  }
};

// Reads one line without its comment and without blanks at either end. Throws
// SyntaxFailure; what was read up to there is in `line`.
void parse_streams_line(std::string_view text, StreamsLine& line);

}  // namespace tidemark::text
