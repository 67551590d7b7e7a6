// The head of a file in corpus/: comments `# key: value` before the first statement
// that say what the file shows and what is to come out.
//
//   # expect: unsafe            the verdict of a .tms
//   # expect: none exact        of a .tm, where a synchronizer's is not the default
//   # unknown: clocks           deciders that may not know, whatever is expected
//   # program: copy.tm          what a .tms is of, relative to the file
//   # set: m=2 n=0              params; those not named are drawn
//   # load: go=1,1,0            loaded values in order, as on the command line
//   # mutant: forget_war unsafe a broken synchronizer that the file kills, and its verdict
//   # why: ...                  what must wait for what
//   # from: ...                 where the case comes from
//   # cause: ...                of what a fuzzer found: what `corpus add` knows it by
//
// A key is one word in small letters; all but `program` may be given on several lines. Other
// comments are prose.
#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "core/ir/diagnostic.h"

namespace tidemark {

struct CorpusHeader {
  struct Expectation {
    std::string synchronizer;  // empty in a .tms
    std::string verdict;
    friend bool operator==(const Expectation&, const Expectation&) = default;
  };
  struct Setting {
    std::string name;  // a param, or a buffer whose loads these are
    std::vector<std::int64_t> values;
    friend bool operator==(const Setting&, const Setting&) = default;
  };

  std::vector<Expectation> expected;
  std::vector<Expectation> mutants;
  std::vector<std::string> unknown_to;  // deciders
  std::string program;
  std::vector<Setting> params;  // one value each
  std::vector<Setting> loads;
  std::string why;  // lines joined by a blank
  std::string from;
  std::string cause;

  friend bool operator==(const CorpusHeader&, const CorpusHeader&) = default;
};

// Linear in the length of the head. A key that does not exist or a value that is none is
// bad input; what the names refer to is looked up by whoever has the program.
std::expected<CorpusHeader, Diagnostics> parse_corpus_header(std::string_view text,
                                                             const std::string& file);

}  // namespace tidemark
