// What an external synchronizer may answer is anything: here what a case has as its streams.
// The answer is streams of the program on which the deciders agree, or a failure that says
// why. Some answers, chosen by their bytes, go through a real process too: the same comes
// out as is read without one.
#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include "core/check.h"
#include "core/external/external_command.h"
#include "core/ir/match.h"
#include "core/run/hash.h"
#include "core/text/print.h"
#include "fuzz/targets/counter.h"
#include "fuzz/targets/finding.h"
#include "fuzz/targets/subject.h"

namespace tidemark {
namespace {

using Answer = std::expected<Streams, ExternalFailure>;

constexpr std::uint64_t kProcessOnceIn = 16;  // a process takes longer than all the rest
constexpr CommandLimits kQuick = {.time = std::chrono::seconds(5), .output_bytes = 8'192};

Counters counters("external", {"inputs", "answered", "with streams", "through a process"});

// A file in memory that a command may read by its path.
class SharedText {
 public:
  explicit SharedText(std::string_view text) : file_(memfd_create("answer", 0)) {
    CHECK(file_ >= 0);
    CHECK(write(file_, text.data(), text.size()) == static_cast<ssize_t>(text.size()));
  }
  ~SharedText() { close(file_); }
  SharedText(const SharedText&) = delete;
  SharedText& operator=(const SharedText&) = delete;

  std::string path() const { return fmt::format("/proc/self/fd/{}", file_); }

 private:
  int file_;
};

bool is_chosen(std::string_view text) {
  std::uint64_t hash = 0;
  for (const char c : text) hash = mix(hash ^ static_cast<unsigned char>(c));
  return hash % kProcessOnceIn == 0;
}

bool same(const Answer& one, const Answer& other) {
  if (one && other) return *one == *other;
  return !one && !other && one.error().kind == other.error().kind &&
         one.error().message == other.error().message;
}

void compare_with_process(const FuzzSubject& subject, std::string_view text, const Answer& read) {
  counters.add(3);
  const SharedText shared(text);
  const ExternalCommand command("cat >&2; exec cat " + shared.path(), kQuick);
  const Answer through_process = command.synchronize(subject.program);
  if (!same(read, through_process))
    report_finding(
        fmt::format("a process answers otherwise: {}",
                    through_process ? "streams" : through_process.error().message.c_str()),
        subject.text);
}

void expect_reason(const ExternalFailure& failure, std::string_view text) {
  using Kind = ExternalFailure::Kind;
  const bool is_told = failure.kind == Kind::garbage || failure.kind == Kind::malformed;
  if (!is_told || failure.diagnostics.empty())
    report_finding("no reason is told: " + failure.message, text);
}

void expect_streams(const FuzzSubject& subject, const Streams& streams) {
  counters.add(2);
  if (const auto found = mismatches(subject.program, streams, 1); !found.empty())
    report_finding("taken for streams of the program: " + found.front().message, subject.text);
  decide_by_all(subject, streams, "answer");
}

void fuzz(std::string_view text) {
  counters.add(0);
  const auto subject = subject_of(text);
  if (!subject) return;
  const auto written = split_case(text).streams;
  if (!written) return;
  counters.add(1);
  const CommandResult result = {
      .end = CommandResult::End::exited, .code = 0, .output = std::string(*written), .errors = {}};
  const Answer answer = answer_of(result, kQuick, subject->program);
  if (answer)
    expect_streams(*subject, *answer);
  else
    expect_reason(answer.error(), text);
  if (is_chosen(*written)) compare_with_process(*subject, *written, answer);
}

}  // namespace
}  // namespace tidemark

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  tidemark::fuzz({reinterpret_cast<const char*>(data), size});
  return 0;
}
