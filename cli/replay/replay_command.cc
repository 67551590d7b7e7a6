// tidemark replay: everything that a corpus announces, decided again.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <mutex>
#include <thread>

#include "cli/command.h"
#include "cli/replay/replay_entry.h"

namespace tidemark {
namespace {

class ReplayCommand : public Command {
 public:
  std::string_view name() const override { return "replay"; }
  std::string_view summary() const override {
    return "decide every file of a corpus again, against the verdicts that they announce";
  }
  std::string_view lesson() const override {
    return "Each .tm and .tms is decided by every decider that applies: the clocks, all states\n"
           "where the run is small, a proof for all inputs where `exact` is expected. A verdict\n"
           "other than announced, deciders that differ, an `unknown` that the file does not\n"
           "announce, and a file slower than --limit fail. What the head of a file means is in\n"
           "corpus/README.md. --proof 0 proves nothing.\n"
           "\n"
           "Examples:\n"
           "  tidemark replay                    all of corpus/\n"
           "  tidemark replay corpus/streams --jobs 1";
  }

  void declare(Flags& flags) override {
    flags.files("PATH", paths_, "files and folders (default corpus)");
    flags.number("--limit", limit_, "seconds that one file may take (default 60)");
    flags.number("--proof", proof_seconds_, "seconds that one proof may take (default 20)");
    flags.number("--jobs", jobs_, "files at once (default: one for each processor)");
  }

  Report run(std::istream&) override {
    if (paths_.empty()) paths_ = {"corpus"};
    const auto files = corpus_files(paths_);
    if (!files) return bad_input(files.error());
    if (files->empty()) return bad_input("there is no .tm and no .tms to replay");
    rows_.resize(files->size());
    replay_all(*files);
    return report(*files);
  }

 private:
  void replay_all(const std::vector<std::filesystem::path>& files) {
    const std::uint64_t processors = std::max(1u, std::thread::hardware_concurrency());
    const std::uint64_t jobs = std::clamp<std::uint64_t>(jobs_.value_or(processors), 1, 256);
    std::vector<std::jthread> workers;
    for (std::uint64_t i = 0; i < jobs; ++i)
      workers.emplace_back([&] {
        for (std::size_t at = next_++; at < files.size(); at = next_++) {
          rows_[at] = replay(files[at]);
          show_progress(files.size());
        }
      });
  }

  Replayed replay(const std::filesystem::path& file) const {
    const auto entry = read_corpus_entry(file);
    if (!entry) return {.failures = {entry.error()}};
    Replayed row = replay_entry(*entry, {.proof_seconds = static_cast<double>(proof_seconds_)});
    if (row.seconds > static_cast<double>(limit_))
      row.failures.push_back(
          fmt::format("took {:.1f} s, and {} s is the limit", row.seconds, limit_));
    return row;
  }

  void show_progress(std::size_t all) {
    if (isatty(STDERR_FILENO) == 0) return;
    const std::lock_guard lock(mutex_);
    const std::size_t done = ++done_;
    const double seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
    fmt::print(stderr, "\r{} of {} files, {:.0f} s left {}", done, all,
               seconds * static_cast<double>(all - done) / static_cast<double>(done),
               done == all ? "\n" : "");
  }

  Report report(const std::vector<std::filesystem::path>& files) const {
    Report report;
    Replayed sum;
    std::size_t failed = 0;
    auto failures = nlohmann::ordered_json::array();
    for (std::size_t i = 0; i < files.size(); ++i) {
      const Replayed& row = rows_[i];
      sum.by_clocks += row.by_clocks;
      sum.by_states += row.by_states;
      sum.proofs += row.proofs;
      sum.unknown += row.unknown;
      failed += !row.failures.empty();
      for (const std::string& failure : row.failures) {
        report.text += fmt::format("{}: {}\n", files[i].string(), failure);
        failures.push_back({{"file", files[i].string()}, {"failure", failure}});
      }
    }
    const std::string line = fmt::format(
        "{} files, {} fail: {} runs by clocks, {} by all states, {} proofs; {} unknown as "
        "announced",
        files.size(), failed, sum.by_clocks, sum.by_states, sum.proofs, sum.unknown);
    report.text += line + "\n";
    report.json = {{"files", files.size()},      {"failed", failed},
                   {"by_clocks", sum.by_clocks}, {"by_states", sum.by_states},
                   {"proofs", sum.proofs},       {"unknown", sum.unknown},
                   {"failures", failures},       {"summary", line}};
    if (failed > 0) report.exit = Exit::finding;
    return report;
  }

  std::vector<std::string> paths_;
  std::uint64_t limit_ = 60;
  std::uint64_t proof_seconds_ = 20;
  std::optional<std::uint64_t> jobs_;
  std::vector<Replayed> rows_;  // by file; each is written by one worker
  std::atomic<std::size_t> next_ = 0;
  std::mutex mutex_;
  std::size_t done_ = 0;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

}  // namespace

std::unique_ptr<Command> make_replay_command() { return std::make_unique<ReplayCommand>(); }

}  // namespace tidemark
