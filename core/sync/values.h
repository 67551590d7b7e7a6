// The values that keys have in a state of the analysis, and what is known of each.
//
// What is true of a value does not depend on which key has it, and an instance gives all
// the keys that it sets one value. So a key is a position and the id of a value, and a
// value, once made, never changes: what a construct touches is saved, compared and put
// back 8 bytes for each key, and paths meet once for each pair of values.
//
// All keys that have a value are keys of one engine, here called its engine. Values that
// no key has any more stay until `drop_unmarked`; `is_full` says when that is worth it.
#pragma once

#include <span>
#include <vector>

#include "core/sync/age.h"
#include "core/sync/coverage.h"
#include "core/sync/operands.h"

namespace tidemark::sync {

using ValueId = Index<struct ValueTag>;
using RowId = Index<struct RowTag>;

struct Key {
  Position position = 0;  // stands for the value in the order of its engine's
  ValueId value;
};

class Values {
 public:
  static constexpr RowId kNothing{};  // the row that says nothing

  Values(std::size_t engine_count, std::size_t key_count);

  // One more. Its setters are whatever was there: they are to be written next.
  ValueId add(const Age& age, RowId row) {
    if (count_ == values_.size()) grow_values();
    values_[count_] = {age, row};
    return ValueId(count_++);
  }
  // The same of a row.
  RowId add_row() {
    if (row_count_ * engines_ == rows_.size()) grow_rows();
    return RowId(row_count_++);
  }

  const Age& age(ValueId id) const { return values_[id.value].age; }
  RowId row_id(ValueId id) const { return values_[id.value].row; }
  // By engine: what was certain of it when the value was set.
  std::span<const Coverage> row(ValueId id) const { return row(row_id(id)); }
  std::span<const Coverage> row(RowId id) const {
    return {rows_.data() + id.value * engines_, engines_};
  }
  std::span<Coverage> row(RowId id) { return {rows_.data() + id.value * engines_, engines_}; }
  // By engine: the sites that may have set the value where it is not certain to that engine.
  std::span<SetterSet> unsure(ValueId id) {
    return {unsure_.data() + id.value * engines_, engines_};
  }
  std::span<const SetterSet> unsure(ValueId id) const {
    return {unsure_.data() + id.value * engines_, engines_};
  }

  bool is_full() const { return count_ >= limit_; }
  // In this order: all values that are used are marked, the others dropped, and each use
  // takes the value's new id.
  void unmark() { moved_.assign(count_, ValueId()); }
  void mark(ValueId id) { moved_[id.value] = kMarked; }
  void drop_unmarked();
  ValueId moved(ValueId id) const { return moved_[id.value]; }

 private:
  struct Value {
    Age age;
    RowId row;
  };

  static constexpr ValueId kMarked{~std::size_t{0}};

  void grow_values();
  void grow_rows();
  void drop_rows();

  std::size_t engines_;
  std::size_t slack_;
  std::size_t limit_;
  // These have room for more than there are.
  std::size_t count_ = 0, row_count_ = 0;
  std::vector<Value> values_;
  std::vector<SetterSet> unsure_;
  std::vector<Coverage> rows_;

  std::vector<ValueId> moved_;
  std::vector<RowId> moved_rows_;
};

}  // namespace tidemark::sync
