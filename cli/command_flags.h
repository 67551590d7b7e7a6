// The flags by which a command of the user's stands where a synchronizer would:
// --with-command and its limits.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>

#include "cli/flags.h"
#include "cli/report.h"
#include "core/external/external_command.h"

namespace tidemark {

class CommandFlags {
 public:
  void declare(Flags& flags);
  // And where the program is kept for which `synchronize` fails.
  void declare_keep(Flags& flags);

  bool is_given() const { return command_.has_value(); }
  // A report where the flags make no sense.
  std::optional<Report> wrong() const;
  // Only where it is given.
  ExternalCommand external() const;
  // The streams, or a report of how the command failed; then the program is kept in a file.
  std::expected<Streams, Report> synchronize(const Program& program) const;
  // As on the command line, quoted for a shell: `--with-command 'python3 mine.py'`.
  std::string arguments() const;

 private:
  Report failed(const Program& program, const ExternalFailure& failure) const;

  std::optional<std::string> command_;
  std::uint64_t seconds_ = 10;
  std::uint64_t mebibytes_ = 1024;
  std::optional<std::string> keep_path_;
};

}  // namespace tidemark
