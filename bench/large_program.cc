#include "bench/large_program.h"

#include <fmt/format.h>

#include <iterator>
#include <vector>

#include "gen/random.h"

namespace tidemark {
namespace {

constexpr std::size_t kEngines = 5;
constexpr std::size_t kBuffers = 64;
constexpr std::size_t kNesting = 6;
constexpr std::size_t kCounters = 4;

std::size_t slots_of(std::size_t buffer) {
  return buffer % 3 == 0 ? 2 + buffer % 2 + buffer % 4 / 3 : 1;
}
bool is_range(std::size_t buffer) { return buffer % 8 == 7 && slots_of(buffer) == 1; }

std::string declarations() {
  std::string text =
      "program large\nengine dma inflight 4\nengine pe, act, dve, pool\nparam n, m, f\n"
      "memory sbuf\ncounter c0, c1, c2, c3\n";
  for (std::size_t b = 0; b < kBuffers; ++b)
    text += slots_of(b) > 1 ? fmt::format("buffer b{}[{}]\n", b, slots_of(b))
            : is_range(b)   ? fmt::format("buffer b{} at sbuf[{}, {})\n", b, b * 64, b * 64 + 640)
                            : fmt::format("buffer b{}\n", b);
  return text;
}

class Writer {
 public:
  Writer(std::size_t instructions, BufferUse use)
      : left_(instructions), use_(use), random_(instructions) {}

  std::string run() {
    while (left_ > 0) nest(0);
    return declarations() + text_;
  }

 private:
  template <class... Args>
  void line(fmt::format_string<Args...> format, Args&&... args) {
    text_.append(2 * depth_, ' ');
    fmt::format_to(std::back_inserter(text_), format, std::forward<Args>(args)...);
    text_ += '\n';
  }

  // A control statement and what is in it: some instructions, often deeper control, some more.
  void nest(std::size_t depth) {
    open(depth);
    ++depth_;
    instructions(2 + random_.below(4));
    if (depth + 1 < kNesting && !random_.once_in(4)) nest(depth + 1);
    if (random_.once_in(3)) advance_counter();
    instructions(1 + random_.below(3));
    --depth_;
    close();
  }

  void open(std::size_t depth) {
    const std::uint64_t kind = random_.below(10);
    is_loop_.push_back(kind < 8);
    if (kind < 4)
      line("for i{} in 0..{} {{", depth, random_.once_in(2) ? "n" : "m");
    else if (kind < 6)
      line("for i{} in 0..{} {{", depth, 2 + random_.below(7));
    else if (kind < 8)
      line("for i{} in 0..{} {{", depth, variables_.empty() ? "n" : variables_.back() + " + 1");
    else if (kind == 8 || variables_.empty())
      line("if f {{");
    else
      line("if {} == 0 {{", variables_.back());
    if (is_loop_.back()) variables_.push_back(fmt::format("i{}", depth));
  }

  void close() {
    line("}}");
    if (is_loop_.back()) variables_.pop_back();
    is_loop_.pop_back();
  }

  void advance_counter() {
    const std::uint64_t c = random_.below(kCounters);
    line("c{} = c{} + 1", c, c);
  }

  void instructions(std::size_t count) {
    for (; count > 0 && left_ > 0; --count, --left_) {
      const std::size_t engine = random_.below(kEngines);
      static constexpr const char* kNames[] = {"dma", "pe", "act", "dve", "pool"};
      std::string reads = operand((engine + kEngines - 1) % kEngines);
      if (random_.once_in(2)) reads += ", " + operand((engine + kEngines - 1) % kEngines);
      line("{} op {} -> {}", kNames[engine], reads, operand(engine));
    }
  }

  // A buffer that `owner` writes; now and then any, where they are shared.
  std::string operand(std::size_t owner) {
    const std::size_t of_owner = (kBuffers - owner + kEngines - 1) / kEngines;
    const bool any = use_ == BufferUse::shared && random_.once_in(8);
    const std::size_t buffer =
        any ? random_.below(kBuffers) : owner + kEngines * random_.below(of_owner);
    if (slots_of(buffer) == 1) return fmt::format("b{}", buffer);
    return fmt::format("b{}[{} % {}]", buffer, position(), slots_of(buffer));
  }

  std::string position() {
    if (variables_.empty() || random_.once_in(3))
      return fmt::format("c{}", random_.below(kCounters));
    if (random_.once_in(3)) return fmt::format("({} + 1)", variables_.back());
    return variables_.back();
  }

  std::size_t left_;
  BufferUse use_;
  Random random_;
  std::string text_;
  std::size_t depth_ = 0;
  std::vector<bool> is_loop_;           // of the open control statements
  std::vector<std::string> variables_;  // of the open loops
};

}  // namespace

std::string large_program(std::size_t instructions, BufferUse use) {
  return Writer(instructions, use).run();
}

std::string program_of_many_buffers(std::size_t instructions) {
  std::string text = "program wide\nengine e0, e1, e2, e3, e4\n";
  for (std::size_t k = 0; k < instructions; ++k) text += fmt::format("buffer b{}\n", k);
  Random random(instructions);
  for (std::size_t k = 0; k < instructions; ++k) {
    text += fmt::format("e{} op", k % kEngines);
    for (std::size_t r = 0; k > 0 && r < 1 + random.below(3); ++r)
      text += fmt::format("{} b{}", r == 0 ? "" : ",", random.below(k));
    text += fmt::format(" -> b{}\n", k);
  }
  return text;
}

}  // namespace tidemark
