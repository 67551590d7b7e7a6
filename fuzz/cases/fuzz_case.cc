#include "fuzz/cases/fuzz_case.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/run/sequential_run.h"

namespace tidemark {
namespace {

constexpr std::string_view kSeparator = "\n---\n";
constexpr DrawRange kSmall = {0, 3};

template <class Id, class Entity>
std::optional<Id> find_named(const Table<Id, Entity>& table, const std::string& name) {
  const auto found = std::ranges::find(table, name, &Entity::name);
  if (found == table.end()) return std::nullopt;
  return Id(static_cast<std::size_t>(found - table.begin()));
}

}  // namespace

FuzzCase split_case(std::string_view text) {
  const std::size_t at = text.find(kSeparator);
  if (at == text.npos) return {text, std::nullopt};
  return {text.substr(0, at + 1), text.substr(at + kSeparator.size())};
}

std::expected<Inputs, std::string> inputs_of(const CorpusHeader& header, const Program& program,
                                             std::uint64_t seed) {
  Inputs inputs(program, seed, kSmall);
  for (const CorpusHeader::Setting& param : header.params) {
    const auto id = find_named(program.params, param.name);
    if (!id) return std::unexpected(fmt::format("the program has no param '{}'", param.name));
    inputs.set(*id, param.values.front());
  }
  for (const CorpusHeader::Setting& load : header.loads) {
    const auto id = find_named(program.buffers, load.name);
    if (!id) return std::unexpected(fmt::format("the program has no buffer '{}'", load.name));
    inputs.set_loads(*id, load.values);
  }
  return inputs;
}

bool is_short_run(const Program& program, const Inputs& inputs, const RunLimits& limits) {
  const Cells cells(program);
  SequentialRun run(program, cells, inputs, limits);
  while (run.next() != nullptr) {
  }
  return !run.error();
}

std::string head_lines(const Inputs& inputs, const Program& program) {
  std::string lines;
  for (const ParamId param : program.params.ids())
    if (inputs.is_given(param))
      lines += fmt::format("# set: {}={}\n", program.params[param].name, inputs.param(param));
  for (const BufferId buffer : program.buffers.ids())
    if (const auto& values = inputs.given_loads(buffer); !values.empty())
      lines += fmt::format("# load: {}={}\n", program.buffers[buffer].name, fmt::join(values, ","));
  return lines;
}

}  // namespace tidemark
