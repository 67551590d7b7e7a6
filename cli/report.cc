#include "cli/report.h"

#include <fmt/format.h>

namespace tidemark {

nlohmann::ordered_json to_json(const Diagnostics& diagnostics) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const Diagnostic& diagnostic : diagnostics)
    list.push_back({{"file", diagnostic.file},
                    {"line", diagnostic.line},
                    {"column", diagnostic.column},
                    {"length", diagnostic.length},
                    {"message", diagnostic.message},
                    {"hint", diagnostic.hint},
                    {"source", diagnostic.source}});
  return list;
}

Report bad_input(const Diagnostics& diagnostics) {
  return {.exit = Exit::bad_input,
          .remarks = to_string(diagnostics),
          .json = {{"error", "bad input"}, {"diagnostics", to_json(diagnostics)}}};
}

Report bad_input(const std::string& message) {
  return {.exit = Exit::bad_input,
          .remarks = "tidemark: " + message + "\n",
          .json = {{"error", message}}};
}

Report outcome(Exit exit, std::string_view verdict, const std::string& what) {
  return {.exit = exit,
          .text = fmt::format("{}: {}\n", verdict, what),
          .json = {{"verdict", verdict}, {"reason", what}}};
}

Report cannot_run(const RunError& error) {
  switch (error.kind) {
    case RunError::Kind::bad_inputs:
      return bad_input(error.message);
    case RunError::Kind::malformed:
      return outcome(Exit::finding, "malformed", error.message);
    case RunError::Kind::limit:
      return outcome(Exit::unknown, "unknown", error.message);
  }
  __builtin_unreachable();
}

}  // namespace tidemark
