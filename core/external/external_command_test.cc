// Commands that crash, hang, flood, lie and stop half way: each is an answer of its kind.
#include "core/external/external_command.h"

#include <gtest/gtest.h>

#include <chrono>
#include <fstream>
#include <thread>

#include "core/sync/synchronizer.h"
#include "core/text/parse.h"
#include "core/text/print.h"

namespace tidemark {
namespace {

using Kind = ExternalFailure::Kind;

Program copy_program() {
  return *parse_program(
      "program copy\n"
      "engine dma, pe\n"
      "buffer x\n"
      "dma load -> x\n"
      "pe use x ->\n");
}

CommandLimits short_limits() { return {.time = std::chrono::milliseconds(2000)}; }

Kind kind_of(const std::string& command, CommandLimits limits = short_limits()) {
  const auto streams = ExternalCommand(command, limits).synchronize(copy_program());
  EXPECT_FALSE(streams) << command;
  return streams ? Kind::not_started : streams.error().kind;
}

std::string right_answer() {
  const Program program = copy_program();
  return print(synchronize(program).streams, program);
}

// A command that prints the text, whatever it reads.
std::string printing(const std::string& text) { return "cat <<'EOF'\n" + text + "EOF\n"; }

TEST(ExternalCommand, ReadsTheProgramAndGivesStreams) {
  const auto streams =
      ExternalCommand("grep -q '^program copy$' && " + printing(right_answer()), short_limits())
          .synchronize(copy_program());
  ASSERT_TRUE(streams) << streams.error().message;
  EXPECT_EQ(print(*streams, copy_program()), right_answer());
}

TEST(ExternalCommand, NamesEveryWayToFail) {
  EXPECT_EQ(kind_of("exit 1"), Kind::failed);
  EXPECT_EQ(kind_of("/no/such/command"), Kind::failed);
  EXPECT_EQ(kind_of("kill -SEGV $$"), Kind::crashed);
  EXPECT_EQ(kind_of("true"), Kind::garbage);
  EXPECT_EQ(kind_of("head -c 5000 /dev/urandom"), Kind::garbage);
  EXPECT_EQ(kind_of("cat"), Kind::garbage);  // the program itself is no streams
  EXPECT_EQ(kind_of(printing("streams copy\n")), Kind::malformed);
}

TEST(ExternalCommand, ARefusalSaysWhyAndIsNoFinding) {
  const auto streams = ExternalCommand("echo 'no while, sorry' >&2; exit 3", short_limits())
                           .synchronize(copy_program());
  ASSERT_FALSE(streams);
  EXPECT_EQ(streams.error().kind, Kind::refused);
  EXPECT_EQ(streams.error().message, "refused: no while, sorry");
  EXPECT_FALSE(is_finding(streams.error().kind));
}

// Every proper beginning of a right answer is a finding, never an answer.
TEST(ExternalCommand, HalfAnAnswerIsNone) {
  const std::string right = right_answer();
  const std::size_t last_brace = right.rfind('}');
  for (std::size_t length = 0; length < last_brace; length += 7) {
    const Kind kind = kind_of(printing(right.substr(0, length) + "\n"));
    EXPECT_TRUE(kind == Kind::garbage || kind == Kind::malformed) << length;
  }
}

// Not gone, nor dead and not reaped yet by whoever inherited it.
bool is_alive(const std::string& pid) {
  std::ifstream status("/proc/" + pid + "/stat");
  std::string number, command, state;
  return status >> number >> command >> state && state != "Z";
}

TEST(ExternalCommand, AHangEndsInTimeWithAllItsProcesses) {
  const std::string pids = ::testing::TempDir() + "tidemark_hang_pids";
  const auto start = std::chrono::steady_clock::now();
  EXPECT_EQ(
      kind_of("sleep 60 & echo $! > " + pids + "; wait", {.time = std::chrono::milliseconds(300)}),
      Kind::hung);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20));
  std::ifstream file(pids);
  std::string pid;
  ASSERT_TRUE(file >> pid);
  // A process that was killed takes a moment to die.
  while (is_alive(pid) && std::chrono::steady_clock::now() - start < std::chrono::seconds(40))
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  EXPECT_FALSE(is_alive(pid));
}

TEST(ExternalCommand, AHangThatClosedItsOutputIsAHang) {
  EXPECT_EQ(kind_of("exec >&- 2>&-; sleep 60", {.time = std::chrono::milliseconds(300)}),
            Kind::hung);
}

TEST(ExternalCommand, OutputHasALimit) {
  EXPECT_EQ(kind_of("yes", {.time = std::chrono::seconds(30), .output_bytes = 1 << 16}),
            Kind::flooded);
}

TEST(ExternalCommand, MemoryHasALimit) {
  // dd allocates its block: more than there is, and it fails.
  const std::string command = "dd if=/dev/zero of=/dev/null bs=512M count=1";
  EXPECT_EQ(kind_of(command, {.time = std::chrono::seconds(30), .bytes = std::uint64_t{256} << 20}),
            Kind::failed);
}

TEST(ExternalCommand, InputThatIsNotReadHarmsNobody) {
  EXPECT_EQ(kind_of("exec <&-; exit 0"), Kind::garbage);
}

}  // namespace
}  // namespace tidemark
