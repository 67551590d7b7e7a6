#include "tests/source_tree.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace tidemark {
namespace {

namespace fs = std::filesystem;

const fs::path kTop = TIDEMARK_SOURCE_DIR;

bool is_source(const fs::path& path) {
  return path.extension() == ".h" || path.extension() == ".cc";
}

}  // namespace

std::vector<std::string> top_folders() {
  std::vector<std::string> folders;
  for (const fs::directory_entry& entry : fs::directory_iterator(kTop)) {
    const std::string name = entry.path().filename().string();
    if (entry.is_directory() && !name.starts_with('.') && !name.starts_with("build"))
      folders.push_back(name);
  }
  std::ranges::sort(folders);
  return folders;
}

std::vector<SourceFile> source_files() {
  std::vector<SourceFile> files;
  for (const std::string& folder : top_folders())
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(kTop / folder))
      if (entry.is_regular_file() && is_source(entry.path())) {
        const std::string path = fs::relative(entry.path(), kTop).generic_string();
        files.push_back({path, lines_of(path)});
      }
  std::ranges::sort(files, {}, &SourceFile::path);
  return files;
}

std::vector<std::string> lines_of(const std::string& path_from_top) {
  std::ifstream in(kTop / path_from_top);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

std::string place(const SourceFile& file, std::size_t line) {
  return fmt::format("{}:{}: ", file.path, line);
}

bool is_test(std::string_view path) {
  return path.ends_with("_test.cc") || path.starts_with("tests/");
}

}  // namespace tidemark
