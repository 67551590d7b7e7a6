// What `check` and `run` are about: a program and streams of it, which come from a .tms
// file or are made by a synchronizer, one of ours or a command.
#pragma once

#include <expected>
#include <iosfwd>
#include <optional>
#include <string>

#include "cli/command_flags.h"
#include "cli/flags.h"
#include "cli/report.h"
#include "core/ir/streams.h"

namespace tidemark {

struct Subject {
  Program program;
  Streams streams;
};

class SubjectFlags {
 public:
  void declare(Flags& flags);

  // A report where there is no such subject: bad input, or streams that are malformed.
  std::expected<Subject, Report> load(std::istream& standard_in) const;

  // As on the command line: "P.tm S.tms", "P.tm --with barrier", "P.tm --with-command 'CMD'".
  std::string arguments() const;
  bool reads_standard_input() const { return program_path_ == "-" || streams_path_ == "-"; }

 private:
  std::string program_path_;
  std::optional<std::string> streams_path_;
  std::string with_;
  CommandFlags command_;
  const Synchronizers* synchronizers_ = nullptr;
};

}  // namespace tidemark
