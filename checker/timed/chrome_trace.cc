#include "checker/timed/chrome_trace.h"

#include <fmt/format.h>

#include <iterator>

#include "checker/timed/span_names.h"

namespace tidemark {
namespace {

constexpr double kPsPerUs = 1e6;  // the format's unit is the microsecond

double us(Picoseconds time) { return static_cast<double>(time) / kPsPerUs; }

class Writer {
 public:
  explicit Writer(const Program& program) : program_(program) {}

  std::string run(const Timeline& timeline) {
    for (const EngineId engine : program_.engines.ids()) name_tracks(engine);
    for (const Span& span : timeline.spans) slice(span);
    for (const BarrierSpan& barrier : timeline.barriers)
      slice("barrier", engine_track(barrier.engine), barrier.arrived, barrier.left);
    for (const HeldWait& wait : timeline.waits) flow(wait);
    return "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n" + text_ + "\n]}\n";
  }

 private:
  static std::uint32_t engine_track(EngineId engine) { return 2 * engine.value + 1; }
  static std::uint32_t latency_track(EngineId engine) { return 2 * engine.value + 2; }

  template <class... Args>
  void event(fmt::format_string<Args...> format, Args&&... args) {
    if (!text_.empty()) text_ += ",\n";
    fmt::format_to(std::back_inserter(text_), format, std::forward<Args>(args)...);
  }

  void name_tracks(EngineId engine) {
    const std::string& name = program_.engines[engine].name;
    name_track(engine_track(engine), name);
    if (program_.engines[engine].inflight > 1)
      name_track(latency_track(engine), name + ", under way");
  }

  void name_track(std::uint32_t track, const std::string& name) {
    event(R"({{"ph":"M","pid":1,"tid":{},"name":"thread_name","args":{{"name":"{}"}}}})", track,
          name);
    event(R"({{"ph":"M","pid":1,"tid":{},"name":"thread_sort_index","args":{{"sort_index":{}}}}})",
          track, track);
  }

  void slice(const Span& span) {
    const std::string name = name_of(span, program_);
    slice(name, engine_track(span.engine), span.start, span.free);
    if (span.complete == span.free) return;
    // Several are under way at once: slices that overlap without nesting are asynchronous.
    for (const bool begins : {true, false})
      event(R"({{"ph":"{}","cat":"transfer","id":{},"pid":1,"tid":{},"name":"{}","ts":{:.6f}}})",
            begins ? 'b' : 'e', transfers_, latency_track(span.engine), name,
            us(begins ? span.free : span.complete));
    ++transfers_;
  }

  void slice(std::string_view name, std::uint32_t track, Picoseconds from, Picoseconds to) {
    event(R"({{"ph":"X","pid":1,"tid":{},"name":"{}","ts":{:.6f},"dur":{:.6f}}})", track, name,
          us(from), us(to - from));
  }

  void flow(const HeldWait& wait) {
    const std::uint64_t id = flows_++;
    event(R"({{"ph":"s","cat":"wait","name":"wait","id":{},"pid":1,"tid":{},"ts":{:.6f}}})", id,
          engine_track(wait.producer), us(wait.completed) - 1e-6);
    event(
        R"({{"ph":"f","bp":"e","cat":"wait","name":"wait","id":{},"pid":1,"tid":{},"ts":{:.6f}}})",
        id, engine_track(wait.consumer), us(wait.passed));
  }

  const Program& program_;
  std::string text_;
  std::uint64_t flows_ = 0;
  std::uint64_t transfers_ = 0;
};

}  // namespace

std::string chrome_trace(const Timeline& timeline, const Program& program) {
  return Writer(program).run(timeline);
}

}  // namespace tidemark
