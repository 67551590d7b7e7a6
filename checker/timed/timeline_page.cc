#include <fmt/format.h>

#include <iterator>

#include "checker/timed/draw_timeline.h"
#include "checker/timed/span_names.h"

namespace tidemark {
namespace {

constexpr std::string_view kHead = R"html(<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Tidemark timeline</title><style>
body { margin: 0; font: 13px sans-serif; color: #222 }
h1 { font-size: 15px; margin: 8px 12px }
#hint { color: #777; margin: 0 12px 6px }
canvas { display: block; width: 100%; cursor: grab }
#tip { position: fixed; background: #fffd; border: 1px solid #999; padding: 3px 6px;
       pointer-events: none; white-space: pre; display: none }
</style></head><body>
)html";

constexpr std::string_view kScript = R"html(
<script>
const lane = 44, bar = 24, left = 80, top0 = 24;
const canvas = document.getElementById("c"), tip = document.getElementById("tip");
const end = Math.max(1, ...spans.map(s => s[4]), ...barriers.map(b => b[2]));
let from = 0, to = end * 1.02, drawn = 0;
const g = canvas.getContext("2d");
function x(t) { return left + (t - from) / (to - from) * (canvas.clientWidth - left - 10); }
function time(px) { return from + (px - left) / (canvas.clientWidth - left - 10) * (to - from); }
function y(e) { return top0 + e * lane; }
function seen(a, b) { return b >= from && a <= to; }
function hue(s) { return s[1] < 0 ? 0 : s[1] * 137 % 360; }
function draw() {
  const ratio = window.devicePixelRatio || 1, height = top0 + engines.length * lane + 30;
  canvas.style.height = height + "px";
  canvas.width = canvas.clientWidth * ratio; canvas.height = height * ratio;
  g.scale(ratio, ratio); g.clearRect(0, 0, canvas.clientWidth, height);
  g.font = "12px sans-serif"; drawn = 0;
  for (let i = 0; i <= 10; ++i) {
    const t = from + (to - from) * i / 10;
    g.fillStyle = "#888"; g.fillText((t / 1000).toPrecision(5) + " us", x(t) - 20, height - 8);
    g.fillStyle = "#eee"; g.fillRect(x(t), top0 - 4, 1, height - 50);
  }
  g.save(); g.beginPath(); g.rect(left, 0, canvas.clientWidth - left, height); g.clip();
  g.fillStyle = "#e4e4e4";
  for (const [e, a, b] of barriers) if (seen(a, b)) g.fillRect(x(a), y(e), x(b) - x(a), bar);
  for (const s of spans) {
    if (!seen(s[2], s[4])) continue;
    g.fillStyle = `hsl(${hue(s)},60%,62%)`;
    const width = Math.max(1, x(s[3]) - x(s[2]));
    g.fillRect(x(s[2]), y(s[0]), width, bar);
    if (s[4] > s[3]) g.fillRect(x(s[3]), y(s[0]) + bar + 2, x(s[4]) - x(s[3]), 3);
    g.fillStyle = "#222";
    if (width > 40) g.fillText(name(s), x(s[2]) + 3, y(s[0]) + 16, width - 6);
    ++drawn;
  }
  g.strokeStyle = "#3336"; g.beginPath();
  for (const [p, a, c, b] of waits) if (seen(a, b)) {
    g.moveTo(x(a), y(p) + bar); g.lineTo(x(b), y(c) + (c > p ? 0 : bar));
  }
  g.stroke(); g.restore();
  g.fillStyle = "#222";
  engines.forEach((e, i) => g.fillText(e, 10, y(i) + 16));
  document.body.dataset.drawn = drawn;
}
function name(s) { return s[1] < 0 ? "read " + names[-1 - s[1]] : names[s[1]]; }
function at(event) {
  const t = time(event.offsetX), e = Math.floor((event.offsetY - top0) / lane);
  return spans.find(s => s[0] === e && s[2] <= t && t <= Math.max(s[3], s[2] + (to - from) / 1000));
}
canvas.addEventListener("wheel", event => {
  event.preventDefault();
  const t = time(event.offsetX), k = event.deltaY > 0 ? 1.25 : 0.8;
  from = t - (t - from) * k; to = t + (to - t) * k; draw();
}, { passive: false });
canvas.addEventListener("mousemove", event => {
  if (event.buttons & 1) {
    const d = time(event.offsetX - event.movementX) - time(event.offsetX);
    from += d; to += d; draw(); return;
  }
  const s = at(event);
  tip.style.display = s ? "block" : "none";
  if (!s) return;
  tip.style.left = event.clientX + 12 + "px"; tip.style.top = event.clientY + 12 + "px";
  tip.textContent = `${name(s)} on ${engines[s[0]]}\n${s[2]} to ${s[3]} ns, complete at ${s[4]} ns`;
});
canvas.addEventListener("dblclick", () => { from = 0; to = end * 1.02; draw(); });
window.addEventListener("resize", draw);
draw();
</script></body></html>
)html";

class Page {
 public:
  std::string run(const Picture& picture) {
    text_ = kHead;
    put("<h1>{}</h1><p id=\"hint\">wheel: zoom; drag: move; double click: all of it; lines: waits "
        "that held{}</p>\n<canvas id=\"c\"></canvas><div id=\"tip\"></div>\n<script>\n",
        picture.title,
        picture.timeline.is_cut
            ? fmt::format("; only the first {} instances", picture.timeline.spans.size())
            : "");
    data(picture);
    text_ += "</script>";
    return std::move(text_ += kScript);
  }

 private:
  template <class... Args>
  void put(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<Args>(args)...);
  }

  static std::int64_t ns(Picoseconds time) { return (time + 500) / 1000; }

  // Names of instructions, then of control: a read of control k is -1 - its place.
  void data(const Picture& picture) {
    const Program& program = picture.program;
    put("const engines = [");
    for (const Engine& engine : program.engines) put("\"{}\",", engine.name);
    put("];\nconst names = [");
    for (const Instruction& instruction : program.instructions) put("\"{}\",", instruction.name);
    for (const Control& control : program.controls) put("\"{}\",", control.name);
    put("];\nconst spans = [");
    for (const Span& span : picture.timeline.spans)
      put("[{},{},{},{},{}],", span.engine.value, place(span, program), ns(span.start),
          ns(span.free), ns(span.complete));
    put("];\nconst waits = [");
    for (const HeldWait& wait : picture.timeline.waits)
      put("[{},{},{},{}],", wait.producer.value, ns(wait.completed), wait.consumer.value,
          ns(wait.passed));
    put("];\nconst barriers = [");
    for (const BarrierSpan& barrier : picture.timeline.barriers)
      put("[{},{},{}],", barrier.engine.value, ns(barrier.arrived), ns(barrier.left));
    put("];\n");
  }

  static std::int64_t place(const Span& span, const Program& program) {
    return span.is_read ? -1 - static_cast<std::int64_t>(program.instructions.size() + span.source)
                        : std::int64_t{span.source};
  }

  std::string text_;
};

}  // namespace

std::string timeline_page(const Picture& picture) { return Page().run(picture); }

}  // namespace tidemark
