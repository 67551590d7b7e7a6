#include "core/ir/program.h"

namespace tidemark {

namespace {

template <class Variant>
const Load* load_in(const Variant& value) {
  return std::get_if<Load>(&value);
}

const Load* load_of_form(const For& form) {
  const Load* lower = load_in(form.lower);
  return lower != nullptr ? lower : load_in(form.upper);
}
const Load* load_of_form(const If& form) { return load_in(form.condition); }
const Load* load_of_form(const While& form) { return &form.condition; }

}  // namespace

const Load* load_of(const Control& control) {
  return std::visit([](const auto& form) { return load_of_form(form); }, control.form);
}

std::vector<EngineId> participants(const Program& program) {
  Table<EngineId, char> has_instruction(program.engines.size(), 0);
  for (const Instruction& instruction : program.instructions)
    has_instruction[instruction.engine] = 1;
  std::vector<EngineId> result;
  result.reserve(program.engines.size());
  for (const EngineId engine : program.engines.ids())
    if (has_instruction[engine]) result.push_back(engine);
  return result;
}

}  // namespace tidemark
