// Every combination of choices, one after the other, in the order of an odometer whose
// last wheel turns fastest:
//
//   Odometer odometer;
//   do {
//     visit(make_something(odometer));
//   } while (odometer.next());
//
// How many choices there are, and out of how many, may depend on the ones before. Weights
// say only what can be chosen at all. After the idea of exhaustigen (Kladov, TigerBeetle).
#pragma once

#include <cstdint>
#include <vector>

#include "gen/choices.h"

namespace tidemark {

class Odometer final : public Choices {
 public:
  std::uint64_t below(std::uint64_t n) override;
  std::size_t weighted(std::span<const std::uint32_t> weights) override;
  using Choices::weighted;

  // Turns to the next combination; false after the last one. What is made of the choices
  // is made anew each time, by the same code.
  bool next();

 private:
  struct Wheel {
    std::uint64_t value = 0;
    std::uint64_t count = 1;
  };

  std::vector<Wheel> wheels_;
  std::size_t next_ = 0;  // the wheel that is asked next
};

}  // namespace tidemark
