#include "cli/target_flags.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <sstream>

#include "cli/files.h"
#include "core/target/builtin_targets.h"
#include "core/target/parse_target.h"
#include "core/text/nearest.h"

namespace tidemark {
namespace {

constexpr const char* kDefault = "trn2";

Report no_such_target(const std::string& name) {
  Nearest nearest(name);
  for (const std::string_view known : builtin_target_names()) nearest.consider(known);
  return bad_input(fmt::format(
      "--target {}: no such target or file; {}", name,
      nearest.found() ? nearest.hint()
                      : fmt::format("there are {}", fmt::join(builtin_target_names(), ", "))));
}

std::expected<std::string, Report> text_of(const std::string& target) {
  if (const auto builtin = builtin_target(target)) return std::string(*builtin);
  if (!std::filesystem::exists(target)) return std::unexpected(no_such_target(target));
  std::istringstream nothing;
  return read_text(target, nothing);
}

}  // namespace

void TargetFlags::declare(Flags& flags) {
  flags.choice_or_file("--target", target_, builtin_target_names(),
                       "the machine (default trn2), or a file like those of targets/");
  flags.assignments("--machine", figures_, "KEY=NUMBER",
                    "another figure for the target: barrier.cost=0, semaphore.latency=300");
}

std::expected<Target, Report> TargetFlags::load() const {
  const std::string name = is_given() ? target_ : kDefault;
  const auto text = text_of(name);
  if (!text) return std::unexpected(text.error());
  auto target = parse_target(*text, name);
  if (!target) return std::unexpected(bad_input(target.error()));
  for (const std::string& figure : figures_)
    if (const auto set = set_figure(*target, figure); !set)
      return std::unexpected(bad_input("--machine: " + set.error()));
  return *std::move(target);
}

}  // namespace tidemark
