#include "cli/explore_progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

namespace tidemark {
namespace {

bool is_terminal() { return isatty(STDERR_FILENO) != 0; }

constexpr const char* kClearLine = "\r\033[K";

}  // namespace

std::function<void(const ExploreProgress&)> show_states() {
  if (!is_terminal()) return {};
  return [](const ExploreProgress& progress) {
    const double millions = static_cast<double>(progress.states) / 1e6;
    fmt::print(stderr, "{}{:.1f} M states, {:.1f} M/s, depth {} of {}, {:.0f} s left", kClearLine,
               millions, millions / progress.seconds, progress.depth, progress.end_depth,
               progress.seconds_left);
  };
}

std::function<void(const SampleProgress&)> show_schedules() {
  if (!is_terminal()) return {};
  return [](const SampleProgress& progress) {
    fmt::print(stderr, "{}{} schedules, {:.0f}/s, {:.0f} s left", kClearLine, progress.schedules,
               static_cast<double>(progress.schedules) / progress.seconds, progress.seconds_left);
  };
}

void show_runs(std::uint64_t done, std::uint64_t of, double seconds) {
  if (!is_terminal() || done == 0) return;
  const double rate = static_cast<double>(done) / seconds;
  fmt::print(stderr, "{}{} runs of real threads, {:.1f}/s, {:.0f} s left", kClearLine, done, rate,
             static_cast<double>(of - done) / rate);
}

void end_progress() {
  if (is_terminal()) fmt::print(stderr, "{}", kClearLine);
}

}  // namespace tidemark
