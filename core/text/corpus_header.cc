#include "core/text/corpus_header.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <ranges>

#include "core/text/lines.h"
#include "core/text/nearest.h"
#include "core/text/number.h"

namespace tidemark {

namespace text {

namespace {

constexpr std::array<std::string_view, 9> kKeys = {"expect", "unknown", "program", "set",  "load",
                                                   "mutant", "why",     "from",    "cause"};

struct Entry {
  std::string_view key;
  std::string_view value;
};

bool is_small_letter(char c) { return c >= 'a' && c <= 'z'; }

// `# key: value`; nullopt for prose.
std::optional<Entry> entry_of(std::string_view comment) {
  if (!comment.starts_with("# ")) return std::nullopt;
  comment.remove_prefix(2);
  const std::size_t colon = comment.find(": ");
  if (colon == comment.npos || colon == 0) return std::nullopt;
  const std::string_view key = comment.substr(0, colon);
  if (!std::ranges::all_of(key, is_small_letter)) return std::nullopt;
  return Entry{key, comment.substr(colon + 2)};
}

std::vector<std::string_view> pieces_of(std::string_view text, char separator) {
  std::vector<std::string_view> pieces;
  for (const auto piece : std::views::split(text, separator))
    if (!piece.empty()) pieces.emplace_back(piece.begin(), piece.end());
  return pieces;
}

// `x=2,0,1`
std::optional<CorpusHeader::Setting> setting_of(std::string_view word) {
  const std::size_t equals = word.find('=');
  if (equals == word.npos || equals == 0) return std::nullopt;
  CorpusHeader::Setting setting{std::string(word.substr(0, equals)), {}};
  for (const std::string_view piece : pieces_of(word.substr(equals + 1), ',')) {
    const auto value = text::to_number<std::int64_t>(piece);
    if (!value) return std::nullopt;
    setting.values.push_back(*value);
  }
  return setting.values.empty() ? std::nullopt : std::optional(std::move(setting));
}

class HeaderReader {
 public:
  HeaderReader(std::string_view text, const std::string& file) : rest_(text), reporter_(file) {}

  std::expected<CorpusHeader, Diagnostics> run() {
    while (next_comment())
      if (const std::optional<Entry> entry = entry_of(line_.whole)) read(*entry);
    if (!reporter_.empty()) return std::unexpected(reporter_.take());
    return std::move(header_);
  }

 private:
  // False at the first line that is neither empty nor a comment.
  bool next_comment() {
    if (rest_.empty()) return false;
    std::string_view whole = rest_.substr(0, rest_.find('\n'));
    rest_.remove_prefix(std::min(rest_.size(), whole.size() + 1));
    if (whole.ends_with('\r')) whole.remove_suffix(1);
    line_ = {line_.number + 1, whole, {}};
    return whole.empty() || whole.starts_with('#');
  }

  void read(const Entry& entry) {
    if (entry.key == "expect") return read_expectation(entry.value);
    if (entry.key == "unknown") return read_words(entry.value, header_.unknown_to);
    if (entry.key == "program") return read_program(entry.value);
    if (entry.key == "set") return read_params(entry.value);
    if (entry.key == "load") return read_settings(entry.value, header_.loads);
    if (entry.key == "mutant") return read_mutant(entry.value);
    if (entry.key == "why") return join(entry.value, header_.why);
    if (entry.key == "from") return join(entry.value, header_.from);
    if (entry.key == "cause") return join(entry.value, header_.cause);
    report_unknown_key(entry.key);
  }

  void read_expectation(std::string_view value) {
    const std::vector<std::string_view> words = pieces_of(value, ' ');
    if (words.empty() || words.size() > 2)
      return reporter_.add(line_, value, "expected a verdict, or a synchronizer and a verdict",
                           "as in '# expect: exact' or '# expect: none exact'");
    header_.expected.push_back({words.size() == 2 ? std::string(words.front()) : std::string(),
                                std::string(words.back())});
  }

  void read_mutant(std::string_view value) {
    const std::vector<std::string_view> words = pieces_of(value, ' ');
    if (words.size() != 2)
      return reporter_.add(line_, value, "expected a broken synchronizer and its verdict",
                           "as in '# mutant: forget_war unsafe'");
    header_.mutants.push_back({std::string(words[0]), std::string(words[1])});
  }

  void read_program(std::string_view value) {
    if (!header_.program.empty())
      return reporter_.add(line_, value, "the program has been named already");
    header_.program = value;
  }

  void read_params(std::string_view value) {
    const std::size_t before = header_.params.size();
    read_settings(value, header_.params);
    for (const CorpusHeader::Setting& param : header_.params | std::views::drop(before))
      if (param.values.size() != 1)
        reporter_.add(line_, value, fmt::format("param '{}' has one value", param.name));
  }

  void read_settings(std::string_view value, std::vector<CorpusHeader::Setting>& settings) {
    for (const std::string_view word : pieces_of(value, ' ')) {
      std::optional<CorpusHeader::Setting> setting = setting_of(word);
      if (setting)
        settings.push_back(*std::move(setting));
      else
        reporter_.add(line_, word, fmt::format("'{}' gives no value", word),
                      "as in 'n=4', and 'x=2,0,1' for loads");
    }
  }

  static void read_words(std::string_view value, std::vector<std::string>& words) {
    for (const std::string_view word : pieces_of(value, ' ')) words.emplace_back(word);
  }

  static void join(std::string_view value, std::string& text) {
    if (!text.empty()) text += ' ';
    text += value;
  }

  void report_unknown_key(std::string_view key) {
    Nearest nearest(key);
    for (const std::string_view known : kKeys) nearest.consider(known);
    std::string hint = nearest.hint();
    if (hint.empty()) hint = fmt::format("keys are {}", fmt::join(kKeys, ", "));
    reporter_.add(line_, key, fmt::format("the head of a file has no key '{}'", key),
                  std::move(hint));
  }

  std::string_view rest_;
  TextLine line_;
  Reporter reporter_;
  CorpusHeader header_;
};

}  // namespace

}  // namespace text

std::expected<CorpusHeader, Diagnostics> parse_corpus_header(std::string_view text,
                                                             const std::string& file) {
  return text::HeaderReader(text, file).run();
}

}  // namespace tidemark
