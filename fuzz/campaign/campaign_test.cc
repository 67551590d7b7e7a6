#include "fuzz/campaign/campaign.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "core/sync/synchronizer.h"
#include "core/text/corpus_header.h"
#include "core/text/parse.h"
#include "core/text/print.h"
#include "gen/program_size.h"

namespace tidemark {
namespace {

StreamsMaker maker_of(std::string_view name) {
  return [synchronizer = find_synchronizer(name)](const Program& program) {
    return synchronizer->synchronize(program).streams;
  };
}

struct Outcome {
  CampaignTally tally;
  std::vector<CampaignFinding> findings;
};

Outcome campaign(const StreamsMaker& maker, const CampaignOptions& options) {
  Outcome outcome;
  outcome.tally = run_campaign(
      maker, options,
      {.progress = [](const CampaignTally&) { return Campaigning::go_on; },
       .found = [&](const CampaignFinding& finding) { outcome.findings.push_back(finding); }});
  return outcome;
}

std::multiset<std::string> programs_of(const CampaignOptions& options) {
  std::mutex mutex;
  std::multiset<std::string> programs;
  const StreamsMaker remember = [&](const Program& program) {
    const std::lock_guard lock(mutex);
    programs.insert(print(program));
    return synchronize(program).streams;
  };
  campaign(remember, options);
  return programs;
}

TEST(Campaign, DynamicIsExactAndTheOthersSafe) {
  for (const std::string_view name : {"dynamic", "barrier", "serial"}) {
    const Demand demand = name == "dynamic" ? Demand::exact : Demand::safe;
    const Outcome outcome = campaign(maker_of(name), {.programs = 300, .demand = demand});
    EXPECT_EQ(outcome.tally.programs, 300u);
    EXPECT_EQ(outcome.tally.failures, 0u) << name;
    EXPECT_EQ(outcome.tally.undecided, 0u) << name;
    EXPECT_GT(outcome.tally.instances, 3000u);
    EXPECT_GE(outcome.tally.covered.size(), 15) << name;
  }
}

TEST(Campaign, TheSameSeedGivesTheSameProgramsOnAnyNumberOfThreads) {
  const auto one = programs_of({.seed = 5, .programs = 100, .jobs = 1});
  EXPECT_EQ(one, programs_of({.seed = 5, .programs = 100, .jobs = 4}));
  EXPECT_NE(one, programs_of({.seed = 6, .programs = 100, .jobs = 1}));
}

TEST(Campaign, ShrinksWhatFailsToTheLeastAndCountsItOnce) {
  const Outcome outcome = campaign(maker_of("none"), {.programs = 60, .jobs = 2});
  EXPECT_GT(outcome.tally.failures, 20u);
  EXPECT_EQ(outcome.tally.findings, outcome.findings.size());
  EXPECT_LT(outcome.tally.findings, outcome.tally.failures);
  for (const CampaignFinding& finding : outcome.findings) {
    EXPECT_EQ(finding.verdict, Verdict::unsafe);
    EXPECT_LE(statement_count(finding.program), 3u) << print(finding.program);
  }
}

TEST(Campaign, AFindingIsACorpusFileThatShowsIt) {
  const Outcome outcome = campaign(maker_of("none"), {.programs = 40});
  ASSERT_FALSE(outcome.findings.empty());
  for (const CampaignFinding& finding : outcome.findings) {
    const std::string text = corpus_text(finding, "none", "a test");
    const auto header = parse_corpus_header(text, "finding.tm");
    ASSERT_TRUE(header.has_value()) << text << to_string(header.error());
    EXPECT_EQ(header->expected[0].synchronizer, "none");
    EXPECT_EQ(header->expected[0].verdict, "unsafe");
    EXPECT_EQ(header->from, "a test");
    const auto program = parse_program(text);
    ASSERT_TRUE(program.has_value()) << text;
    const auto checked = check(*program, maker_of("none")(*program).value(), finding.inputs);
    ASSERT_TRUE(checked.has_value());
    EXPECT_EQ(checked->verdict, Verdict::unsafe) << text;
  }
}

TEST(Campaign, NoStreamsAreAFinding) {
  const StreamsMaker gives_up = [](const Program& program) -> std::expected<Streams, NoStreams> {
    if (program.instructions.size() > 2)
      return std::unexpected(NoStreams{.how = "crashed", .reason = "it crashed"});
    return synchronize(program).streams;
  };
  const Outcome outcome = campaign(gives_up, {.programs = 10});
  ASSERT_FALSE(outcome.findings.empty());
  EXPECT_EQ(outcome.findings[0].verdict, Verdict::malformed);
  EXPECT_TRUE(corpus_name(outcome.findings[0], "mine").starts_with("mine_crashed_"));
  EXPECT_EQ(outcome.findings[0].summary, "it crashed");
  EXPECT_EQ(outcome.findings[0].program.instructions.size(), 3u);
}

// Small programs make it fail in another way: what is found fails in the first way still.
TEST(Campaign, ShrinksToTheSameFailure) {
  const StreamsMaker fails = [](const Program& program) -> std::expected<Streams, NoStreams> {
    const bool is_large = program.instructions.size() > 3;
    return std::unexpected(NoStreams{.how = is_large ? "crashed" : "garbage", .reason = "why"});
  };
  std::set<std::pair<std::string, std::size_t>> found;
  for (const CampaignFinding& finding : campaign(fails, {.programs = 30}).findings)
    found.emplace(finding.how, finding.program.instructions.size());
  EXPECT_EQ(found, (std::set<std::pair<std::string, std::size_t>>{{"crashed", 4}, {"garbage", 0}}));
}

TEST(Campaign, WhatIsRefusedIsNoFinding) {
  const StreamsMaker refuses = [](const Program& program) -> std::expected<Streams, NoStreams> {
    if (!program.controls.empty())
      return std::unexpected(NoStreams{NoStreams::Kind::refused, {}, "no loops"});
    return synchronize(program).streams;
  };
  const Outcome outcome = campaign(refuses, {.programs = 40});
  EXPECT_GT(outcome.tally.refused, 0u);
  EXPECT_LT(outcome.tally.refused, 40u);
  EXPECT_EQ(outcome.tally.undecided + outcome.tally.failures, 0u);
}

TEST(Campaign, StopsWhenItIsTold) {
  const StreamsMaker maker = maker_of("dynamic");
  const CampaignTally tally =
      run_campaign(maker, {.jobs = 2},
                   {.progress = [](const CampaignTally&) { return Campaigning::stop; },
                    .found = [](const CampaignFinding&) {}});
  EXPECT_GT(tally.programs, 0u);
}

}  // namespace
}  // namespace tidemark
