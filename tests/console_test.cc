// Every command that README.md and docs/ show is run, and must print what they show.
//
//   ```console
//   $ ./tidemark check corpus/regressions/x.tm --set n=3
//   ...                                        any number of lines
//   exact: all schedules of ... instances      any text
//   ```
//
// Commands run in a folder that looks like the top of the project, one for each document.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tests/source_tree.h"

namespace tidemark {
namespace {

namespace fs = std::filesystem;

struct Shown {
  std::size_t line = 0;  // of the command, from 1
  std::string command;
  std::vector<std::string> output;
};

std::vector<Shown> shown_commands(const std::vector<std::string>& lines) {
  std::vector<Shown> shown;
  bool inside = false;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines[i].starts_with("```"))
      inside = lines[i] == "```console";
    else if (inside && lines[i].starts_with("$ "))
      shown.push_back({i + 1, lines[i].substr(2), {}});
    else if (inside && !shown.empty())
      shown.back().output.push_back(lines[i]);
  }
  return shown;
}

// `...` in `pattern` stands for any text.
bool matches(std::string_view pattern, std::string_view text) {
  const std::size_t gap = pattern.find("...");
  if (gap == pattern.npos) return pattern == text;
  if (!text.starts_with(pattern.substr(0, gap))) return false;
  const std::string_view rest = pattern.substr(gap + 3);
  for (std::size_t at = gap; at <= text.size(); ++at)
    if (matches(rest, text.substr(at))) return true;
  return false;
}

bool is_ellipsis(std::string_view line) {
  return line.substr(std::min(line.find_first_not_of(' '), line.size())) == "...";
}

// A line `...` in `shown` stands for any number of lines.
bool matches_lines(std::span<const std::string> shown, std::span<const std::string> printed) {
  if (shown.empty()) return printed.empty();
  if (is_ellipsis(shown.front()))
    return matches_lines(shown.subspan(1), printed) ||
           (!printed.empty() && matches_lines(shown, printed.subspan(1)));
  return !printed.empty() && matches(shown.front(), printed.front()) &&
         matches_lines(shown.subspan(1), printed.subspan(1));
}

std::vector<std::string> split_lines(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

std::string joined(const std::vector<std::string>& lines) {
  return fmt::format("{}", fmt::join(lines, "\n"));
}

// A folder of its own with ./tidemark, corpus/ and whatever the commands write.
class Top {
 public:
  Top() {
    std::string pattern = (fs::temp_directory_path() / "tidemark-docs-XXXXXX").string();
    path_ = mkdtemp(pattern.data());
    fs::create_symlink(TIDEMARK_COMMAND, path_ / "tidemark");
    for (const char* folder : {"corpus", "docs"})
      fs::create_directory_symlink(fs::path(TIDEMARK_SOURCE_DIR) / folder, path_ / folder);
  }
  ~Top() { fs::remove_all(path_); }
  Top(const Top&) = delete;
  Top& operator=(const Top&) = delete;

  // Standard output and standard error, as a terminal shows them.
  std::vector<std::string> run(const std::string& command) const {
    const std::string line = fmt::format("cd '{}' && ( {} ) 2>&1", path_.string(), command);
    FILE* pipe = popen(line.c_str(), "r");
    std::string text;
    for (char buffer[4096]; const std::size_t n = fread(buffer, 1, sizeof buffer, pipe);)
      text.append(buffer, n);
    pclose(pipe);
    return split_lines(text);
  }

 private:
  fs::path path_;
};

class Document : public testing::TestWithParam<std::string> {};

TEST_P(Document, ShowsWhatItsCommandsPrint) {
  const Top top;
  for (const Shown& shown : shown_commands(lines_of(GetParam()))) {
    const std::vector<std::string> printed = top.run(shown.command);
    EXPECT_TRUE(matches_lines(shown.output, printed))
        << GetParam() << ":" << shown.line << ": " << shown.command << "\n--- shown\n"
        << joined(shown.output) << "\n--- printed\n"
        << joined(printed);
  }
}

std::vector<std::string> documents() {
  std::vector<std::string> paths = {"README.md"};
  for (const fs::directory_entry& entry :
       fs::directory_iterator(fs::path(TIDEMARK_SOURCE_DIR) / "docs"))
    if (entry.path().extension() == ".md")
      paths.push_back("docs/" + entry.path().filename().string());
  std::ranges::sort(paths);
  return paths;
}

INSTANTIATE_TEST_SUITE_P(All, Document, testing::ValuesIn(documents()), [](const auto& info) {
  std::string name = info.param;
  std::ranges::replace_if(name, [](unsigned char c) { return !std::isalnum(c); }, '_');
  return name;
});

TEST(Console, TheReadmeShowsCommands) {
  EXPECT_GE(shown_commands(lines_of("README.md")).size(), 1u);
}

TEST(Console, DotsMatchTextAndLines) {
  const auto match = [](std::vector<std::string> shown, std::vector<std::string> printed) {
    return matches_lines(shown, printed);
  };
  EXPECT_TRUE(match({"a", "...", "exact: ... in all"}, {"a", "b", "c", "exact: 1,234 in all"}));
  EXPECT_TRUE(match({"..."}, {}));
  EXPECT_FALSE(match({"a"}, {"a", "b"}));
  EXPECT_FALSE(match({"exact: ... instances"}, {"unsafe: 3 instances"}));
}

}  // namespace
}  // namespace tidemark
