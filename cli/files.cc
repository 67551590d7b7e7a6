#include "cli/files.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <vector>

#include "core/text/parse.h"

namespace tidemark {
namespace {

constexpr std::size_t kLargestFile = std::size_t{1} << 30;  // bytes

std::expected<std::string, Report> read_all(std::istream& stream, const std::string& name) {
  std::string text;
  std::vector<char> piece(std::size_t{1} << 20);
  while (stream.read(piece.data(), static_cast<std::streamsize>(piece.size())) ||
         stream.gcount() > 0) {
    text.append(piece.data(), static_cast<std::size_t>(stream.gcount()));
    if (text.size() > kLargestFile)
      return std::unexpected(bad_input(fmt::format("{} is larger than 1 GiB", name)));
  }
  return text;
}

}  // namespace

std::string display_name(const std::string& path) { return path == "-" ? "<stdin>" : path; }

std::expected<std::string, Report> read_text(const std::string& path, std::istream& standard_in) {
  if (path == "-") return read_all(standard_in, display_name(path));
  if (std::filesystem::is_directory(path))
    return std::unexpected(bad_input(fmt::format("cannot read {}: it is a folder", path)));
  std::ifstream file(path, std::ios::binary);
  if (!file)
    return std::unexpected(
        bad_input(fmt::format("cannot read {}: {}", path, std::strerror(errno))));
  return read_all(file, path);
}

std::expected<Program, Report> read_program(const std::string& path, std::istream& standard_in) {
  const auto text = read_text(path, standard_in);
  if (!text) return std::unexpected(text.error());
  auto program = parse_program(*text, display_name(path));
  if (!program) return std::unexpected(bad_input(program.error()));
  return *std::move(program);
}

std::optional<Report> write_text(const std::string& path, const std::string& text) {
  if (path == "-")
    return bad_input("cannot write to -: standard output has the report; name a file");
  std::ofstream file(path, std::ios::binary);
  file << text << std::flush;
  if (file) return std::nullopt;
  return bad_input(fmt::format("cannot write {}: {}", path, std::strerror(errno)));
}

}  // namespace tidemark
