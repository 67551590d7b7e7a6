#include "cli/tidemark.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <chrono>
#include <iostream>
#include <memory>
#include <sstream>

#include "cli/command.h"
#include "core/text/nearest.h"

namespace tidemark {
namespace {

constexpr const char* kDescription =
    "Synchronizes programs of multi-engine accelerators without barriers, and decides over\n"
    "all schedules whether synchronization is exact: nothing may race, nothing waits for more\n"
    "than it needs.";

constexpr const char* kFooter =
    "\nFiles: a program is a .tm, streams are a .tms, - is standard input.\n"
    "Exit:  0 exact or done, 1 a finding, 2 bad input, 3 unknown.\n"
    "\nExample:\n"
    "  tidemark check corpus/kernels/flash_attention.tm --with barrier\n"
    "\n`tidemark COMMAND --help` teaches each of them.";

constexpr std::array<std::string_view, 4> kRepeated = {"--set", "--load", "--machine", "--most"};

// `--set n=4 m=2` is `--set n=4 --set m=2`: then a file that follows stays a file.
std::vector<std::string> repeat_flags(const std::vector<std::string>& arguments) {
  std::vector<std::string> result;
  std::string flag;
  for (const std::string& argument : arguments) {
    const bool is_flag = argument.starts_with("--");
    const bool continues = !is_flag && argument.find('=') != std::string::npos;
    if (is_flag) flag = std::ranges::find(kRepeated, argument) != kRepeated.end() ? argument : "";
    if (!is_flag && !continues) flag.clear();
    if (continues && !flag.empty() && result.back() != flag) result.push_back(flag);
    result.push_back(argument);
  }
  return result;
}

Report unknown_command(const CLI::App& app, const std::string& word) {
  Nearest nearest(word);
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands(nullptr)) {
    nearest.consider(command->get_name());
    names.push_back(command->get_name());
  }
  return bad_input(fmt::format(
      "there is no command '{}'; {}", word,
      nearest.found() ? nearest.hint() : fmt::format("there are {}", fmt::join(names, ", "))));
}

// Help that was asked for, or what is wrong with the command line.
Report explain_parse_error(const CLI::App& app, const CLI::ParseError& error,
                           const std::vector<std::string>& arguments) {
  std::ostringstream out;
  std::ostringstream err;
  if (app.exit(error, out, err) == 0) return {.text = out.str(), .json = {{"help", out.str()}}};
  if (arguments.empty())
    return {.exit = Exit::bad_input, .remarks = app.help(), .json = {{"error", "no command"}}};
  return bad_input(err.str().substr(0, err.str().find('\n')));
}

// Of a command that decides nothing.
std::string_view verdict_of(Exit exit) {
  switch (exit) {
    case Exit::done:
      return "done";
    case Exit::finding:
      return "finding";
    case Exit::bad_input:
      return "bad input";
    case Exit::unknown:
      return "unknown";
  }
  __builtin_unreachable();
}

void print_report(Report& report, bool json, double seconds, std::ostream& out, std::ostream& err) {
  err << report.remarks;
  if (!json) {
    out << report.text;
    return;
  }
  if (!report.json.contains("verdict")) report.json["verdict"] = verdict_of(report.exit);
  report.json["seconds"] = seconds;
  out << report.json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) << "\n";
}

void add_command(CLI::App& app, Command& command, const Synchronizers& synchronizers, bool& json) {
  CLI::App* sub = app.add_subcommand(std::string(command.name()), std::string(command.summary()));
  sub->footer("\n" + std::string(command.lesson()));
  Flags flags(*sub, synchronizers);
  command.declare(flags);
  sub->add_flag("--json", json, "one JSON document on standard output, nothing else");
}

Report parse_and_run(CLI::App& app, const std::vector<std::unique_ptr<Command>>& commands,
                     const std::vector<std::string>& arguments, std::istream& in) {
  const auto is_named = [&](const auto& command) { return command->name() == arguments[0]; };
  if (!arguments.empty() && !arguments[0].starts_with("-") &&
      std::ranges::none_of(commands, is_named))
    return unknown_command(app, arguments[0]);
  try {
    std::vector<std::string> reversed = repeat_flags(arguments);
    std::ranges::reverse(reversed);  // as CLI11 takes them
    app.parse(reversed);
  } catch (const CLI::ParseError& error) {
    return explain_parse_error(app, error, arguments);
  }
  const auto chosen = std::ranges::find_if(commands, [&](const auto& command) {
    return app.got_subcommand(std::string(command->name()));
  });
  return (*chosen)->run(in);
}

}  // namespace

std::vector<std::unique_ptr<Command>> all_commands() {
  std::vector<std::unique_ptr<Command>> commands;
  commands.push_back(make_demo_command());
  commands.push_back(make_sync_command());
  commands.push_back(make_check_command());
  commands.push_back(make_explore_command());
  commands.push_back(make_export_command());
  commands.push_back(make_prove_command());
  commands.push_back(make_run_command());
  commands.push_back(make_explain_command());
  commands.push_back(make_replay_command());
  commands.push_back(make_corpus_command());
  commands.push_back(make_sim_command());
  commands.push_back(make_bench_command());
  commands.push_back(make_gen_command());
  commands.push_back(make_fuzz_command());
  commands.push_back(make_reduce_command());
  return commands;
}

int run_tidemark(const std::vector<std::string>& arguments, std::istream& in, std::ostream& out,
                 std::ostream& err, const Synchronizers& synchronizers) {
  bool json = std::ranges::find(arguments, "--json") != arguments.end();
  CLI::App app(kDescription, "tidemark");
  app.footer(kFooter);
  app.require_subcommand(1);
  app.set_version_flag("--version", std::string("tidemark ") + TIDEMARK_VERSION);
  const std::vector<std::unique_ptr<Command>> commands = all_commands();
  for (const auto& command : commands) add_command(app, *command, synchronizers, json);

  const auto start = std::chrono::steady_clock::now();
  Report report = parse_and_run(app, commands, arguments, in);
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  print_report(report, json, seconds.count(), out, err);
  if (!out.flush()) {
    err << "tidemark: cannot write standard output\n";
    return static_cast<int>(Exit::bad_input);
  }
  return static_cast<int>(report.exit);
}

}  // namespace tidemark
