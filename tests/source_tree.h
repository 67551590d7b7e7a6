// The project's own files, for tests that hold its rules.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tidemark {

struct SourceFile {
  std::string path;  // from the top: "core/ir/ids.h"
  std::vector<std::string> lines;
};

// Every .h and .cc file of the project's folders, in order of path.
std::vector<SourceFile> source_files();

// The folders at the top that hold a part of the project, in order.
std::vector<std::string> top_folders();

std::vector<std::string> lines_of(const std::string& path_from_top);

// "core/ir/ids.h:12: ", for messages. Lines count from 1.
std::string place(const SourceFile& file, std::size_t line);

bool is_test(std::string_view path);  // x_test.cc, or a file under tests/

}  // namespace tidemark
