// The house rules that a machine can hold (docs/architecture.md, "House rules").
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <regex>
#include <string>
#include <string_view>
#include <vector>

#include "tests/source_tree.h"

namespace tidemark {
namespace {

bool is_header(const SourceFile& file) { return file.path.ends_with(".h"); }

// What <tidemark/tidemark.h> includes, however indirectly: the headers that are installed.
std::vector<SourceFile> public_headers() {
  const std::regex include(R"re(#include "([^"]+)")re");
  std::vector<SourceFile> headers = {{"include/tidemark/tidemark.h", {}}};
  for (std::size_t next = 0; next < headers.size(); ++next) {
    headers[next].lines = lines_of(headers[next].path);
    const std::vector<std::string> lines = headers[next].lines;
    for (std::smatch found; const std::string& line : lines)
      if (std::regex_search(line, found, include) &&
          std::ranges::find(headers, found[1].str(), &SourceFile::path) == headers.end())
        headers.push_back({found[1].str(), {}});
  }
  return headers;
}

// A line of this file that names what it forbids says so in two pieces.
void expect_nowhere(std::string_view word, std::string_view why) {
  for (const SourceFile& file : source_files())
    for (std::size_t i = 0; i < file.lines.size(); ++i)
      EXPECT_EQ(file.lines[i].find(word), std::string::npos) << place(file, i + 1) << why;
}

TEST(HouseRules, FilesAreShort) {
  for (const SourceFile& file : source_files())
    EXPECT_LE(file.lines.size(), 400u) << file.path << ": is there a second idea in it?";
}

TEST(HouseRules, LinesAreAtMostAHundredColumns) {
  for (const SourceFile& file : source_files())
    for (std::size_t i = 0; i < file.lines.size(); ++i)
      EXPECT_LE(file.lines[i].size(), 100u) << place(file, i + 1) << file.lines[i];
}

TEST(HouseRules, HeadersOpenWithWhatTheyAre) {
  for (const SourceFile& file : source_files()) {
    if (!is_header(file)) continue;
    ASSERT_FALSE(file.lines.empty()) << file.path;
    EXPECT_TRUE(file.lines[0].starts_with("// ")) << file.path;
    EXPECT_EQ(std::ranges::count(file.lines, "#pragma once"), 1) << file.path;
  }
}

// A caller who reads `f(true)` learns nothing: an enum or two functions say what is meant.
TEST(HouseRules, PublicHeadersTakeNoBools) {
  const std::regex bool_parameter(R"([(,]\s*(const )?bool\s+\w+\s*[,)=])");
  for (const SourceFile& file : public_headers())
    for (std::size_t i = 0; i < file.lines.size(); ++i)
      EXPECT_FALSE(std::regex_search(file.lines[i], bool_parameter))
          << place(file, i + 1) << file.lines[i];
}

// Two types of one name are one to the linker, which then mixes their inline functions: a
// vector of one was grown as a vector of the other.
TEST(HouseRules, NoTwoHeadersDefineATypeOfOneName) {
  const std::regex opening(R"(namespace ([\w:]+) \{)");
  const std::regex definition(R"((?:struct|class|enum class) (\w+)\b[^;]*)");
  std::map<std::string, std::string> defined_in;
  for (const SourceFile& file : source_files()) {
    if (!is_header(file)) continue;
    std::string scope;
    for (std::smatch found; const std::string& line : file.lines) {
      if (std::regex_match(line, found, opening)) scope = found[1];
      if (!std::regex_match(line, found, definition)) continue;
      const auto [first, is_new] = defined_in.emplace(scope + "::" + found[1].str(), file.path);
      EXPECT_TRUE(is_new || first->second == file.path)
          << first->first << " is defined in " << first->second << " and in " << file.path;
    }
  }
  EXPECT_GT(defined_in.size(), 100u);
}

TEST(HouseRules, NothingIsLeftForLater) {
  expect_nowhere(
      "TO"
      "DO",
      "do it, or say in the README what is missing");
  expect_nowhere(
      "FIX"
      "ME",
      "mend it");
}

TEST(HouseRules, NoTestIsSkipped) {
  expect_nowhere(
      "GTEST_"
      "SKIP",
      "a skipped test looks like a passed one");
  expect_nowhere(
      "DIS"
      "ABLED_",
      "a disabled test looks like a passed one");
}

TEST(HouseRules, EveryFolderHasAReadmeOfAScreenful) {
  for (const std::string& folder : top_folders()) {
    const std::vector<std::string> lines = lines_of(folder + "/README.md");
    EXPECT_GE(lines.size(), 5u) << folder << "/README.md";
    EXPECT_LE(lines.size(), 60u) << folder << "/README.md";
  }
}

TEST(HouseRules, TheReadmeAtTheTopIsShort) {
  const std::vector<std::string> lines = lines_of("README.md");
  EXPECT_GE(lines.size(), 20u);
  EXPECT_LE(lines.size(), 120u);
}

}  // namespace
}  // namespace tidemark
