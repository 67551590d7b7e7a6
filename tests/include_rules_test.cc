// Who may include whom (docs/architecture.md). What decides a verdict never sees how the
// streams were made: neither checker/ nor oracle/ includes core/sync or gen.
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tests/source_tree.h"

namespace tidemark {
namespace {

struct Rule {
  std::string_view folder;
  std::vector<std::string_view> may_include;  // besides itself; by prefix of the path
};

// The first rule whose folder begins the path holds. A folder without one may include all.
const std::vector<Rule> kRules = {
    {"core/ir/", {"core/check.h"}},
    {"core/text/", {"core/check.h", "core/ir/"}},
    {"core/run/", {"core/check.h", "core/ir/"}},
    {"core/target/", {"core/check.h", "core/ir/", "core/text/"}},
    {"core/external/", {"core/check.h", "core/ir/", "core/text/"}},
    {"core/", {"core/"}},
    {"gen/", {"core/check.h", "core/ir/", "core/text/", "core/run/"}},
    {"checker/", {"core/check.h", "core/ir/", "core/text/", "core/run/", "core/target/"}},
    {"oracle/", {"core/check.h", "core/ir/", "core/text/", "core/run/"}},
    {"include/", {"core/", "checker/", "oracle/"}},
};

// Tests may go one step further: programs and streams to decide come from somewhere.
const std::vector<Rule> kTestRules = {
    {"core/ir/", {"core/"}},
    {"core/", {"core/", "gen/", "checker/"}},
    {"gen/", {"core/", "checker/"}},
    {"checker/", {"core/", "gen/"}},
    {"oracle/", {"core/", "gen/", "checker/"}},
};

struct Include {
  std::string path;
  bool quoted = false;  // "ours" rather than <theirs>
};

std::optional<Include> include_of(std::string_view line) {
  if (!line.starts_with("#include ")) return std::nullopt;
  const std::size_t begin = line.find_first_of("\"<");
  const std::size_t end = line.find_last_of("\">");
  if (begin == line.npos || end <= begin) return std::nullopt;
  return Include{std::string(line.substr(begin + 1, end - begin - 1)), line[begin] == '"'};
}

const Rule* rule_for(const std::vector<Rule>& rules, std::string_view path) {
  const auto rule = std::ranges::find_if(
      rules, [&](const Rule& candidate) { return path.starts_with(candidate.folder); });
  return rule == rules.end() ? nullptr : &*rule;
}

bool allows(const std::vector<Rule>& rules, std::string_view from, std::string_view to) {
  const Rule* rule = rule_for(rules, from);
  if (rule == nullptr) return &rules == &kRules;
  return to.starts_with(rule->folder) || std::ranges::any_of(rule->may_include, [&](auto prefix) {
           return to.starts_with(prefix);
         });
}

bool allows(std::string_view from, std::string_view to) {
  return allows(kRules, from, to) || (is_test(from) && allows(kTestRules, from, to));
}

TEST(IncludeRules, SayWhatTheArchitectureSays) {
  EXPECT_FALSE(allows("checker/clocks.cc", "core/sync/synchronizer.h"));
  EXPECT_FALSE(allows("checker/clocks.cc", "gen/generate.h"));
  EXPECT_FALSE(allows("oracle/bounded.cc", "core/sync/synchronizer.h"));
  EXPECT_FALSE(allows("oracle/bounded.cc", "checker/check.h"));
  EXPECT_FALSE(allows("core/sync/dynamic.cc", "checker/check.h"));
  EXPECT_FALSE(allows("core/text/parse.cc", "core/run/inputs.h"));
  EXPECT_TRUE(allows("checker/clocks_test.cc", "core/sync/synchronizer.h"));
  EXPECT_TRUE(allows("checker/clocks.cc", "core/run/inputs.h"));
  EXPECT_TRUE(allows("cli/check.cc", "core/sync/synchronizer.h"));
}

TEST(IncludeRules, HoldInEveryFile) {
  std::size_t seen = 0;
  for (const SourceFile& file : source_files())
    for (std::size_t i = 0; i < file.lines.size(); ++i) {
      const std::optional<Include> include = include_of(file.lines[i]);
      if (!include || !include->quoted) continue;
      ++seen;
      EXPECT_TRUE(allows(file.path, include->path))
          << place(file, i + 1) << "may not include " << include->path;
    }
  EXPECT_GT(seen, 0u);
}

TEST(IncludeRules, KeepZ3BehindTheOracle) {
  for (const SourceFile& file : source_files())
    for (std::size_t i = 0; i < file.lines.size(); ++i) {
      const std::optional<Include> include = include_of(file.lines[i]);
      if (!include || !include->path.starts_with("z3")) continue;
      EXPECT_TRUE(file.path.starts_with("oracle/") && file.path.ends_with(".cc"))
          << place(file, i + 1) << "Z3's headers belong into oracle/*.cc";
    }
}

}  // namespace
}  // namespace tidemark
