// The long campaign: `campaign N` takes N random programs, with every feature of the form,
// through `dynamic`, which must be exact for all, and a sixteenth of them through `barrier`
// and `serial`, which must be safe. Findings are printed, shrunk, as corpus files.
#include <fmt/format.h>

#include <cstdlib>
#include <string>
#include <thread>

#include "core/sync/synchronizer.h"
#include "fuzz/campaign/campaign.h"
#include "tests/mark.h"

namespace tidemark {
namespace {

constexpr double kMostMinutes = 60;

CampaignTally run(const std::string& name, std::uint64_t programs) {
  const Synchronizer* synchronizer = find_synchronizer(name);
  const CampaignOptions options = {
      .seed = 1,
      .programs = programs,
      .demand = name == "dynamic" ? Demand::exact : Demand::safe,
      .jobs = std::max(1u, std::thread::hardware_concurrency()),
  };
  const CampaignTally tally = run_campaign(
      [&](const Program& program) { return synchronizer->synchronize(program).streams; }, options,
      {.progress = [](const CampaignTally&) { return Campaigning::go_on; },
       .found =
           [&](const CampaignFinding& finding) {
             fmt::print("{}",
                        corpus_text(finding, name, fmt::format("program {}", finding.number)));
           }});
  fmt::print("{}: {} programs, {} runs, {} instances, {} inputs redrawn, {:.0f} s\n", name,
             tally.programs, tally.runs, tally.instances, tally.redrawn, tally.seconds);
  return tally;
}

int campaign(std::uint64_t programs) {
  Marks marks;
  double seconds = 0;
  for (const auto& [name, share] :
       {std::pair("dynamic", programs), {"barrier", programs / 16}, {"serial", programs / 16}}) {
    const CampaignTally tally = run(name, share);
    seconds += tally.seconds;
    marks.at_least(fmt::format("random programs through {}", name),
                   static_cast<double>(tally.programs), static_cast<double>(share));
    marks.at_most(fmt::format("programs that {} gets wrong", name),
                  static_cast<double>(tally.failures), 0);
    marks.at_most(fmt::format("programs undecided, {}", name), static_cast<double>(tally.undecided),
                  0);
    marks.at_least(fmt::format("traits of programs, {}", name),
                   static_cast<double>(tally.covered.size()), kProgramTextTraits);
  }
  marks.at_most("minutes", seconds / 60, kMostMinutes);
  return marks.exit_code();
}

}  // namespace
}  // namespace tidemark

int main(int argc, char** argv) {
  return tidemark::campaign(argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 2000);
}
