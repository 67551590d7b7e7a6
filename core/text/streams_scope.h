// The names that streams may use, and what operands mean by them.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/ir/streams.h"
#include "core/text/streams_syntax.h"

namespace tidemark::text {

// Thrown where a line follows the grammar and names what is not there: the streams are
// malformed, which is no bad input.
struct UnknownName {
  std::string_view at;
  std::string message;
  std::string hint;
};

// Every lookup throws UnknownName. What else can be wrong with a name that is known
// (out of scope, an index too many, a loop that is an `if`) is for `mismatches` to say.
class StreamsScope {
 public:
  explicit StreamsScope(const Program& program);

  // A name that is declared twice keeps its first meaning.
  void add_semaphore(std::string_view name, SemaphoreId id) { semaphores_.emplace(name, id); }
  void add_register(std::string_view name, RegisterId id) { registers_.emplace(name, id); }

  void enter_stream() { registers_.clear(); }
  void enter_loop(ControlId loop) { loops_.push_back(loop); }
  void leave_loop() { loops_.pop_back(); }

  EngineId engine(std::string_view name) const;
  InstructionId instruction(std::string_view called) const;
  ControlId control(std::string_view called) const;
  RegisterId reg(std::string_view name) const;

  // The operands of `line`.
  SemaphoreRef semaphore(const StreamsLine& line, const ElementSyntax& element) const;
  Expression expression(const StreamsLine& line, const ExpressionSyntax& expression) const;

 private:
  template <class Id>
  using Names = std::unordered_map<std::string_view, Id>;

  std::string some_controls() const;
  Expression integer(std::string_view name) const;
  void push(std::vector<Expression>& stack, const SyntaxNode& node) const;

  const Program& program_;
  Names<EngineId> engines_;
  Names<InstructionId> instructions_;
  Names<ControlId> controls_;
  Names<ParamId> params_;
  Names<ControlId> variables_;  // the first loop of each variable
  Names<SemaphoreId> semaphores_;
  Names<RegisterId> registers_;   // of the stream at hand
  std::vector<ControlId> loops_;  // around the statement at hand
};

}  // namespace tidemark::text
