// A file of corpus/ as replay sees it: a program with what each synchronizer must give, or
// streams of a program with the verdict that they must have.
#pragma once

#include <expected>
#include <filesystem>
#include <string>
#include <vector>

#include "core/ir/streams.h"
#include "core/run/inputs.h"
#include "core/text/corpus_header.h"

namespace tidemark {

struct CorpusSubject {
  std::string name;                   // "dynamic"; of a .tms, "streams"
  Streams streams;                    // unless malformed
  std::string malformed;              // streams that are none of the program: why
  std::vector<std::string> expected;  // verdicts, any of which will do; empty: any at all
};

struct CorpusEntry {
  std::string path;
  CorpusHeader header;
  Program program;
  std::vector<CorpusSubject> subjects;
};

// An error is what a person is to read: the file cannot be read, or is no file of a corpus.
std::expected<CorpusEntry, std::string> read_corpus_entry(const std::filesystem::path& path);

// Inputs to decide it for, most of which are drawn unless the head gives them all.
std::expected<std::vector<Inputs>, std::string> inputs_of(const CorpusEntry& entry);

// Every .tm and .tms at or below the paths, each once, in order. An error names a path that
// is not there.
std::expected<std::vector<std::filesystem::path>, std::string> corpus_files(
    const std::vector<std::string>& paths);

}  // namespace tidemark
