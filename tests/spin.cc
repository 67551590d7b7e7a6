#include "tests/spin.h"

#include <fmt/format.h>
#include <stdlib.h>
#include <sys/resource.h>

#include <cstdio>
#include <fstream>
#include <sstream>

#include "core/check.h"

namespace tidemark {
namespace {

double children_seconds() {
  rusage usage{};
  CHECK(getrusage(RUSAGE_CHILDREN, &usage) == 0);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

// The number that a line of pan's report begins with.
double number_before(const std::string& report, std::string_view words) {
  const std::size_t at = report.find(words);
  if (at == report.npos) return 0;
  const std::size_t line = report.rfind('\n', at) + 1;
  return std::strtod(report.c_str() + line, nullptr);
}

}  // namespace

Spin::Spin() {
  std::string pattern = (std::filesystem::temp_directory_path() / "tidemark-spin-XXXXXX").string();
  CHECK(mkdtemp(pattern.data()) != nullptr);
  folder_ = pattern;
}

Spin::~Spin() { std::filesystem::remove_all(folder_); }

int Spin::shell(const std::string& command) const {
  return std::system(fmt::format("cd '{}' && {}", folder_.string(), command).c_str());
}

bool Spin::load(const std::string& model, std::string_view flags) {
  std::ofstream(folder_ / "model.pml") << model;
  return shell(fmt::format("spin -a model.pml >spin.log 2>&1 && cc -w {} -o pan pan.c", flags)) ==
         0;
}

std::optional<Spin::Answer> Spin::search(std::string_view flags) const {
  const double begin = children_seconds();
  shell(fmt::format("./pan {} >pan.log 2>&1", flags));
  Answer answer{.seconds = children_seconds() - begin};
  std::ifstream log(folder_ / "pan.log");
  std::stringstream text;
  text << log.rdbuf();
  const std::string report = text.str();
  if (report.find("errors: ") == report.npos ||
      report.find("max search depth too small") != report.npos)
    return std::nullopt;
  answer.has_errors = report.find("errors: 0") == report.npos;
  answer.states = number_before(report, "states, stored");
  answer.mebibytes = number_before(report, "total actual memory usage");
  return answer;
}

}  // namespace tidemark
