#include "fuzz/campaign/campaign.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <tuple>
#include <vector>

#include "core/text/print.h"

namespace tidemark {
namespace {

class Campaign {
 public:
  Campaign(const StreamsMaker& maker, const CampaignOptions& options, const CampaignWatch& watch)
      : maker_(maker), options_(options), watch_(watch), working_(options.jobs) {}

  CampaignTally run() && {
    std::vector<std::jthread> workers;
    for (unsigned i = 0; i < options_.jobs; ++i) workers.emplace_back([this] { work(); });
    std::unique_lock lock(mutex_);
    while (!ended_.wait_for(lock, kBetweenLooks, [&] { return working_ == 0; }))
      if (look() == Campaigning::stop) stop_ = true;
    look();
    return tally_;
  }

 private:
  static constexpr std::chrono::milliseconds kBetweenLooks{200};

  Campaigning look() {
    tally_.seconds = std::chrono::duration<double>(Clock::now() - start_).count();
    return watch_.progress(tally_);
  }

  void work() {
    while (!stop_) {
      const std::uint64_t index = next_++;
      if (index >= options_.programs) break;
      const Trial drawn = draw_trial(options_.seed, options_.first + index, options_.trials);
      const Judgement judgement = judge(drawn, maker_, options_.runs);
      add(drawn, judgement);
      if (is_finding(judgement.verdict, options_.demand)) report(drawn, judgement);
    }
    const std::lock_guard lock(mutex_);
    --working_;
    ended_.notify_all();
  }

  void add(const Trial& drawn, const Judgement& judgement) {
    const ProgramTraits traits = text_traits(drawn.program);
    const std::lock_guard lock(mutex_);
    ++tally_.programs;
    tally_.runs += judgement.runs;
    tally_.instances += judgement.instances;
    tally_.redrawn += judgement.redrawn;
    tally_.refused += is_refused(judgement);
    tally_.undecided += judgement.verdict == Verdict::unknown && !is_refused(judgement);
    tally_.failures += is_finding(judgement.verdict, options_.demand);
    tally_.covered.insert(traits);
  }

  void report(const Trial& failing, const Judgement& judgement) {
    const CampaignFinding finding =
        shrink_finding(failing, maker_, judgement,
                       {options_.runs, options_.shrink, [this] { return stop_.load(); }});
    const std::lock_guard lock(mutex_);
    if (!known_.emplace(finding.verdict, finding.how, print(finding.program)).second) return;
    ++tally_.findings;
    watch_.found(finding);
  }

  using Clock = std::chrono::steady_clock;

  const StreamsMaker& maker_;
  const CampaignOptions& options_;
  const CampaignWatch& watch_;
  const Clock::time_point start_ = Clock::now();
  std::atomic<std::uint64_t> next_ = 0;
  std::atomic<bool> stop_ = false;

  std::mutex mutex_;  // guards what follows
  std::condition_variable ended_;
  unsigned working_;
  CampaignTally tally_;
  std::set<std::tuple<Verdict, std::string, std::string>> known_;
};

}  // namespace

CampaignTally run_campaign(const StreamsMaker& maker, const CampaignOptions& options,
                           const CampaignWatch& watch) {
  return Campaign(maker, options, watch).run();
}

}  // namespace tidemark
