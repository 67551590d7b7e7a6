#include "cli/flags.h"

#include <CLI/CLI.hpp>

namespace tidemark {
namespace {

std::string owned(std::string_view text) { return std::string(text); }

}  // namespace

void Flags::required_file(std::string_view name, std::string& path, std::string_view help) {
  app_.add_option(owned(name), path, owned(help))->required()->option_text(" ");
}

void Flags::optional_file(std::string_view name, std::optional<std::string>& path,
                          std::string_view help) {
  app_.add_option(owned(name), path, owned(help))->option_text(" ");
}

void Flags::text(std::string_view flag, std::optional<std::string>& value, std::string_view shape,
                 std::string_view help) {
  app_.add_option(owned(flag), value, owned(help))->option_text(owned(shape));
}

void Flags::number(std::string_view flag, std::uint64_t& value, std::string_view help) {
  app_.add_option(owned(flag), value, owned(help))->option_text("N");
}

void Flags::number(std::string_view flag, std::optional<std::uint64_t>& value,
                   std::string_view help) {
  app_.add_option(owned(flag), value, owned(help))->option_text("N");
}

void Flags::assignments(std::string_view flag, std::vector<std::string>& values,
                        std::string_view shape, std::string_view help) {
  app_.add_option(owned(flag), values, owned(help))
      ->option_text(owned(shape))
      ->expected(1)
      ->take_all();
}

void Flags::choice(std::string_view flag, std::string& value,
                   const std::vector<std::string_view>& choices, std::string_view help) {
  std::vector<std::string> names(choices.begin(), choices.end());
  app_.add_option(owned(flag), value, owned(help))
      ->option_text(CLI::detail::join(names, "|"))
      ->check(CLI::IsMember(std::move(names)));
}

}  // namespace tidemark
