// The files of corpus/, read for tests. A file that cannot be read or parsed is an
// exception, which fails the test that wanted it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/ir/program.h"
#include "core/run/inputs.h"
#include "core/text/corpus_header.h"

namespace tidemark {

struct CorpusFile {
  std::string path;  // from corpus/: "kernels/softmax.tm"
  std::string text;
  CorpusHeader header;
};

// Paths from corpus/ of the files of a folder with this ending, in order.
std::vector<std::string> corpus_paths(std::string_view folder, std::string_view ending);

CorpusFile read_corpus_file(const std::string& path);
Program program_of(const CorpusFile& file);

// The program that a .tms names, beside it.
CorpusFile read_program_named_by(const CorpusFile& streams);

// What the head gives, the rest drawn from the seed.
Inputs inputs_of(const CorpusHeader& header, const Program& program, std::uint64_t seed);

bool reads_loads(const Program& program);

}  // namespace tidemark
