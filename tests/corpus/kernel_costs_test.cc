// The kernels' costs follow from shapes and the figures of corpus/README.md.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <string>

#include "tests/corpus/corpus_files.h"

namespace tidemark {
namespace {

using ::testing::Contains;

const std::map<std::string, double> kGigahertz = {
    {"pe", 2.4}, {"dve", 0.96}, {"act", 1.2}, {"pool", 1.2}, {"sp", 1.2}};
constexpr double kBytesPerNs = 16 * 23;  // 16 DMA engines

std::optional<std::int64_t> attribute(const Instruction& instruction, std::string_view name) {
  for (const Attribute& a : instruction.attributes)
    if (a.name == name) return a.value;
  return std::nullopt;
}

std::int64_t cycles(const std::string& engine, const Instruction& instruction) {
  const std::int64_t columns = attribute(instruction, "columns").value();
  const std::int64_t chain = attribute(instruction, "start").value_or(0);
  const std::string& opcode = instruction.opcode;
  if (opcode == "iota") return 150 + columns;
  if (opcode == "scan" || opcode == "tensor_tensor_fp32")
    return std::max<std::int64_t>(64, 2 * columns);
  const bool extra =
      engine == "pe" ? opcode == "transpose" || chain == 1 : opcode == "activation_reduce";
  return std::max<std::int64_t>(64, columns) + (extra ? 64 : 0);
}

void expect_queue_costs(const Instruction& instruction, const std::string& where) {
  const std::int64_t moving =
      std::llround(static_cast<double>(attribute(instruction, "bytes").value()) / kBytesPerNs);
  EXPECT_EQ(attribute(instruction, "cost"), std::max<std::int64_t>(600, moving)) << where;
  EXPECT_EQ(attribute(instruction, "latency"), 1300 + std::min<std::int64_t>(600, moving)) << where;
}

class KernelCosts : public ::testing::TestWithParam<std::string> {};

TEST_P(KernelCosts, FollowFromShapes) {
  const Program kernel = program_of(read_corpus_file(GetParam()));
  for (const Instruction& instruction : kernel.instructions) {
    const std::string& engine = kernel.engines[instruction.engine].name;
    const std::string where = GetParam() + ": " + instruction.name;
    const auto gigahertz = kGigahertz.find(engine);
    if (gigahertz == kGigahertz.end()) {
      expect_queue_costs(instruction, where);
      continue;
    }
    const auto ns = static_cast<double>(cycles(engine, instruction)) / gigahertz->second;
    EXPECT_EQ(attribute(instruction, "cost"), std::llround(ns)) << where;
    EXPECT_EQ(attribute(instruction, "latency"), std::nullopt) << where;
  }
}

std::string stem(const ::testing::TestParamInfo<std::string>& info) {
  const std::size_t begin = info.param.rfind('/') + 1;
  return info.param.substr(begin, info.param.rfind('.') - begin);
}

INSTANTIATE_TEST_SUITE_P(Kernels, KernelCosts, ::testing::ValuesIn(corpus_paths("kernels", ".tm")),
                         stem);

TEST(Kernels, AreAllThere) {
  const std::vector<std::string> paths = corpus_paths("kernels", ".tm");
  EXPECT_EQ(paths.size(), 16u);
  for (const char* must :
       {"flash_attention", "matmul_blocked", "moe_decode", "sync_bound", "paged_decode"})
    EXPECT_THAT(paths, Contains(std::string("kernels/") + must + ".tm"));
}

}  // namespace
}  // namespace tidemark
