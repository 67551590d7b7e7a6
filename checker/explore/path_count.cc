#include "checker/explore/path_count.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace tidemark {
namespace {

constexpr double kExact = 9007199254740992.0;  // 2^53

std::string grouped(double number) {
  std::string digits = fmt::format("{:.0f}", number);
  for (std::size_t i = digits.size(); i > 3; i -= 3) digits.insert(i - 3, 1, ',');
  return digits;
}

}  // namespace

void PathCount::add(const PathCount& other) {
  if (mantissa == 0) {
    *this = other;
  } else if (other.exponent > exponent) {
    mantissa =
        std::ldexp(mantissa,
                   static_cast<int>(std::max<std::int64_t>(exponent - other.exponent, -4000))) +
        other.mantissa;
    exponent = other.exponent;
  } else {
    mantissa += std::ldexp(
        other.mantissa, static_cast<int>(std::max<std::int64_t>(other.exponent - exponent, -4000)));
  }
}

std::string PathCount::text() const {
  if (exponent == 0 && mantissa < kExact) return grouped(mantissa);
  const double digits = std::log10(mantissa) + static_cast<double>(exponent) * std::log10(2.0);
  const double whole = std::floor(digits);
  return fmt::format("{:.3f}e+{:.0f}", std::pow(10.0, digits - whole), whole);
}

}  // namespace tidemark
