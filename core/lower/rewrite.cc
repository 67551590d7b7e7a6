#include "core/lower/rewrite.h"

#include <algorithm>

namespace tidemark::lowering {
namespace {

bool is_taken(const std::string& name, const Program& program,
              const std::vector<std::string>& taken) {
  const auto is_it = [&](const auto& item) { return item.name == name; };
  const auto is_variable = [&](const Control& control) {
    const auto* loop = std::get_if<For>(&control.form);
    return loop != nullptr && loop->variable == name;
  };
  return std::ranges::find(taken, name) != taken.end() ||
         std::ranges::any_of(program.params, is_it) ||
         std::ranges::any_of(program.counters, is_it) ||
         std::ranges::any_of(program.controls, is_variable);
}

}  // namespace

std::int64_t semaphore_count(const Streams& streams) {
  std::int64_t count = 0;
  for (const Semaphore& semaphore : streams.semaphores) count += semaphore.count.value_or(1);
  return count;
}

std::string unused_name(const std::string& stem, const Program& program,
                        const std::vector<std::string>& taken) {
  if (!is_taken(stem, program, taken)) return stem;
  for (int number = 2;; ++number) {
    std::string name = stem + "_" + std::to_string(number);
    if (!is_taken(name, program, taken)) return name;
  }
}

std::vector<std::string> register_names(const Stream& stream) {
  std::vector<std::string> names;
  for (const Register& declared : stream.registers) names.push_back(declared.name);
  return names;
}

}  // namespace tidemark::lowering
