// docs/formats.md shows nothing that does not parse: its fenced `tm` and `tms` blocks are
// programs, and streams of the programs before them.
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <sstream>

#include "core/text/parse.h"
#include "core/text/print.h"

namespace tidemark {
namespace {

struct FencedBlock {
  std::string language;
  std::string text;
};

std::vector<FencedBlock> fenced_blocks(const std::string& path) {
  std::ifstream file(path);
  std::vector<FencedBlock> blocks;
  bool inside = false;
  for (std::string line; std::getline(file, line);) {
    const bool is_fence = line.starts_with("```");
    if (is_fence && !inside) blocks.push_back({line.substr(3), {}});
    if (!is_fence && inside) blocks.back().text += line + "\n";
    inside ^= is_fence;
  }
  return blocks;
}

TEST(FormatsDocument, EveryExampleParses) {
  std::map<std::string, Program> programs;
  int streams_seen = 0;
  for (const auto& [language, text] :
       fenced_blocks(std::string(TIDEMARK_SOURCE_DIR) + "/docs/formats.md")) {
    if (language == "tm") {
      const auto program = parse_program(text, "docs/formats.md");
      ASSERT_TRUE(program) << to_string(program.error());
      EXPECT_EQ(parse_program(print(*program)).value(), *program);
      programs[program->name] = *program;
    } else {
      ASSERT_EQ(language, "tms") << text;
      std::string word, name;
      std::istringstream(text) >> word >> name;
      ASSERT_TRUE(programs.contains(name)) << name;
      const auto streams = parse_streams(text, programs[name], "docs/formats.md");
      ASSERT_TRUE(streams) << to_string(streams.error().diagnostics);
      EXPECT_EQ(parse_streams(print(*streams, programs[name]), programs[name]).value(), *streams);
      ++streams_seen;
    }
  }
  EXPECT_EQ(programs.size(), 2u);
  EXPECT_EQ(streams_seen, 2);
}

}  // namespace
}  // namespace tidemark
