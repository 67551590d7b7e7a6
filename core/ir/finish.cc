#include "core/ir/finish.h"

#include "core/ir/finish_parts.h"

namespace tidemark {

std::vector<ProgramError> finish(Program& program, const ProgramLimits& limits) {
  internal::ProgramErrors errors;
  internal::check_declarations(program, limits, errors);
  const std::vector<Statement> order = internal::check_tree(program, limits, errors);
  if (!errors.empty()) return errors.take();
  internal::check_statements(program, errors);
  internal::name_statements(program, order, errors);
  return errors.take();
}

}  // namespace tidemark
