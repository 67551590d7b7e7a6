#include "checker/witness_files.h"

#include <gtest/gtest.h>

#include "checker/explore/explored_witness.h"
#include "checker/explore/test_run_test_util.h"

namespace tidemark {
namespace {

// b may read x before a has written it.
const char* const kCopy = "engine a, b\nbuffer x\na w -> x\nb r x ->\n";
const char* const kNoWait = "stream a {\n issue w\n}\nstream b {\n issue r\n}\n";

Witness witness_of(const TestRun& run) {
  const ExploreResult result = explore(run.tracks());
  return make_explored_witness(run.tracks(), run.inputs(), *result.found).value();
}

TEST(WitnessFiles, TheGraphHasWhatIssuedAndTheMissingEdge) {
  const TestRun run(kCopy, kNoWait);
  EXPECT_EQ(to_dot(witness_of(run), run.machine()),
            "digraph witness {\n  rankdir=LR;\n  node [shape=box];\n"
            "  e1_1 [label=\"b: r#1\"];\n"
            "  e0_1 [label=\"a: w#1\", style=dotted];\n"
            "  e0_1 -> e1_1 [color=red, label=missing];\n}\n");
}

// b waits for a's first and for no second, which its own second needs.
TEST(WitnessFiles, TheGraphHasOrderAndDependencesThatHeld) {
  const TestRun run("engine a, b\nbuffer x, y\na w -> x\na v -> y\nb r x ->\nb q y ->\n",
                    "semaphore s\nstream a {\n issue w signal s\n issue v\n}\n"
                    "stream b {\n wait s >= 1\n issue r\n issue q\n}\n");
  const std::string dot = to_dot(witness_of(run), run.machine());
  EXPECT_NE(dot.find("  e0_1 -> e1_1 [style=dashed];\n"), dot.npos) << dot;
  EXPECT_NE(dot.find("  e1_1 -> e1_2;\n"), dot.npos) << dot;
  EXPECT_NE(dot.find("  e0_2 -> e1_2 [color=red, label=missing];\n"), dot.npos) << dot;
}

TEST(WitnessFiles, TheTraceHasARowForEachEngineAndASliceForEachInstance) {
  const TestRun run(kCopy, kNoWait);
  EXPECT_EQ(to_trace(witness_of(run), run.machine()),
            "{\"traceEvents\":[\n"
            R"({"ph":"M","pid":1,"tid":0,"name":"thread_name","args":{"name":"a"}},)"
            "\n"
            R"({"ph":"M","pid":1,"tid":1,"name":"thread_name","args":{"name":"b"}},)"
            "\n"
            R"({"ph":"X","pid":1,"tid":1,"ts":0,"dur":1,"name":"r#1"})"
            "\n]}\n");
}

}  // namespace
}  // namespace tidemark
