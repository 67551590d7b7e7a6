#include "cli/flags.h"

#include <CLI/CLI.hpp>

#include <cstdint>

#include "core/text/number.h"

namespace tidemark {
namespace {

std::string owned(std::string_view text) { return std::string(text); }

// CLI11 alone would wrap a negative number and saturate one that is too large.
std::string check_number(const std::string& text) {
  if (text::to_number<std::uint64_t>(text)) return {};
  return "expected a number from 0 to 18446744073709551615, not '" + text + "'";
}

constexpr std::int64_t kMostSeconds = 1'000'000'000;

std::optional<std::chrono::milliseconds> parse_duration(std::string_view text) {
  const bool is_milliseconds = text.ends_with("ms");
  if (is_milliseconds)
    text.remove_suffix(2);
  else if (text.ends_with("s"))
    text.remove_suffix(1);
  const auto value = text::to_number<std::int64_t>(text);
  if (!value || *value < 0 || *value > kMostSeconds) return std::nullopt;
  return std::chrono::milliseconds(is_milliseconds ? *value : 1000 * *value);
}

std::string check_duration(const std::string& text) {
  if (parse_duration(text)) return {};
  return "expected a time such as 30s, 500ms or 30 (seconds), not '" + text + "'";
}

}  // namespace

void Flags::required_file(std::string_view name, std::string& path, std::string_view help) {
  app_.add_option(owned(name), path, owned(help))->required()->option_text(" ");
}

void Flags::optional_file(std::string_view name, std::optional<std::string>& path,
                          std::string_view help) {
  app_.add_option(owned(name), path, owned(help))->option_text(" ");
}

void Flags::files(std::string_view name, std::vector<std::string>& paths, std::string_view help) {
  app_.add_option(owned(name), paths, owned(help))->option_text(" ...");
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

void Flags::choice_by_position(std::string_view name, std::string& value,
                               const std::vector<std::string_view>& choices,
                               std::string_view help) {
  app_.add_option(owned(name), value, owned(help))
      ->required()
      ->option_text(" ")
      ->check(CLI::IsMember(std::vector<std::string>(choices.begin(), choices.end())));
}

void Flags::duration(std::string_view flag, std::chrono::milliseconds& value,
                     std::string_view help) {
  app_.add_option_function<std::string>(
          owned(flag), [&value](const std::string& text) { value = *parse_duration(text); },
          owned(help))
      ->option_text("TIME")
      ->check(check_duration);
}

void Flags::present(std::string_view flag, bool& is_given, std::string_view help) {
  app_.add_flag(owned(flag), is_given, owned(help));
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
