#include "gen/program_features.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <optional>
#include <ranges>

namespace tidemark {
namespace {

struct Listed {
  ProgramFeature feature;
  std::string_view name;
  std::uint32_t in, out;  // weights: how often a program may use it
};

using enum ProgramFeature;
constexpr std::array<Listed, kProgramFeatures> kList = {{
    {inflight, "inflight", 2, 1},
    {params, "params", 15, 1},
    {ranges, "ranges", 1, 2},
    {rings, "rings", 2, 1},
    {arrays, "arrays", 2, 1},
    {affine, "affine", 1, 1},
    {counters, "counters", 1, 2},
    {branches, "branches", 2, 1},
    {otherwise, "otherwise", 2, 1},
    {remainders, "remainders", 2, 1},
    {loads, "loads", 2, 1},
    {whiles, "whiles", 1, 2},
    {constants, "constants", 3, 1},
    {triangles, "triangles", 2, 1},
    {steps, "steps", 1, 2},
    {labels, "labels", 1, 2},
    {attributes, "attributes", 1, 2},
    {shapes, "shapes", 1, 1},
}};

std::optional<ProgramFeature> find_feature(std::string_view text) {
  const auto* found = std::ranges::find(kList, text, &Listed::name);
  if (found == kList.end()) return std::nullopt;
  return found->feature;
}

}  // namespace

std::string_view name(ProgramFeature feature) {
  return kList[static_cast<std::size_t>(feature)].name;
}

ProgramFeatures draw_subset(ProgramFeatures features, Choices& choices) {
  ProgramFeatures subset;
  for (const Listed& listed : kList)
    if (features.has(listed.feature) && choices.weighted({listed.out, listed.in}) == 1)
      subset.insert(listed.feature);
  return subset;
}

std::expected<ProgramFeatures, std::string> parse_features(std::string_view text) {
  ProgramFeatures features;
  for (const auto part : std::views::split(text, ',')) {
    std::string_view word(part.begin(), part.end());
    const bool removes = word.starts_with('-');
    if (removes) word.remove_prefix(1);
    const auto feature = find_feature(word);
    if (feature && removes)
      features.remove(*feature);
    else if (feature)
      features.insert(*feature);
    else if (word == "all" && !removes)
      features = ProgramFeatures::all();
    else
      return std::unexpected(
          fmt::format("there is no feature '{}'; there are all, {}", word,
                      fmt::join(kList | std::views::transform(&Listed::name), ", ")));
  }
  return features;
}

}  // namespace tidemark
