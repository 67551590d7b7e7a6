// The clocks of the ideal system: for each instance, the completions that its
// dependences, its place in flight and the control read before it imply.
//
// One pass in the program's order. A cell remembers its last writer and, for each
// engine, the last reader since: earlier accesses are implied by that writer. Work for
// an instance is its operands times engines at most, with no allocation.
#pragma once

#include <cstdint>
#include <vector>

#include "checker/clock_history.h"
#include "core/run/sequential_run.h"

namespace tidemark {

class IdealClocks {
 public:
  IdealClocks(const Program& program, const Cells& cells);

  // The next instance of the sequential run.
  void add(const Instance& instance);

  const ClockHistory& history() const { return history_; }

  // Forgets what no instance to come can need of the engine's clocks up to and with
  // `ordinal`; these are not asked for again.
  void forget(EngineId engine, Ordinal ordinal);

  // Waits that no synchronizer could do without, so far: for each instance the needed
  // completions that neither its engine's past nor another needed one implies.
  std::uint64_t necessary_waits() const { return necessary_waits_; }

 private:
  struct Engine {
    Ordinal inflight = 1;
    Ordinal issued = 0;
    bool after_read = false;  // its last instance was a control read
  };

  void pass_own_order(std::size_t engine);
  void gather_needs(const Instance& instance);
  void need(std::size_t engine, Ordinal ordinal);
  void join_needs();
  bool implied_by_another(std::size_t engine) const;
  void touch_cells(const Instance& instance);

  // The row of a cell: the writer's engine, its ordinal, then a reader for each engine.
  Ordinal* row(CellId cell) { return cells_.data() + cell.value * row_size_; }

  std::size_t engine_count_;
  std::size_t row_size_;
  std::vector<Engine> engines_;
  std::vector<EngineId> participants_;
  std::vector<Ordinal> live_;   // a clock for each engine, of its last instance
  std::vector<Ordinal> cells_;  // a row for each cell
  ClockHistory history_;
  std::uint64_t necessary_waits_ = 0;

  // Of the instance at hand.
  Ordinal* clock_ = nullptr;
  std::vector<Ordinal> needed_;       // by engine; 0: nothing beyond its clock
  std::vector<std::uint32_t> needs_;  // the engines with something needed
};

}  // namespace tidemark
