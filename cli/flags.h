// The flags of one command, as the command's own file declares them.
//
// CLI11 stands behind this and is included by flags.cc and tidemark.cc alone: it takes
// longer to compile than everything else in a command.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/synchronizers.h"

namespace CLI {
class App;
}

namespace tidemark {

// Each function binds a flag to a variable that outlives the parsing.
class Flags {
 public:
  Flags(CLI::App& app, const Synchronizers& synchronizers)
      : app_(app), synchronizers_(synchronizers) {}

  // Those that a flag may name; they outlive the command.
  const Synchronizers& synchronizers() const { return synchronizers_; }

  // By position, in order of declaration.
  void required_file(std::string_view name, std::string& path, std::string_view help);
  void optional_file(std::string_view name, std::optional<std::string>& path,
                     std::string_view help);

  void choice_by_position(std::string_view name, std::string& value,
                          const std::vector<std::string_view>& choices, std::string_view help);
  // By position too, all that follow.
  void files(std::string_view name, std::vector<std::string>& paths, std::string_view help);

  void text(std::string_view flag, std::optional<std::string>& value, std::string_view shape,
            std::string_view help);
  void number(std::string_view flag, std::uint64_t& value, std::string_view help);
  void number(std::string_view flag, std::optional<std::uint64_t>& value, std::string_view help);
  // May be repeated, and takes every following NAME=VALUE too.
  void assignments(std::string_view flag, std::vector<std::string>& values, std::string_view shape,
                   std::string_view help);
  // A length of time: 30s, 500ms, or plain seconds.
  void duration(std::string_view flag, std::chrono::milliseconds& value, std::string_view help);
  // Takes no value: true where it is given.
  void present(std::string_view flag, bool& is_given, std::string_view help);
  void choice(std::string_view flag, std::string& value,
              const std::vector<std::string_view>& choices, std::string_view help);
  // One of the choices, or any other word.
  void choice_or_file(std::string_view flag, std::string& value,
                      const std::vector<std::string_view>& choices, std::string_view help);

 private:
  CLI::App& app_;
  const Synchronizers& synchronizers_;
};

}  // namespace tidemark
