#include "core/sync/values.h"

#include <algorithm>

namespace tidemark::sync {
namespace {

// Values made before unused ones are dropped: looking at all keys is to cost each of them little.
constexpr std::size_t kKeysOfValue = 4;
constexpr std::size_t kLeast = 1024;

std::size_t more(std::size_t count) { return std::max<std::size_t>(16, 2 * count); }

}  // namespace

Values::Values(std::size_t engine_count, std::size_t key_count)
    : engines_(engine_count), slack_(key_count / kKeysOfValue + kLeast), limit_(slack_) {
  std::ranges::fill(row(add_row()), Coverage{});
}

void Values::grow_values() {
  values_.resize(more(count_));
  unsure_.resize(values_.size() * engines_);
}

void Values::grow_rows() { rows_.resize(more(row_count_) * engines_); }

void Values::drop_unmarked() {
  std::size_t kept = 0;
  for (std::size_t id = 0; id < count_; ++id) {
    if (moved_[id] != kMarked) continue;
    values_[kept] = values_[id];
    std::ranges::copy(unsure(ValueId(id)), unsure(ValueId(kept)).begin());
    moved_[id] = ValueId(kept++);
  }
  count_ = kept;
  limit_ = 2 * count_ + slack_;
  drop_rows();
}

void Values::drop_rows() {
  constexpr RowId kUsed{1};
  moved_rows_.assign(row_count_, kNothing);
  for (std::size_t id = 0; id < count_; ++id) moved_rows_[values_[id].row.value] = kUsed;
  std::size_t kept = 0;
  for (std::size_t id = 0; id < row_count_; ++id) {
    if (RowId(id) != kNothing && moved_rows_[id] != kUsed) continue;
    std::ranges::copy(row(RowId(id)), row(RowId(kept)).begin());
    moved_rows_[id] = RowId(kept++);
  }
  row_count_ = kept;
  for (std::size_t id = 0; id < count_; ++id) values_[id].row = moved_rows_[values_[id].row.value];
}

}  // namespace tidemark::sync
