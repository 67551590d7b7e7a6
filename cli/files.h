// Programs and streams from files, or from standard input where the path is `-`. What is
// wrong with them comes back as the report to end with.
#pragma once

#include <expected>
#include <iosfwd>
#include <string>

#include "cli/report.h"
#include "core/ir/program.h"

namespace tidemark {

std::expected<std::string, Report> read_text(const std::string& path, std::istream& standard_in);

std::expected<Program, Report> read_program(const std::string& path, std::istream& standard_in);

// What a path is called in messages: `-` is "<stdin>".
std::string display_name(const std::string& path);

// nullopt where the file was written.
std::optional<Report> write_text(const std::string& path, const std::string& text);

}  // namespace tidemark
