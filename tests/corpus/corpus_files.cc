#include "tests/corpus/corpus_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "core/text/parse.h"

namespace tidemark {
namespace {

namespace fs = std::filesystem;

const fs::path kCorpus = fs::path(TIDEMARK_SOURCE_DIR) / "corpus";

template <class Id, class Entity>
Id find_named(const Table<Id, Entity>& table, const std::string& name) {
  for (const Id id : table.ids())
    if (table[id].name == name) return id;
  throw std::runtime_error(fmt::format("the head names '{}', which the program has not", name));
}

}  // namespace

std::vector<std::string> corpus_paths(std::string_view folder, std::string_view ending) {
  std::vector<std::string> paths;
  for (const fs::directory_entry& entry : fs::directory_iterator(kCorpus / folder))
    if (entry.path().extension() == ending)
      paths.push_back(fs::relative(entry.path(), kCorpus).generic_string());
  std::ranges::sort(paths);
  return paths;
}

CorpusFile read_corpus_file(const std::string& path) {
  std::ifstream stream(kCorpus / path);
  if (!stream) throw std::runtime_error(path + ": no such file in corpus/");
  std::ostringstream text;
  text << stream.rdbuf();
  auto header = parse_corpus_header(text.str(), path);
  if (!header) throw std::runtime_error(to_string(header.error()));
  return {path, text.str(), *std::move(header)};
}

Program program_of(const CorpusFile& file) {
  auto program = parse_program(file.text, file.path);
  if (!program) throw std::runtime_error(to_string(program.error()));
  return *std::move(program);
}

CorpusFile read_program_named_by(const CorpusFile& streams) {
  if (streams.header.program.empty())
    throw std::runtime_error(streams.path + ": the head names no program");
  return read_corpus_file((fs::path(streams.path).parent_path() / streams.header.program).string());
}

Inputs inputs_of(const CorpusHeader& header, const Program& program, std::uint64_t seed) {
  Inputs inputs(program, seed);
  for (const CorpusHeader::Setting& param : header.params)
    inputs.set(find_named(program.params, param.name), param.values.front());
  for (const CorpusHeader::Setting& load : header.loads)
    inputs.set_loads(find_named(program.buffers, load.name), load.values);
  return inputs;
}

bool reads_loads(const Program& program) {
  return std::ranges::any_of(program.controls,
                             [](const Control& control) { return load_of(control) != nullptr; });
}

}  // namespace tidemark
