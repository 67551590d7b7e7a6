// The program on which deciders are measured: three engines, two rings of eight slots, n items.
#pragma once

namespace tidemark {

inline constexpr const char* kRing = R"(program ring
engine a, b, c
param n
buffer x[8], y[8]
for i in 0..n {
  a load -> x[i % 8]
  b work x[i % 8] -> y[i % 8]
  c store y[i % 8] ->
}
)";

}  // namespace tidemark
