// What `fuzz` tries: a synchronizer by name, ours or registered, or a command of the user's.
#pragma once

#include <mutex>
#include <optional>
#include <string>

#include "cli/command_flags.h"
#include "cli/flags.h"
#include "cli/report.h"
#include "fuzz/campaign/trial.h"

namespace tidemark {

class FuzzedSynchronizer {
 public:
  void declare(Flags& flags);

  // A report where the flags make no sense.
  std::optional<Report> complete();

  // One word, for names of files: "dynamic", "command".
  std::string name() const { return command_.is_given() ? "command" : with_; }
  // As on the command line: "--with dynamic".
  std::string arguments() const;
  // The least that is asked of its streams, unless the user asks for another.
  Demand demand() const;

  // Streams, or why there are none. Safe to call from several threads.
  std::expected<Streams, NoStreams> synchronize(const Program& program);
  // Once the command could not even be started: then nothing it was asked for has an answer.
  std::optional<Report> not_started() const;

 private:
  std::expected<Streams, NoStreams> ask_command(const Program& program);

  const Synchronizers* synchronizers_ = nullptr;
  std::string with_, demand_;
  CommandFlags command_;

  mutable std::mutex mutex_;  // guards what follows
  std::optional<std::string> why_not_started_;
};

}  // namespace tidemark
