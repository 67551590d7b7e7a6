// Strong index types and the tables they index.
//
// Everything in a program is named by a dense index of its own type, so that an
// engine can never be mistaken for a buffer. A `Table<Id, T>` is a vector that only
// its own index type opens.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <ranges>
#include <vector>

namespace tidemark {

template <class Tag>
struct Index {
  std::uint32_t value = 0;

  constexpr Index() = default;
  constexpr explicit Index(std::size_t v) : value(static_cast<std::uint32_t>(v)) {}
  friend constexpr auto operator<=>(Index, Index) = default;
};

using EngineId = Index<struct EngineTag>;
using ParamId = Index<struct ParamTag>;
using MemoryId = Index<struct MemoryTag>;
using BufferId = Index<struct BufferTag>;
using CounterId = Index<struct CounterTag>;
using InstructionId = Index<struct InstructionTag>;  // in order of text
using ControlId = Index<struct ControlTag>;          // every for, if and while, in order of text
using AssignmentId = Index<struct AssignmentTag>;    // every `counter = e`, in order of text
using CellId = Index<struct CellTag>;
using SemaphoreId = Index<struct SemaphoreTag>;
using RegisterId = Index<struct RegisterTag>;  // within one stream

template <class Id, class T>
class Table {
 public:
  Table() = default;
  Table(std::initializer_list<T> items) : items_(items) {}
  explicit Table(std::size_t size, const T& value = T()) : items_(size, value) {}

  decltype(auto) operator[](Id id) { return items_[id.value]; }
  decltype(auto) operator[](Id id) const { return items_[id.value]; }

  Id push(T item) {
    items_.push_back(std::move(item));
    return Id(items_.size() - 1);
  }

  std::size_t size() const { return items_.size(); }
  bool empty() const { return items_.empty(); }
  bool contains(Id id) const { return id.value < items_.size(); }
  void reserve(std::size_t n) { items_.reserve(n); }

  auto begin() { return items_.begin(); }
  auto end() { return items_.end(); }
  auto begin() const { return items_.begin(); }
  auto end() const { return items_.end(); }

  // All indices, in order: `for (EngineId engine : program.engines.ids())`.
  auto ids() const {
    return std::views::iota(std::size_t{0}, items_.size()) |
           std::views::transform([](std::size_t i) { return Id(i); });
  }

  friend bool operator==(const Table&, const Table&) = default;

 private:
  std::vector<T> items_;
};

}  // namespace tidemark

template <class Tag>
struct std::hash<tidemark::Index<Tag>> {
  std::size_t operator()(tidemark::Index<Tag> id) const noexcept {
    return std::hash<std::uint32_t>{}(id.value);
  }
};
