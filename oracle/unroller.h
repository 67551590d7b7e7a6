// The walk that unrolls (oracle/unrolling.h): control, and one function for each kind of node.
#pragma once

#include <map>

#include "oracle/unrolling.h"

namespace tidemark {

class Unroller {
 public:
  Unroller(const JointCode& code, Solver& solver, Symbolic& symbolic, const UnrollLimits& limits);

  Unrolling run() &&;

 private:
  using Node = JointNode;
  using Values = std::vector<Affine>;  // by column; then what semaphores count, and epochs

  // Nodes [from, to), on one path. Values become what all ways through them make of them.
  void walk(std::size_t from, std::size_t to, const Path& path, Values& values);
  void step(const Node& node, const Path& path, Values& values);
  std::size_t for_loop(std::size_t enter, const Path& path, Values& values);
  void trip(std::size_t head, std::int64_t done, const Affine& upper, const Path& path,
            Values& values);
  std::size_t branch(std::size_t test, const Path& path, Values& values);
  std::size_t while_loop(std::size_t enter, const Path& path, Values& values);
  void iteration(std::size_t head, std::size_t test, std::int64_t done, const Path& path,
                 Values& values);

  void instance(const Node& node, const Path& path, Values& values);
  void wait(const Node& node, const Path& path, Values& values);
  void barrier(const Node& node, const Path& path, Values& values);
  void set_register(const Node& node, const Path& path, Values& values);
  void snapshot(const Node& node, const Path& path, Values& values);

  std::optional<bool> decide(const Path& path, const Truth& condition);
  void require(const Path& path, const Truth& truth);
  void merge(const Truth& condition, const Values& then_values, Values& values);
  Truth condition(const Node& node, const Path& path, Values& values);
  Affine param(ParamId id);
  Affine loaded_value(BufferId buffer);
  Affine any_integer(const std::string& name);
  Affine load(ControlId control, const Path& path, Values& values);
  Affine bound(const Bound& bound, ControlId control, const Path& path, Values& values);
  Affine trips(const Affine& range, const Affine& step, const Path& path);
  void pin_trips(const Affine& count, const Affine& range, const Affine& step);
  UnrolledAccess access(const Access& access, bool is_write, const Path& path,
                        const Values& values);
  UnrolledCount count(const Node& node, const SemaphoreRef& semaphore, const Path& path,
                      const Values& values);
  void raise(const UnrolledRaise& by, Values& values);

  Affine value(const Affine& form, const Values& values);
  Affine value(const Residue& residue, const Values& values);
  Affine value(const Node& node, const Expression& expression, const Path& path,
               const Values& values);
  Affine leaf(const Node& node, const ExpressionNode& part, const Values& values);
  Affine product(const Affine& a, const Affine& b, const Path& path);
  std::optional<Affine> product_by_cases(const Affine& small, const Affine& b, const Path& path);
  // Of `size` values in a row: the one at the index.
  Affine element(const Node& node, std::size_t first, std::int64_t size, const Affine& index,
                 const Path& path, const Values& values);
  void check_index(const Node& node, const Affine& index, std::int64_t size, const Path& path);
  std::size_t first_counted(SemaphoreId semaphore) const {
    return code_.column_count + first_element_[semaphore];
  }
  std::size_t epoch(SemaphoreId semaphore) const { return first_epoch_ + semaphore.value; }
  std::int64_t size(SemaphoreId semaphore) const {
    return code_.streams->semaphores[semaphore].count.value_or(1);
  }
  void stop(const std::string& reason);

  const JointCode& code_;
  Solver& solver_;
  Symbolic& symbolic_;
  UnrollLimits limits_;
  Unrolling result_;
  Table<SemaphoreId, std::size_t> first_element_;
  std::size_t first_epoch_ = 0;
  std::map<ControlId, Affine> loaded_;             // read, and not yet used
  std::map<BufferId, std::uint64_t> load_counts_;  // of given inputs: executed so far
  std::size_t names_ = 0;
};

}  // namespace tidemark
