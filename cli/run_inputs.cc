#include "cli/run_inputs.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <ranges>
#include <string_view>

#include "core/text/nearest.h"
#include "core/text/number.h"

namespace tidemark {
namespace {

struct Named {
  std::string_view name;
  std::string_view value;
};

std::optional<Named> split_assignment(std::string_view text) {
  const std::size_t equals = text.find('=');
  if (equals == text.npos) return std::nullopt;
  return Named{text.substr(0, equals), text.substr(equals + 1)};
}

std::optional<std::vector<std::int64_t>> to_integers(std::string_view text) {
  std::vector<std::int64_t> values;
  for (const auto part : std::views::split(text, ',')) {
    const auto value = text::to_number<std::int64_t>(std::string_view(part.begin(), part.end()));
    if (!value) return std::nullopt;
    values.push_back(*value);
  }
  return values.empty() ? std::nullopt : std::optional(values);
}

template <class Id, class Entity>
std::optional<Id> find_named(const Table<Id, Entity>& table, std::string_view name) {
  for (const Id id : table.ids())
    if (table[id].name == name) return id;
  return std::nullopt;
}

// "; did you mean 'n'?", or what there is to choose from.
template <class Id, class Entity>
std::string choice_of(const Table<Id, Entity>& table, std::string_view name) {
  Nearest nearest(name);
  std::vector<std::string_view> names;
  for (const Entity& entity : table) {
    nearest.consider(entity.name);
    names.push_back(entity.name);
  }
  if (nearest.found()) return "; " + nearest.hint();
  return names.empty() ? "" : fmt::format("; it has {}", fmt::join(names, ", "));
}

std::optional<std::string> apply_set(const std::string& text, const Program& program,
                                     Inputs& inputs) {
  const auto named = split_assignment(text);
  const auto value = named ? text::to_number<std::int64_t>(named->value) : std::nullopt;
  if (!value) return fmt::format("--set {}: expected PARAM=INTEGER, as in --set n=4", text);
  const auto param = find_named(program.params, named->name);
  if (!param)
    return fmt::format("--set {}: the program has no param '{}'{}", text, named->name,
                       choice_of(program.params, named->name));
  if (inputs.is_given(*param)) return fmt::format("--set {}: {} is set already", text, named->name);
  inputs.set(*param, *value);
  return std::nullopt;
}

bool is_loaded(BufferId buffer, const Program& program) {
  return std::ranges::any_of(program.controls, [&](const Control& control) {
    const Load* load = load_of(control);
    return load != nullptr && load->buffer == buffer;
  });
}

std::optional<std::string> apply_load(const std::string& text, const Program& program,
                                      Inputs& inputs) {
  const auto named = split_assignment(text);
  auto values = named ? to_integers(named->value) : std::nullopt;
  if (!values) return fmt::format("--load {}: expected BUFFER=INTEGERS, as in x=2,0,1", text);
  const auto buffer = find_named(program.buffers, named->name);
  if (!buffer)
    return fmt::format("--load {}: the program has no buffer '{}'{}", text, named->name,
                       choice_of(program.buffers, named->name));
  if (!is_loaded(*buffer, program))
    return fmt::format("--load {}: no control statement of the program loads '{}'", text,
                       named->name);
  inputs.set_loads(*buffer, *std::move(values));
  return std::nullopt;
}

}  // namespace

void InputFlags::declare(Flags& flags) {
  flags.assignments("--set", sets, "PARAM=N ...", "values of params; others are drawn");
  flags.assignments("--load", loads, "BUFFER=N,N ...",
                    "values of the executed loads of a buffer, in order; the last one repeats");
  flags.number("--seed", seed, "draws what is not given (default 0)");
}

std::expected<Inputs, Report> InputFlags::inputs_for(const Program& program,
                                                     std::uint64_t draw) const {
  Inputs inputs(program, seed + draw);
  for (const std::string& text : sets)
    if (const auto error = apply_set(text, program, inputs))
      return std::unexpected(bad_input(*error));
  for (const std::string& text : loads)
    if (const auto error = apply_load(text, program, inputs))
      return std::unexpected(bad_input(*error));
  return inputs;
}

bool all_given(const Inputs& inputs, const Program& program) {
  return std::ranges::all_of(program.params.ids(),
                             [&](ParamId param) { return inputs.is_given(param); }) &&
         std::ranges::all_of(program.controls, [&](const Control& control) {
           const Load* load = load_of(control);
           return load == nullptr || !inputs.given_loads(load->buffer).empty();
         });
}

}  // namespace tidemark
