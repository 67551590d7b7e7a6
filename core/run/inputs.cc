#include "core/run/inputs.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "core/check.h"
#include "core/run/hash.h"

namespace tidemark {
namespace {

std::uint64_t hash_name(std::uint64_t seed, char kind, std::string_view name) {
  std::uint64_t hash = mix(seed ^ static_cast<std::uint64_t>(kind));
  for (const char letter : name) hash = mix(hash ^ static_cast<unsigned char>(letter));
  return hash;
}

std::int64_t draw(std::uint64_t hash, DrawRange range) {
  const std::uint64_t widest =
      static_cast<std::uint64_t>(range.highest) - static_cast<std::uint64_t>(range.lowest);
  const std::uint64_t above = widest == UINT64_MAX ? hash : hash % (widest + 1);
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(range.lowest) + above);
}

}  // namespace

Inputs::Inputs(const Program& program, std::uint64_t seed, DrawRange range)
    : seed_(seed),
      range_(range),
      given_(program.params.size(), false),
      loads_(program.buffers.size()) {
  CHECK(range.lowest <= range.highest);
  for (const Param& param : program.params)
    params_.push(draw(hash_name(seed, 'p', param.name), range));
  for (const Buffer& buffer : program.buffers) load_hashes_.push(hash_name(seed, 'l', buffer.name));
}

Inputs Inputs::redrawn(const Program& program, std::uint64_t seed) const {
  Inputs inputs(program, seed, range_);
  for (const ParamId param : program.params.ids())
    if (given_[param]) inputs.set(param, params_[param]);
  inputs.loads_ = loads_;
  return inputs;
}

void Inputs::set(ParamId param, std::int64_t value) {
  params_[param] = value;
  given_[param] = true;
}

void Inputs::set_loads(BufferId buffer, std::vector<std::int64_t> values) {
  CHECK(!values.empty());
  loads_[buffer] = std::move(values);
}

std::int64_t Inputs::load(BufferId buffer, std::uint64_t index) const {
  const std::vector<std::int64_t>& given = loads_[buffer];
  if (given.empty()) return draw(mix(load_hashes_[buffer] ^ index), range_);
  return given[std::min<std::uint64_t>(index, given.size() - 1)];
}

std::string Inputs::flags(const Program& program) const {
  std::vector<std::string> flags;
  for (const ParamId param : program.params.ids())
    flags.push_back(fmt::format("--set {}={}", program.params[param].name, params_[param]));
  bool draws_a_load = false;
  Table<BufferId, bool> seen(program.buffers.size(), false);
  for (const Control& control : program.controls) {
    const Load* load = load_of(control);
    if (load == nullptr || seen[load->buffer]) continue;
    seen[load->buffer] = true;
    const std::vector<std::int64_t>& given = loads_[load->buffer];
    draws_a_load |= given.empty();
    if (!given.empty())
      flags.push_back(
          fmt::format("--load {}={}", program.buffers[load->buffer].name, fmt::join(given, ",")));
  }
  if (draws_a_load) flags.push_back(fmt::format("--seed {}", seed_));
  return fmt::format("{}", fmt::join(flags, " "));
}

}  // namespace tidemark
