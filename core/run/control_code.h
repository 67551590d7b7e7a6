// A program's control, flattened into one array of operations with jumps. The sequential
// run and each stream's walk are both built on it.
//
// The code is assembled in order of text: `visit` marks a place where a walk
// (core/run/control_walk.h) stops and hands its payload to whoever drives it: an
// instruction, a wait, a register operation. Everything between two visits (loops,
// branches, counters, loaded values) is done by the walk.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/run/flat_affine.h"

namespace tidemark {

class ControlCode {
 public:
  explicit ControlCode(const Program& program);

  // Places for more values are added here, before the first walk.
  ValueLayout& layout() { return layout_; }
  const Program& program() const { return *program_; }

  // Each begin_ has its end_; what stands between is the body.
  void visit(std::uint32_t payload);
  void assign(AssignmentId assignment);
  void load(ControlId control);              // take the next value of its load
  void trips(ControlId loop, ValueSlot to);  // the trips it would have here
  void begin_for(ControlId control);
  void end_for();
  void begin_if(ControlId control);
  void begin_else();
  void end_if();
  void begin_while(ControlId control);  // what follows is done before each test
  void test_while();
  void end_while();

 private:
  friend class ControlWalk;

  struct Operation {
    enum class Kind : std::uint8_t {
      visit,      // index: the payload
      enter_for,  // index: the loop; target: past it
      next_trip,  // index: the loop; target: its body
      branch,     // index: the condition; target: where it goes if that is false
      jump,       // target
      assign,     // index: the assignment
      load,       // index: the load
      trips,      // index: the query
    };
    Kind kind = Kind::visit;
    std::uint32_t index = 0;
    std::uint32_t target = 0;
    std::optional<ControlId> scope;  // the innermost control around it
  };

  struct Loop {
    FlatAffine lower, upper, step;
    ValueSlot variable;
    ControlId control;
  };

  struct Condition {
    FlatResidue left, right;
    Comparison comparison;
    ControlId control;
  };

  struct Assign {
    FlatAffine value;
    ValueSlot counter;
    CounterId id;
  };

  struct LoadValue {
    BufferId buffer;
    ValueSlot to;
    ControlId control;
  };

  struct Trips {
    Loop loop;
    ValueSlot to;
  };

  struct Open {  // a control statement whose end is still to come
    ControlId control;
    std::uint32_t begin = 0;   // its first operation
    std::uint32_t branch = 0;  // the operation whose target is its end or its else
  };

  std::uint32_t here() const { return static_cast<std::uint32_t>(operations_.size()); }
  void append(Operation::Kind kind, std::size_t index, std::uint32_t target = 0);
  void open(ControlId control);
  Open close();
  Loop loop(ControlId control) const;
  Condition condition(ControlId control) const;

  const Program* program_;
  ValueLayout layout_;
  std::vector<Operation> operations_;
  Table<ControlId, std::optional<ControlId>> parents_;
  std::vector<Open> open_;
  std::vector<Loop> loops_;
  std::vector<Condition> conditions_;
  std::vector<Assign> assigns_;
  std::vector<LoadValue> loads_;
  std::vector<Trips> trips_;
};

}  // namespace tidemark
