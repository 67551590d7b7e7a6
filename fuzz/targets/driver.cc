// A target as an ordinary program, with any compiler and no engine:
//
//   NAME PATH...                           runs files, and all files of folders
//   NAME --seconds 1 --seed 7 PATH...      then changes them at random for so long
//   NAME --repeat 100 PATH...              runs each so often, to measure its speed
//   NAME --smaller FOLDER PATH...          writes each case with one thing less into the folder,
//                                          where it is still one that the deciders take
//
// What is found aborts; the case stands in ./crash-NUMBER and on standard error.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "core/run/hash.h"
#include "fuzz/mutator/mutate_case.h"
#include "fuzz/targets/subject.h"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size);

namespace tidemark {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostBytes = 4'096;
constexpr std::size_t kMostKept = 2'000;

std::string* at_hand = nullptr;  // what a handler of signals can reach

std::uint64_t hash_of(std::string_view text) {
  std::uint64_t hash = 0;
  for (const char c : text) hash = mix(hash ^ static_cast<unsigned char>(c));
  return hash;
}

void keep_case_at_hand(int signal) {
  std::signal(signal, SIG_DFL);
  if (at_hand != nullptr) {
    const std::string name = fmt::format("crash-{:016x}", hash_of(*at_hand));
    std::ofstream(name, std::ios::binary) << *at_hand;
    fmt::print(stderr, "the case is in ./{}\n", name);
  }
  std::raise(signal);
}

void run_one(std::string text) {
  at_hand = &text;
  LLVMFuzzerTestOneInput(reinterpret_cast<const unsigned char*>(text.data()), text.size());
  at_hand = nullptr;
}

std::string contents(const fs::path& path) {
  std::ifstream stream(path, std::ios::binary);
  if (!stream) {
    fmt::print(stderr, "cannot read {}\n", path.string());
    std::exit(2);
  }
  return {std::istreambuf_iterator<char>(stream), {}};
}

void add_cases(const fs::path& path, std::vector<std::string>& cases) {
  if (!fs::is_directory(path)) return cases.push_back(contents(path));
  std::vector<fs::path> paths;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(path))
    if (entry.is_regular_file()) paths.push_back(entry.path());
  std::ranges::sort(paths);  // the same cases in the same order everywhere
  for (const fs::path& each : paths) cases.push_back(contents(each));
}

// One byte, as bad input comes about; the mutator itself only makes text that parses.
void change_a_byte(std::string& text, Random& random) {
  if (!text.empty()) text[random.below(text.size())] = static_cast<char>(random.below(256));
}

std::string changed(const std::vector<std::string>& cases, Random& random) {
  const std::string& text = cases[random.below(cases.size())];
  if (random.once_in(8))
    return cross_cases(text, cases[random.below(cases.size())], kMostBytes, random);
  std::string result = mutate_case(text, kMostBytes, random);
  if (random.once_in(8)) change_a_byte(result, random);
  return result;
}

std::uint64_t run_changed(std::vector<std::string> cases, double seconds, std::uint64_t seed) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
  Random random(seed);
  std::uint64_t executions = 0;
  for (; std::chrono::steady_clock::now() < end; ++executions) {
    std::string text = changed(cases, random);
    run_one(text);
    if (cases.size() < kMostKept) cases.push_back(std::move(text));
  }
  return executions;
}

struct Arguments {
  double seconds = 0;
  std::uint64_t seed = 0;
  std::uint64_t repeat = 1;
  std::string smaller;
  std::vector<std::string> cases;
};

Arguments read(const std::vector<std::string>& words) {
  Arguments arguments;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const char* value = i + 1 < words.size() ? words[i + 1].c_str() : "";
    if (words[i] == "--seconds")
      arguments.seconds = std::atof(value);
    else if (words[i] == "--seed")
      arguments.seed = std::strtoull(value, nullptr, 10);
    else if (words[i] == "--repeat")
      arguments.repeat = std::strtoull(value, nullptr, 10);
    else if (words[i] == "--smaller")
      arguments.smaller = value;
    else
      add_cases(words[i], arguments.cases);
    if (words[i].starts_with("--")) ++i;
  }
  return arguments;
}

// Executions in a second of one processor's time, whatever else the machine does.
double run_all(const std::vector<std::string>& cases, std::uint64_t repeat) {
  const std::clock_t start = std::clock();
  for (std::uint64_t i = 0; i < repeat; ++i)
    for (const std::string& text : cases) run_one(text);
  const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  return static_cast<double>(repeat * cases.size()) / seconds;
}

int write_smaller(const std::vector<std::string>& cases, const fs::path& folder) {
  fs::create_directories(folder);
  std::size_t written = 0;
  for (const std::string& text : cases)
    for (const std::string& smaller : smaller_cases(text))
      if (smaller.size() < text.size() && subject_of(smaller)) {
        std::ofstream(folder / fmt::format("smaller-{:016x}", hash_of(smaller)), std::ios::binary)
            << smaller;
        ++written;
      }
  fmt::print("{} smaller cases\n", written);
  return 0;
}

int run(const std::vector<std::string>& words) {
  const Arguments arguments = read(words);
  if (arguments.cases.empty()) {
    fmt::print(stderr, "give files or folders of cases\n");
    return 2;
  }
  for (const int signal : {SIGABRT, SIGSEGV, SIGFPE, SIGILL, SIGBUS})
    std::signal(signal, keep_case_at_hand);
  if (!arguments.smaller.empty()) return write_smaller(arguments.cases, arguments.smaller);
  const double speed = run_all(arguments.cases, arguments.repeat);
  fmt::print("{} cases, {:.0f} executions/s\n", arguments.cases.size(), speed);
  if (arguments.seconds > 0)
    fmt::print("{} changed cases\n",
               run_changed(arguments.cases, arguments.seconds, arguments.seed));
  return 0;
}

}  // namespace
}  // namespace tidemark

int main(int count, char** arguments) { return tidemark::run({arguments + 1, arguments + count}); }
