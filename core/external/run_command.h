// A shell command with text for its standard input, and limits.
//
// It runs in a process group of its own, which is killed whole when the command has ended,
// its time is up, or it has written too much. Memory is limited for each of its processes
// (RLIMIT_AS): what it does about an allocation that fails is its own affair.
//
// Safe to call from several threads. Not covered: what a command does to files, and processes
// that leave the group.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

namespace tidemark {

struct CommandLimits {
  std::chrono::milliseconds time = std::chrono::seconds(10);
  std::uint64_t bytes = std::uint64_t{1} << 30;          // of address space
  std::uint64_t output_bytes = std::uint64_t{64} << 20;  // on standard output
};

struct CommandResult {
  enum class End : std::uint8_t {
    exited,     // `code` is its exit status
    signalled,  // `code` is the signal that ended it
    out_of_time,
    too_much_output,
    not_started,  // no process or no file could be had: `errors` says which
  };
  End end = End::not_started;
  int code = 0;
  std::string output;
  std::string errors;  // the first 64 KiB of its standard error
};

// As one word of a shell command.
std::string shell_quoted(std::string_view text);

CommandResult run_command(const std::string& command, const std::string& input,
                          const CommandLimits& limits = {});

}  // namespace tidemark
