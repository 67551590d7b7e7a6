#include "gen/ring_program.h"

#include <fmt/format.h>

#include <string>

#include "core/text/parse.h"
#include "gen/random.h"

namespace tidemark {
namespace {

class RingWriter {
 public:
  explicit RingWriter(std::uint64_t seed)
      : random_(seed),
        slots_(random_.between(2, 5)),
        by_counter_(random_.once_in(4)),
        step_(random_.once_in(5) ? 2 : 1),
        is_nested_(random_.once_in(2)) {}

  std::string write() {
    std::string text = fmt::format(
        "program rings\nengine a inflight {}, b, c\nparam n, m\nbuffer r[{}], s[{}], y, z\n"
        "counter k, d\n",
        random_.between(1, 2), slots_, slots_);
    if (is_nested_) text += "for o in 0..m {\n";
    text += loop("i");
    if (random_.once_in(3)) text += loop("j");
    if (is_nested_) text += "}\n";
    return text;
  }

 private:
  std::string loop(const char* variable) {
    const std::string lower = random_.once_in(4) ? random_.once_in(2) ? "load z" : "d" : "0";
    std::string text = lower == "d" ? "d = d + 1\n" : "";
    text += fmt::format("for {} in {}..n{} {{\n", variable, lower, step_ == 1 ? "" : " step 2");
    for (std::int64_t left = random_.between(2, 5); left > 0; --left)
      text += instruction(by_counter_ ? "k" : variable);
    if (by_counter_) text += fmt::format("k = k + {}\n", step_);
    return text + "}\n";
  }

  std::string instruction(const std::string& position) {
    const char* engine = random_.once_in(3) ? "a" : random_.once_in(2) ? "b" : "c";
    const std::string reads = random_.once_in(4) ? "" : operand(position);
    const std::string writes = reads.empty() || random_.once_in(2) ? operand(position) : "";
    return fmt::format("{} op {} -> {}\n", engine, reads, writes);
  }

  std::string operand(const std::string& position) {
    if (random_.once_in(8)) return "y";
    return fmt::format("{}[({} + {}) % {}]", random_.once_in(3) ? "s" : "r", position,
                       random_.once_in(2) ? 0 : random_.between(0, slots_ - 1), slots_);
  }

  Random random_;
  std::int64_t slots_;
  bool by_counter_;
  std::int64_t step_;
  bool is_nested_;
};

}  // namespace

Program ring_program(std::uint64_t seed) { return parse_program(RingWriter(seed).write()).value(); }

}  // namespace tidemark
