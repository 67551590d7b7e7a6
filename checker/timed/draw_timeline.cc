#include "checker/timed/draw_timeline.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "checker/timed/span_names.h"

namespace tidemark {
namespace {

constexpr double kLeft = 70, kTop = 34, kLane = 34, kBar = 18, kWidth = 1130;
constexpr int kTicks = 8;

double ns(Picoseconds time) { return static_cast<double>(time) / kPicosecondsPerNs; }

// One hue for each instruction, far from those of its neighbours.
int hue(const Span& span) { return span.is_read ? 0 : static_cast<int>(span.source * 137 % 360); }

class Svg {
 public:
  explicit Svg(const Picture& picture) : program_(picture.program), timeline_(picture.timeline) {
    for (const Span& span : timeline_.spans) last_ = std::max(last_, span.complete);
    for (const BarrierSpan& barrier : timeline_.barriers) last_ = std::max(last_, barrier.left);
  }

  std::string run(const std::string& title) {
    const double height = kTop + kLane * static_cast<double>(program_.engines.size()) + 40;
    put(R"(<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {} {}" )"
        "font-family=\"sans-serif\" font-size=\"11\">\n"
        "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n",
        kLeft + kWidth + 20, height);
    put("<text x=\"10\" y=\"18\" font-size=\"14\">{}</text>\n", title);
    for (const EngineId engine : program_.engines.ids()) lane(engine);
    for (const BarrierSpan& barrier : timeline_.barriers) bar(barrier);
    for (const Span& span : timeline_.spans) bar(span);
    for (const HeldWait& wait : timeline_.waits) arrow(wait);
    for (int tick = 0; tick <= kTicks; ++tick) label(tick, height);
    put("</svg>\n");
    return std::move(text_);
  }

 private:
  template <class... Args>
  void put(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<Args>(args)...);
  }

  double x(Picoseconds time) const {
    return kLeft + kWidth * static_cast<double>(time) / static_cast<double>(last_);
  }
  static double y(EngineId engine) { return kTop + kLane * static_cast<double>(engine.value); }

  void lane(EngineId engine) {
    put("<text x=\"10\" y=\"{:.1f}\">{}</text>\n"
        "<line x1=\"{}\" x2=\"{}\" y1=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"#ddd\"/>\n",
        y(engine) + 13, program_.engines[engine].name, kLeft, kLeft + kWidth, y(engine) + kBar + 6,
        y(engine) + kBar + 6);
  }

  void bar(const Span& span) {
    put("<rect class=\"i\" x=\"{:.2f}\" y=\"{:.1f}\" width=\"{:.2f}\" height=\"{}\" "
        "fill=\"hsl({},60%,62%)\"><title>{}: {:.0f} to {:.0f} ns, complete at {:.0f}"
        "</title></rect>\n",
        x(span.start), y(span.engine), std::max(0.5, x(span.free) - x(span.start)), kBar, hue(span),
        name_of(span, program_), ns(span.start), ns(span.free), ns(span.complete));
    if (span.complete > span.free)
      put("<line x1=\"{:.2f}\" x2=\"{:.2f}\" y1=\"{:.1f}\" y2=\"{:.1f}\" "
          "stroke=\"hsl({},60%,62%)\" stroke-width=\"2\"/>\n",
          x(span.free), x(span.complete), y(span.engine) + kBar + 2, y(span.engine) + kBar + 2,
          hue(span));
  }

  void bar(const BarrierSpan& barrier) {
    put("<rect x=\"{:.2f}\" y=\"{:.1f}\" width=\"{:.2f}\" height=\"{}\" fill=\"#e6e6e6\">"
        "<title>barrier: {:.0f} to {:.0f} ns</title></rect>\n",
        x(barrier.arrived), y(barrier.engine), x(barrier.left) - x(barrier.arrived), kBar,
        ns(barrier.arrived), ns(barrier.left));
  }

  void arrow(const HeldWait& wait) {
    put("<line x1=\"{:.2f}\" y1=\"{:.1f}\" x2=\"{:.2f}\" y2=\"{:.1f}\" stroke=\"#444\" "
        "stroke-width=\"0.5\" opacity=\"0.6\"/>\n",
        x(wait.completed), y(wait.producer) + kBar, x(wait.passed), y(wait.consumer));
  }

  void label(int tick, double height) {
    const Picoseconds time = last_ * tick / kTicks;
    put("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\" fill=\"#666\">{:.4g} us</text>\n",
        x(time), height - 12, ns(time) / 1000);
  }

  const Program& program_;
  const Timeline& timeline_;
  Picoseconds last_ = 1;
  std::string text_;
};

}  // namespace

std::string timeline_svg(const Picture& picture) { return Svg(picture).run(picture.title); }

}  // namespace tidemark
