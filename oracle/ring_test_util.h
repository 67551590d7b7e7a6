// For tests: a transfer queue that fills a ring of two slots, an engine that empties it, and
// streams of both with a wait of one's own before each instruction.
#pragma once

#include <string>

namespace tidemark {

inline constexpr const char* kRing =
    "program p\n"
    "engine dma inflight 2\n"
    "engine pe\n"
    "param n\n"
    "buffer x[2], y\n"
    "for i in 0..n {\n"
    "  dma load -> x[i % 2]\n"
    "  pe add x[i % 2], y -> y\n"
    "}\n";

inline std::string stream_pair(const std::string& dma_wait, const std::string& pe_wait) {
  return "streams p\nsemaphore d, e\n"
         "stream dma {\n for i {\n  " +
         dma_wait +
         "\n  issue load signal d\n }\n}\n"
         "stream pe {\n for i {\n  " +
         pe_wait + "\n  issue add signal e\n }\n}\n";
}

}  // namespace tidemark
