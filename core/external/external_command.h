// A synchronizer that is a command: a .tm on its standard input, a .tms on its output.
//
// Whatever the command does, the answer is streams of the program or a failure that says
// what went wrong; the caller keeps the program with it (`run_command.h` holds the limits).
#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <string_view>

#include "core/external/run_command.h"
#include "core/ir/diagnostic.h"
#include "core/ir/program.h"
#include "core/ir/streams.h"

namespace tidemark {

struct ExternalFailure {
  enum class Kind : std::uint8_t {
    refused,    // exit status 3: it does not do such programs, and says so. No finding
    failed,     // any other exit status but 0
    crashed,    // by a signal
    hung,       // out of time
    flooded,    // wrote more than it may
    garbage,    // what it wrote does not parse: empty, cut short, or no streams at all
    malformed,  // it parses, but these are not streams of this program
    not_started,
  };
  Kind kind = Kind::failed;
  std::string message;      // "crashed: signal 11 (Segmentation fault)"
  Diagnostics diagnostics;  // garbage, malformed
};

// One word: "crashed".
std::string_view name(ExternalFailure::Kind kind);

constexpr bool is_finding(ExternalFailure::Kind kind) {
  return kind != ExternalFailure::Kind::refused && kind != ExternalFailure::Kind::not_started;
}

// What a command's end and output say.
std::expected<Streams, ExternalFailure> answer_of(const CommandResult& result,
                                                  const CommandLimits& limits,
                                                  const Program& program);

class ExternalCommand {
 public:
  explicit ExternalCommand(std::string command, CommandLimits limits = {})
      : command_(std::move(command)), limits_(limits) {}

  const std::string& command() const { return command_; }

  // Streams that match the program. The program is finished.
  std::expected<Streams, ExternalFailure> synchronize(const Program& program) const;

 private:
  std::string command_;
  CommandLimits limits_;
};

}  // namespace tidemark
