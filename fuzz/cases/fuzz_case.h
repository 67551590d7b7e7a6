// The one test case of all fuzz targets: readable text that is a corpus file as it stands.
//
//   # set: n=3            a head (core/text/corpus_header.h), which may be absent
//   program p
//   ...
//   ---                   and streams of it after this line, for targets about streams
//   streams p
//   ...
//
// Whatever the bytes are, they are a case; most are one whose program does not parse.
#pragma once

#include <expected>
#include <optional>
#include <string>
#include <string_view>

#include "core/ir/program.h"
#include "core/run/inputs.h"
#include "core/run/run_error.h"
#include "core/text/corpus_header.h"

namespace tidemark {

struct FuzzCase {
  std::string_view program;                 // with its head
  std::optional<std::string_view> streams;  // all that follows the first `---`
};

FuzzCase split_case(std::string_view text);

// The head's inputs; what it does not give is drawn from `seed` by the range of the targets,
// 0 to 3. An error names what the program does not have.
std::expected<Inputs, std::string> inputs_of(const CorpusHeader& header, const Program& program,
                                             std::uint64_t seed);

// Does the run end within the limits, and without an error? (A loop can turn for long
// without an instance.)
bool is_short_run(const Program& program, const Inputs& inputs, const RunLimits& limits);

// The lines `# set:` and `# load:` that give these inputs. The inverse of `inputs_of`.
std::string head_lines(const Inputs& inputs, const Program& program);

}  // namespace tidemark
