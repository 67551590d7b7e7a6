// The barriers that `barrier` executes on each kernel, counted by hand: at entry, iteration
// boundary and exit of each dynamic loop and around branches, neighbours merged, none inside
// what has no dependence across engines. A baseline with more would make `dynamic` look
// better than it is.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "checker/stream_walk.h"
#include "core/sync/synchronizer.h"
#include "tests/corpus/corpus_files.h"

namespace tidemark {
namespace {

struct Case {
  std::string kernel;
  std::vector<std::pair<std::string, std::int64_t>> params;
  std::string loaded;
  std::vector<std::int64_t> loads;
  std::int64_t barriers;
};

void PrintTo(const Case& c, std::ostream* out) { *out << c.kernel; }

// Each count is spelled out as the sum that it is.
const std::vector<Case> kCases = {
    // one for each tile: the row's boundary is the last tile's
    {"elementwise_add", {{"n_m", 5}, {"n_h", 4}}, "", {}, 5 * 4},
    // for each tile of the result one for each step, one behind the store
    {"matmul_tiled", {{"n_m", 3}, {"n_n", 4}, {"n_k", 5}}, "", {}, 3 * 4 * (5 + 1)},
    // for each n: behind the zeroing; for each k in front of m and for each m; behind the stores
    {"matmul_blocked", {{"n_n", 3}, {"n_k", 4}, {"n_m", 2}}, "", {}, 3 * (1 + 4 * (1 + 2) + 1)},
    // behind the zeroing; for each section in front of the first branch, behind each of five,
    // and one for each steady group; one for each group that is stored
    {"flash_attention", {{"n_s", 3}, {"n_q", 6}}, "", {}, 1 + 3 * (1 + 5 + 6 - 2) + 6},
    // for each sequence at the head of each block, behind the last, behind the store
    {"paged_decode", {{"n_seq", 2}}, "n_blocks", {3, 5}, (3 + 1 + 1) + (5 + 1 + 1)},
    // in front of the static blocks, each of them; at the head of each other, behind the last
    {"moe_prefill", {{"n_static", 3}}, "n_dynamic", {4}, 1 + 3 + 4 + 1},
    // in front of the experts; for each in front of its tokens, each token, behind the last test
    {"moe_decode", {{"n_experts", 2}}, "decision", {1, 1, 0, 1, 0}, 1 + (1 + 2 + 1) + (1 + 1 + 1)},
    // for each tile of channels: for each tile loaded; for each state in front of its tiles and
    // each of them; behind the stores
    {"selective_scan",
     {{"n_b", 2}, {"n_c", 3}, {"n_s", 2}, {"n_t", 4}},
     "",
     {},
     2 * 3 * (4 + 2 * (1 + 4) + 1)},
    {"softmax", {{"n_rows", 7}}, "", {}, 7},
    // behind gamma; for each row in front of its chunks, each of them, behind the stores
    {"rmsnorm_quant", {{"n_rows", 3}, {"n_h", 4}}, "", {}, 1 + 3 * (1 + 4 + 1)},
    // for each row in front of its chunks, each of them, behind the store
    {"cross_entropy", {{"n_rows", 3}, {"n_v", 4}}, "", {}, 3 * (1 + 4 + 1)},
    // behind the token; for each tile in front of and behind the branch, and behind the store
    {"mlp_decode", {{"n_h", 5}}, "", {}, 1 + 5 * 3},
    // for each tile of channels in front of them, and each image tile of each channel
    {"depthwise_conv",
     {{"n_b", 2}, {"n_c", 3}, {"n_channels", 4}, {"n_t", 5}},
     "",
     {},
     2 * 3 * (1 + 4 * 5)},
    // for each row in front of its passes, each of them, behind the stores
    {"top_k", {{"n_rows", 3}, {"n_passes", 4}}, "", {}, 3 * (1 + 4 + 1)},
    // for each row in front of its tiles, and each of them
    {"cumulative_sum", {{"n_p", 3}, {"n_f", 4}}, "", {}, 3 * (1 + 4)},
    {"sync_bound", {{"n", 9}}, "", {}, 9},
};

Inputs inputs_of(const Case& c, const Program& program) {
  Inputs inputs(program);
  for (const auto& [name, value] : c.params)
    inputs.set(ParamId(static_cast<std::size_t>(
                   std::ranges::find(program.params, name, &Param::name) - program.params.begin())),
               value);
  if (!c.loaded.empty())
    inputs.set_loads(
        BufferId(static_cast<std::size_t>(
            std::ranges::find(program.buffers, c.loaded, &Buffer::name) - program.buffers.begin())),
        c.loads);
  return inputs;
}

class BarrierCounts : public ::testing::TestWithParam<Case> {};

TEST_P(BarrierCounts, AreTheOnesCountedByHand) {
  const Program program = program_of(read_corpus_file("kernels/" + GetParam().kernel + ".tm"));
  const Streams streams = find_synchronizer("barrier")->synchronize(program).streams;
  const Inputs inputs = inputs_of(GetParam(), program);
  for (const Stream& stream : streams.streams) {
    std::int64_t barriers = 0;
    StreamWalk walk(program, streams, stream, inputs);
    while (const StreamEvent* event = walk.next())
      barriers += event->kind == StreamEvent::Kind::barrier ? 1 : 0;
    EXPECT_EQ(barriers, GetParam().barriers) << program.engines[stream.engine].name;
  }
}

INSTANTIATE_TEST_SUITE_P(Kernels, BarrierCounts, ::testing::ValuesIn(kCases),
                         [](const auto& info) { return info.param.kernel; });

TEST(BarrierCounts, EveryKernelIsCounted) {
  EXPECT_EQ(kCases.size(), corpus_paths("kernels", ".tm").size());
}

}  // namespace
}  // namespace tidemark
