#include "cli/flags.h"

#include <CLI/CLI.hpp>

#include <charconv>
#include <cstdint>

namespace tidemark {
namespace {

std::string owned(std::string_view text) { return std::string(text); }

// CLI11 alone would wrap a negative number and saturate one that is too large.
std::string check_number(const std::string& text) {
  std::uint64_t value = 0;
  const char* end = text.data() + text.size();
  const auto [last, error] = std::from_chars(text.data(), end, value);
  if (error == std::errc() && last == end) return {};
  return "expected a number from 0 to 18446744073709551615, not '" + text + "'";
}

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
  app_.add_option(owned(flag), value, owned(help))->option_text("N")->check(check_number);
}

void Flags::number(std::string_view flag, std::optional<std::uint64_t>& value,
                   std::string_view help) {
  app_.add_option(owned(flag), value, owned(help))->option_text("N")->check(check_number);
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

void Flags::choice_or_file(std::string_view flag, std::string& value,
                           const std::vector<std::string_view>& choices, std::string_view help) {
  const std::vector<std::string> names(choices.begin(), choices.end());
  app_.add_option(owned(flag), value, owned(help))
      ->option_text(CLI::detail::join(names, "|") + "|FILE");
}

}  // namespace tidemark
