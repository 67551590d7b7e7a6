// Figures beside the marks they must reach, for parts of the long campaign and for
// benchmarks: one line each, which `./tidemark test --long` repeats at its end.
//
//   reached  clocks, million instances/s: 14.2 (at least 10)
//   MISSED   waits over the least possible, moe_decode: 1.19 (at most 1.15)
#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <string_view>

namespace tidemark {

class Marks {
 public:
  void at_least(std::string_view what, double figure, double mark) {
    report(what, figure, "at least", mark, figure >= mark);
  }
  void at_most(std::string_view what, double figure, double mark) {
    report(what, figure, "at most", mark, figure <= mark);
  }

  // For `return marks.exit_code();`: 0 iff there was a mark and none was missed.
  int exit_code() const { return reached_ > 0 && missed_ == 0 ? 0 : 1; }

 private:
  void report(std::string_view what, double figure, std::string_view bound, double mark,
              bool reached) {
    ++(reached ? reached_ : missed_);
    fmt::print("{:<8} {}: {:.6g} ({} {:.6g})\n", reached ? "reached" : "MISSED", what, figure,
               bound, mark);
    std::fflush(stdout);
  }

  int reached_ = 0;
  int missed_ = 0;
};

}  // namespace tidemark
