#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>

#include "bench/suite/suite.h"

namespace tidemark {
namespace {

constexpr double kLeft = 150, kTop = 60, kRow = 58, kBar = 11, kWidth = 700;
constexpr double kMost = 5;  // times the bound; longer bars are cut and say how long they are

struct Contender {
  const char* name;
  const char* colour;
};
constexpr std::array<Contender, 4> kContenders = {{{"barrier", "#c0504d"},
                                                   {"barrier x4", "#e0a0a0"},
                                                   {"by hand", "#9bbb59"},
                                                   {"dynamic", "#4f81bd"}}};

class Svg {
 public:
  std::string run(const Suite& suite) {
    const double height = kTop + kRow * static_cast<double>(suite.kernels.size()) + 20;
    put(R"(<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {} {}" )"
        "font-family=\"sans-serif\" font-size=\"12\">\n"
        "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
        "<text x=\"10\" y=\"20\" font-size=\"14\">Simulated latency over the bound, {}</text>\n",
        kLeft + kWidth + 90, height, suite.target);
    legend();
    for (int mark = 1; mark <= static_cast<int>(kMost); ++mark) grid(mark, height);
    for (const SuiteKernelResult& kernel : suite.kernels) row(kernel);
    put("</svg>\n");
    return std::move(text_);
  }

 private:
  template <class... Args>
  void put(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<Args>(args)...);
  }

  static double x(double ratio) { return kLeft + kWidth * std::min(ratio, kMost) / kMost; }

  void legend() {
    double at = kLeft;
    for (const Contender& contender : kContenders) {
      put("<rect x=\"{}\" y=\"30\" width=\"10\" height=\"10\" fill=\"{}\"/>"
          "<text x=\"{}\" y=\"40\">{}</text>\n",
          at, contender.colour, at + 14, contender.name);
      at += 100;
    }
  }

  void grid(int mark, double height) {
    put("<line x1=\"{0:.1f}\" x2=\"{0:.1f}\" y1=\"{1}\" y2=\"{2:.1f}\" stroke=\"{3}\"/>"
        "<text x=\"{0:.1f}\" y=\"{4:.1f}\" text-anchor=\"middle\" fill=\"#666\">{5}</text>\n",
        x(mark), kTop - 6, height - 18, mark == 1 ? "#888" : "#ddd", height - 4, mark);
  }

  void row(const SuiteKernelResult& kernel) {
    const Measured& m = kernel.measured;
    const std::array<double, 4> latencies = {m.barrier_ns, m.barrier_x4_ns,
                                             m.by_hand_ns.value_or(0), m.dynamic_ns};
    put("<text x=\"{}\" y=\"{:.1f}\" text-anchor=\"end\">{}</text>\n", kLeft - 8,
        kTop + kRow * static_cast<double>(rows_) + 26, kernel.name);
    for (std::size_t i = 0; i < latencies.size(); ++i) {
      const double ratio = latencies[i] / m.bound_ns;
      const double y =
          kTop + kRow * static_cast<double>(rows_) + (kBar + 1) * static_cast<double>(i);
      put("<rect x=\"{}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{}\" fill=\"{}\"/>"
          "<text x=\"{:.1f}\" y=\"{:.1f}\" font-size=\"9\">{:.3f}</text>\n",
          kLeft, y, x(ratio) - kLeft, kBar, kContenders[i].colour, x(ratio) + 4, y + 9, ratio);
    }
    ++rows_;
  }

  std::string text_;
  std::size_t rows_ = 0;
};

}  // namespace

std::string to_svg(const Suite& suite) { return Svg().run(suite); }

}  // namespace tidemark
