// splitmix64: the one source of drawn values. A draw is a hash of what it is for, so it
// never depends on what else was drawn; a sequence hashes seed, seed + 1, ...
#pragma once

#include <cstdint>

namespace tidemark {

constexpr std::uint64_t mix(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
  return x ^ (x >> 31);
}

}  // namespace tidemark
