// One command of `tidemark`: its flags, its help, and what it does. Each stands in a file
// of its own, NAME_command.cc, and in the list of tidemark.cc.
#pragma once

#include <iosfwd>
#include <memory>
#include <string_view>
#include <vector>

#include "cli/flags.h"
#include "cli/report.h"

namespace tidemark {

class Command {
 public:
  virtual ~Command() = default;

  virtual std::string_view name() const = 0;
  virtual std::string_view summary() const = 0;  // one line, for the list of commands
  virtual std::string_view lesson() const = 0;   // below the flags in --help; with an example

  virtual void declare(Flags& flags) = 0;             // binds flags to members
  virtual Report run(std::istream& standard_in) = 0;  // once, after parsing
};

std::unique_ptr<Command> make_sync_command();
std::unique_ptr<Command> make_check_command();
std::unique_ptr<Command> make_explore_command();
std::unique_ptr<Command> make_export_command();
std::unique_ptr<Command> make_prove_command();
std::unique_ptr<Command> make_run_command();
std::unique_ptr<Command> make_explain_command();
std::unique_ptr<Command> make_replay_command();
std::unique_ptr<Command> make_corpus_command();
std::unique_ptr<Command> make_sim_command();
std::unique_ptr<Command> make_bench_command();
std::unique_ptr<Command> make_gen_command();
std::unique_ptr<Command> make_fuzz_command();
std::unique_ptr<Command> make_reduce_command();
std::unique_ptr<Command> make_demo_command();

// Every command, in the order in which a newcomer should meet them.
std::vector<std::unique_ptr<Command>> all_commands();

}  // namespace tidemark
