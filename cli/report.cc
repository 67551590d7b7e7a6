#include "cli/report.h"

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

}  // namespace tidemark
