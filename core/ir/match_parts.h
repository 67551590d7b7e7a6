// The parts of `mismatches`. Not for use elsewhere.
#pragma once

#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "core/ir/match.h"

namespace tidemark::internal {

// Collects mismatches up to the caller's limit.
class Mismatches {
 public:
  explicit Mismatches(std::size_t limit) : limit_(limit) {}

  void add(SourceLine line, EngineId engine, std::string subject, std::string message) {
    if (found_.size() < limit_)
      found_.push_back({line, engine, std::move(subject), std::move(message)});
  }
  bool full() const { return found_.size() >= limit_; }
  std::vector<Mismatch> take() { return std::move(found_); }

 private:
  std::size_t limit_;
  std::vector<Mismatch> found_;
};

// Blocks of a program, numbered: 0 is its body, every control has two.
using BlockNumber = std::uint32_t;
inline constexpr BlockNumber kBody = 0;
inline BlockNumber first_block(ControlId control) { return 2 * control.value + 1; }
inline BlockNumber else_block(ControlId control) { return 2 * control.value + 2; }

// Where a statement stands: in which block, and its number in order of text, counted
// over instructions and controls together.
struct Place {
  BlockNumber block = kBody;
  std::uint32_t order = 0;
};

// What every stream is held against, made once for a program.
struct Places {
  explicit Places(const Program& program);

  Table<InstructionId, Place> instructions;
  Table<ControlId, Place> controls;
  std::vector<std::uint32_t> block_end;                   // by block: the order after it
  Table<EngineId, std::vector<InstructionId>> of_engine;  // in order of text
  std::vector<ControlId> loads;                           // controls with a load, in order of text
  std::unordered_set<std::string_view> integers;          // names of params and loop variables
};

// One stream's names and operands: registers, semaphores, scopes.
class ScopeCheck {
 public:
  ScopeCheck(const Program& program, const Streams& streams, const Stream& stream,
             Mismatches& found);

  void declarations(const Places& places) const;

  // The loops around the statements that are checked next.
  void enter(ControlId loop) {
    in_scope_[loop] = 1;
    ++loops_;
  }
  void leave(ControlId loop) {
    in_scope_[loop] = 0;
    --loops_;
  }
  // A loop's `read` has been passed.
  void saw_read(ControlId control) { read_[control] = 1; }

  void check(const StreamStatement& statement);

 private:
  void operands(const Issue& s) { signals(s.signals); }
  void operands(const Read& s) { signals(s.signals); }
  void operands(const Wait& s);
  void operands(const Take& s);
  void operands(const SetRegister& s);
  void operands(const Barrier& s);
  void operands(const Reset& s) { semaphore(s.semaphore); }
  void operands(const SignalNow& s) { signal(s.signal); }
  void operands(const StreamFor&) {}
  void operands(const StreamIf&) {}
  void operands(const StreamWhile&) {}

  void signals(const Signals& signals);
  void signal(const SignalOn& signal);
  void semaphore(const SemaphoreRef& ref);
  void expression(const Expression& e);
  void node(const ExpressionNode& node);
  void trips(ControlId loop);
  void variables_in_scope(const Affine& e, ControlId loop);
  void single_register(RegisterId id);
  void register_ring(RegisterId id);
  void fault(std::string subject, std::string message) const;

  const Program& program_;
  const Streams& streams_;
  const Stream& stream_;
  Mismatches& found_;
  Table<EngineId, char> has_stream_;
  Table<ControlId, char> in_scope_;
  Table<ControlId, char> read_;
  std::size_t loops_ = 0;  // around the statement at hand
  SourceLine line_;
};

// One stream's structure: its engine's instructions and reads, in the program's order,
// each in its place of the nest. Ends at the first fault of that kind; names and
// operands are checked on the way.
void match_stream(const Program& program, const Places& places, const Streams& streams,
                  const Stream& stream, Mismatches& found);

}  // namespace tidemark::internal
