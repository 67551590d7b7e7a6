#include "checker/timed/draw_timeline.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <regex>
#include <string>

#include "checker/timed/chrome_trace.h"
#include "checker/timed/simulate.h"
#include "core/target/builtin_targets.h"
#include "core/target/parse_target.h"
#include "core/text/parse.h"

namespace tidemark {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

// A pipeline of two engines and a queue, 1,000 instances with n = 250.
class Drawn : public ::testing::Test {
 protected:
  Drawn() {
    Inputs inputs(program_);
    inputs.set(ParamId(0), 250);
    simulation_ = simulate(program_, streams_, inputs,
                           parse_target(*builtin_target("generic"), "generic").value(),
                           {.limits = {}, .timeline = 1000})
                      .value();
  }

  Picture picture() const { return {program_, simulation_.timeline, "a pipeline"}; }

  static std::size_t count(const std::string& text, const std::string& what) {
    std::size_t found = 0;
    for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1))
      ++found;
    return found;
  }

  const Program program_ =
      parse_program(
          "program p\nengine q inflight 2\nengine a, b\nparam n\nbuffer x[2], y\n"
          "for i in 0..n {\n"
          "  fetch: q op -> x[i % 2] cost 100 latency 200\n"
          "  work: a op x[i % 2] -> y cost 150\n"
          "  more: b op y -> cost 50\n"
          "  last: b op -> cost 50\n}\n")
          .value();
  const Streams streams_ =
      parse_streams(
          "streams p\nsemaphore q, a, b\n"
          "stream q {\n  for i {\n    wait a >= i - 1\n    issue fetch signal q\n"
          "  }\n}\n"
          "stream a {\n  for i {\n    wait b >= i\n    wait q >= i + 1\n"
          "    issue work signal a\n  }\n}\n"
          "stream b {\n  for i {\n    wait a >= i + 1\n    issue more signal b\n"
          "    issue last\n  }\n}\n",
          program_)
          .value();
  Simulation simulation_;
};

TEST_F(Drawn, HasEveryInstance) {
  EXPECT_TRUE(simulation_.has_ended);
  EXPECT_EQ(simulation_.timeline.spans.size(), 1000u);
  EXPECT_FALSE(simulation_.timeline.is_cut);
  EXPECT_EQ(count(timeline_svg(picture()), "class=\"i\""), 1000u);
}

TEST_F(Drawn, TheTraceNamesTracksAndPairsItsFlows) {
  const std::string trace = chrome_trace(simulation_.timeline, program_);
  EXPECT_THAT(trace, HasSubstr(R"("name":"q, under way")"));
  EXPECT_EQ(count(trace, R"("ph":"X")"), 1000u);
  EXPECT_EQ(count(trace, R"("ph":"b")"), 250u);
  EXPECT_GT(count(trace, R"("ph":"s")"), 0u);
  EXPECT_EQ(count(trace, R"("ph":"s")"), count(trace, R"("ph":"f")"));
}

TEST_F(Drawn, NothingIsFetched) {
  for (const std::string& text : {timeline_svg(picture()), timeline_page(picture())}) {
    EXPECT_THAT(text, Not(HasSubstr("src=")));
    EXPECT_THAT(text, Not(HasSubstr("href=")));
  }
}

// The page in a browser without a screen: it says how many instances it has drawn.
TEST_F(Drawn, APageOfAThousandInstancesDrawsThemAll) {
  ASSERT_EQ(std::system("command -v chromium > /dev/null 2>&1"), 0)
      << "the browser to open the page in (Debian package chromium) is not here";
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / "tidemark_draw_timeline_test";
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "page.html") << timeline_page(picture());
  const std::string command =
      "timeout 60 chromium --headless --no-sandbox --disable-gpu --virtual-time-budget=2000 "
      "--user-data-dir=" +
      (folder / "profile").string() + " --dump-dom " + (folder / "page.html").string() +
      " 2> /dev/null";
  std::string dom;
  FILE* pipe = popen(command.c_str(), "r");
  std::array<char, 4096> piece{};
  while (const std::size_t size = fread(piece.data(), 1, piece.size(), pipe))
    dom.append(piece.data(), size);
  EXPECT_EQ(pclose(pipe), 0);
  EXPECT_THAT(dom, HasSubstr("data-drawn=\"1000\""));
}

}  // namespace
}  // namespace tidemark
