#include "cli/replay/corpus_entry.h"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>

#include "cli/files.h"
#include "cli/run_inputs.h"
#include "core/sync/synchronizer.h"
#include "core/text/parse.h"
#include "fuzz/cases/fuzz_case.h"

namespace tidemark {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kSeeds = 16;  // for what the head leaves to be drawn

std::vector<std::string> promised(const std::string& synchronizer) {
  if (synchronizer == "dynamic") return {"exact"};
  if (synchronizer == "none") return {};
  return {"exact", "overwaits"};
}

std::vector<CorpusSubject> subjects_of(const Program& program, const CorpusHeader& header) {
  std::vector<CorpusSubject> subjects;
  for (const std::string_view synchronizer : synchronizer_names()) {
    CorpusSubject subject{std::string(synchronizer), {}, {}, promised(std::string(synchronizer))};
    for (const CorpusHeader::Expectation& each : header.expected)
      if (each.synchronizer == synchronizer) subject.expected = {each.verdict};
    subject.streams = find_synchronizer(synchronizer)->synchronize(program).streams;
    subjects.push_back(std::move(subject));
  }
  return subjects;
}

std::expected<CorpusSubject, std::string> streams_of(const std::string& text,
                                                     const std::string& path,
                                                     const Program& program,
                                                     const CorpusHeader& header) {
  if (header.expected.size() != 1) return std::unexpected("the head expects no one verdict");
  CorpusSubject subject{"streams", {}, {}, {header.expected.front().verdict}};
  auto streams = parse_streams(text, program, path);
  if (streams)
    subject.streams = *std::move(streams);
  else if (streams.error().kind == StreamsError::Kind::bad_input)
    return std::unexpected(to_string(streams.error().diagnostics));
  else
    subject.malformed = to_string(streams.error().diagnostics);
  return subject;
}

std::expected<std::string, std::string> text_of(const fs::path& path) {
  auto text = read_text(path.string(), std::cin);
  if (!text) return std::unexpected(text.error().remarks);
  return *std::move(text);
}

std::expected<Program, std::string> program_of(const fs::path& path) {
  const auto text = text_of(path);
  if (!text) return std::unexpected(text.error());
  auto program = parse_program(*text, path.string());
  if (!program) return std::unexpected(to_string(program.error()));
  return *std::move(program);
}

}  // namespace

std::expected<CorpusEntry, std::string> read_corpus_entry(const fs::path& path) {
  const auto text = text_of(path);
  if (!text) return std::unexpected(text.error());
  auto header = parse_corpus_header(*text, path.string());
  if (!header) return std::unexpected(to_string(header.error()));
  const bool is_program = path.extension() == ".tm";
  if (!is_program && header->program.empty())
    return std::unexpected("the head of a .tms names its program: '# program: x.tm'");
  auto program = program_of(is_program ? path : path.parent_path() / header->program);
  if (!program) return std::unexpected(program.error());
  CorpusEntry entry{path.string(), *std::move(header), *std::move(program), {}};
  if (is_program) {
    entry.subjects = subjects_of(entry.program, entry.header);
  } else {
    auto subject = streams_of(*text, path.string(), entry.program, entry.header);
    if (!subject) return std::unexpected(subject.error());
    entry.subjects.push_back(*std::move(subject));
  }
  return entry;
}

std::expected<std::vector<Inputs>, std::string> inputs_of(const CorpusEntry& entry) {
  std::vector<Inputs> all;
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    auto inputs = inputs_of(entry.header, entry.program, seed);
    if (!inputs) return std::unexpected(inputs.error());
    all.push_back(*std::move(inputs));
    if (all_given(all.back(), entry.program)) break;
  }
  return all;
}

std::expected<std::vector<fs::path>, std::string> corpus_files(
    const std::vector<std::string>& paths) {
  std::vector<fs::path> files;
  for (const fs::path path : paths) {
    if (!fs::exists(path)) return std::unexpected(path.string() + ": no such file or folder");
    if (!fs::is_directory(path)) {
      files.push_back(path);
      continue;
    }
    for (const fs::directory_entry& each : fs::recursive_directory_iterator(path))
      if (each.path().extension() == ".tm" || each.path().extension() == ".tms")
        files.push_back(each.path());
  }
  std::ranges::sort(files);
  files.erase(std::ranges::unique(files).begin(), files.end());
  return files;
}

}  // namespace tidemark
