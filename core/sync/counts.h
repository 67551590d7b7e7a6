// The counts of all engines at one point of a stream that is being written.
//
// A count is a register (or 0), variables of constant loops, and an offset that changes
// from statement to statement. Engines of one counting class share the register.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "core/sync/registers.h"
#include "core/sync/stream_plan.h"

namespace tidemark::sync {

// So many times the variable of a loop.
struct LoopTerm {
  ControlId loop;
  std::int64_t coefficient = 0;
};

class Counts {
 public:
  // The offsets and variables at some point, to come back to while this is in scope.
  class Saved {
   public:
    explicit Saved(Counts& counts);
    Saved(const Saved&) = delete;
    Saved& operator=(const Saved&) = delete;
    ~Saved() {
      counts_.saved_.erase(counts_.saved_.begin() + static_cast<std::ptrdiff_t>(offsets_),
                           counts_.saved_.end());
    }

   private:
    friend class Counts;
    Counts& counts_;
    std::size_t offsets_;  // in Counts::saved_
    std::size_t variables_begin_, variables_end_;
  };

  Counts(const Plan& plan, Registers& registers)
      : plan_(plan),
        registers_(registers),
        offsets_(plan.program.engines.size()),
        registers_of_classes_(plan.program.engines.size()) {}

  // The count and these terms, in one sum.
  Expression here(EngineId engine, std::int64_t constant, std::span<const LoopTerm> terms = {});
  void add(EngineId engine, std::int64_t instances) { offsets_[engine] += instances; }
  void add_net(ControlId control);

  void restore(const Saved& saved);
  void reset();
  // By how much the count's offset has moved since.
  std::int64_t moved(EngineId engine, const Saved& since) const {
    return offsets_[engine] - saved_[since.offsets_ + engine.value];
  }

  // From here on the count of the engine's class is kept in this register.
  RegisterId to_register(EngineId engine);
  bool is_in_register(EngineId engine) const {
    return registers_of_classes_[class_of(engine)].has_value();
  }
  void add_to_register(EngineId engine, std::int64_t by, StreamBlock& out);
  // Every semaphore has been reset: so must the registers be.
  void clear_registers(StreamBlock& out);

  // Inside a loop the count grows with its variable: by the body's instances each step.
  void fold_variable(ControlId loop, EngineId engine, std::int64_t lower, std::int64_t step);

  // One engine for each class that is live and whose register moves inside.
  EngineSet moving_classes(ControlId control, const EngineSet& live) const;
  // One of the engines is of this engine's class.
  bool is_class_in(EngineId engine, const EngineSet& engines) const {
    return (plan_.counting.engines_of_class(engine) & engines).any();
  }
  // Is the count affine in the variable of a constant loop?
  bool folds(ControlId control, EngineId engine) const;
  bool is_separated(ControlId control) const {
    return plan_.barriers && plan_.barriers->separates(control);
  }

 private:
  std::uint32_t class_of(EngineId engine) const { return plan_.counting.class_of(engine); }

  const Plan& plan_;
  Registers& registers_;
  Table<EngineId, std::int64_t> offsets_;
  struct Variable {
    EngineId engine;
    LoopTerm term;
  };
  std::vector<Variable> variables_;  // in the counts of the loops around; since the last reset
  std::size_t variables_begin_ = 0;  // only those from here on
  std::vector<std::int64_t> saved_;  // offsets
  std::vector<LoopTerm> terms_;      // of the sum that is being written
  // By counting class; none where it counts from 0.
  std::vector<std::optional<RegisterId>> registers_of_classes_;
};

}  // namespace tidemark::sync
