// A set of the values of an enum class whose values are 0 to kCount - 1, at most 32.
#pragma once

#include <bit>
#include <cstdint>
#include <initializer_list>

namespace tidemark {

template <class Enum, std::size_t kCount>
class EnumSet {
  static_assert(kCount <= 32);

 public:
  constexpr EnumSet(std::initializer_list<Enum> values = {}) {
    for (const Enum value : values) insert(value);
  }
  static constexpr EnumSet all() {
    EnumSet set;
    set.bits_ = static_cast<std::uint32_t>((std::uint64_t{1} << kCount) - 1);
    return set;
  }

  constexpr bool has(Enum value) const { return (bits_ & bit(value)) != 0; }
  constexpr void insert(Enum value) { bits_ |= bit(value); }
  constexpr void remove(Enum value) { bits_ &= ~bit(value); }
  constexpr void insert(EnumSet others) { bits_ |= others.bits_; }
  constexpr int size() const { return std::popcount(bits_); }
  friend constexpr bool operator==(EnumSet, EnumSet) = default;

 private:
  static constexpr std::uint32_t bit(Enum value) {
    return std::uint32_t{1} << static_cast<unsigned>(value);
  }

  std::uint32_t bits_ = 0;
};

}  // namespace tidemark
