// A list for each id, all in one piece of memory: for what few sites have any of, and those
// that do, little.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/check.h"
#include "core/ir/ids.h"

namespace tidemark::sync {

template <class Id, class T>
class Lists {
 public:
  explicit Lists(std::size_t ids = 0) : places_(ids) {}

  std::span<T> operator[](Id id) { return {items_.data() + places_[id].begin, places_[id].size}; }
  std::span<const T> operator[](Id id) const {
    return {items_.data() + places_[id].begin, places_[id].size};
  }
  auto ids() const { return places_.ids(); }
  // Of all lists, in the order in which they were added.
  std::span<T> items() { return items_; }
  std::span<const T> items() const { return items_; }

  // For the items of all lists.
  void reserve(std::size_t items) { items_.reserve(items); }

  // A list grows until the next one is begun.
  void add(Id id, T item) {
    Place& place = places_[id];
    if (place.size == 0) place.begin = static_cast<std::uint32_t>(items_.size());
    CHECK(place.begin + place.size == items_.size());
    items_.push_back(std::move(item));
    ++place.size;
  }

  // After all calls of `add`: `items` keeps what is dropped here in some form.
  template <class Is>
  void drop_if(Id id, Is&& is) {
    const std::span<T> list = (*this)[id];
    const auto dropped = std::ranges::remove_if(list, is);
    places_[id].size -= static_cast<std::uint32_t>(dropped.size());
  }

 private:
  struct Place {
    std::uint32_t begin = 0, size = 0;
  };

  Table<Id, Place> places_;
  std::vector<T> items_;
};

}  // namespace tidemark::sync
