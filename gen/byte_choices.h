// Choices from bytes, as a fuzzer hands them over: any bytes are choices. After the last
// byte every choice is 0, the simplest, so that short strings give small results.
#pragma once

#include <cstdint>
#include <span>

#include "gen/choices.h"

namespace tidemark {

class ByteChoices final : public Choices {
 public:
  // The bytes must outlive the choices.
  explicit ByteChoices(std::span<const std::uint8_t> bytes) : rest_(bytes) {}

  std::uint64_t below(std::uint64_t n) override {
    std::uint64_t value = 0;
    for (std::uint64_t reach = 1; reach < n && reach != 0; reach <<= 8)
      value = (value << 8) | next_byte();
    return value % n;
  }

 private:
  std::uint8_t next_byte() {
    if (rest_.empty()) return 0;
    const std::uint8_t byte = rest_.front();
    rest_ = rest_.subspan(1);
    return byte;
  }

  std::span<const std::uint8_t> rest_;
};

}  // namespace tidemark
