#include "bench/suite/suite_kernel.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "core/check.h"
#include "core/text/parse.h"

namespace tidemark {
namespace {

std::optional<std::string> read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return std::nullopt;
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

template <class Id, class Item>
Id find_named(const Table<Id, Item>& table, const std::string& name) {
  const auto found = std::ranges::find(table, name, &Item::name);
  CHECK(found != table.end());
  return Id(static_cast<std::size_t>(found - table.begin()));
}

}  // namespace

const std::vector<SuiteEntry>& suite_entries() {
  static const std::vector<SuiteEntry> entries = {
      {"elementwise_add", {{"n_m", 64, true}, {"n_h", 8}}, "", {}},
      {"matmul_tiled", {{"n_m", 64, true}, {"n_n", 4}, {"n_k", 8}}, "", {}},
      {"matmul_blocked", {{"n_n", 64, true}, {"n_k", 4}, {"n_m", 2}}, "", {}},
      {"flash_attention", {{"n_s", 64, true}, {"n_q", 8}}, "", {}},
      {"paged_decode", {{"n_seq", 64, true}}, "n_blocks", {8, 5, 11, 6}},
      {"moe_prefill", {{"n_static", 64, true}}, "n_dynamic", {64}},
      {"moe_decode", {{"n_experts", 64, true}}, "decision", {3, 1, 4, 2}, true},
      {"selective_scan", {{"n_b", 64, true}, {"n_c", 1}, {"n_s", 4}, {"n_t", 8}}, "", {}},
      {"softmax", {{"n_rows", 256, true}}, "", {}},
      {"rmsnorm_quant", {{"n_rows", 64, true}, {"n_h", 4}}, "", {}},
      {"cross_entropy", {{"n_rows", 64, true}, {"n_v", 8}}, "", {}},
      {"mlp_decode", {{"n_h", 256, true}}, "", {}},
      {"depthwise_conv", {{"n_b", 64, true}, {"n_c", 2}, {"n_channels", 4}, {"n_t", 4}}, "", {}},
      {"top_k", {{"n_rows", 64, true}, {"n_passes", 4}}, "", {}},
      {"cumulative_sum", {{"n_p", 64, true}, {"n_f", 8}}, "", {}},
      {"sync_bound", {{"n", 1024, true}}, "", {}},
  };
  return entries;
}

Inputs SuiteKernel::inputs(std::optional<std::int64_t> outer) const {
  Inputs inputs(program);
  for (const SuiteParam& param : entry->params)
    inputs.set(find_named(program.params, param.name),
               param.is_outer ? outer.value_or(param.value) : param.value);
  if (entry->loaded.empty()) return inputs;
  constexpr std::size_t kLoads = 4096;  // more than any run here reads
  std::vector<std::int64_t> values;
  for (std::size_t i = 0; values.size() < kLoads; ++i) {
    const std::int64_t load = entry->loads[i % entry->loads.size()];
    if (entry->goes_on) values.insert(values.end(), static_cast<std::size_t>(load), 1);
    values.push_back(entry->goes_on ? 0 : load);
  }
  inputs.set_loads(find_named(program.buffers, entry->loaded), std::move(values));
  return inputs;
}

std::expected<SuiteKernel, std::string> load_kernel(const std::string& corpus,
                                                    const SuiteEntry& entry) {
  const std::string path = fmt::format("{}/kernels/{}.tm", corpus, entry.name);
  const auto text = read_file(path);
  if (!text) return std::unexpected(fmt::format("cannot read {}", path));
  auto program = parse_program(*text, path);
  if (!program) return std::unexpected(to_string(program.error()));
  SuiteKernel kernel{&entry, *std::move(program), std::nullopt};
  const std::string hand = fmt::format("{}/by_hand/{}.tms", corpus, entry.name);
  const auto hand_text = read_file(hand);
  if (!hand_text) return std::unexpected(fmt::format("cannot read {}", hand));
  auto streams = parse_streams(*hand_text, kernel.program, hand);
  if (!streams) return std::unexpected(to_string(streams.error().diagnostics));
  kernel.by_hand = *std::move(streams);
  return kernel;
}

}  // namespace tidemark
