#include "gen/edits.h"

#include <array>
#include <span>

#include "core/ir/control_blocks.h"

namespace tidemark {
namespace {

Edit drop(Statement statement) {
  return [statement](Draft& draft) {
    if (const auto* instruction = std::get_if<InstructionId>(&statement))
      draft.instructions[*instruction] = Fate::drop;
    else if (const auto* assignment = std::get_if<AssignmentId>(&statement))
      draft.assignments[*assignment] = Fate::drop;
    else
      draft.controls[std::get<ControlId>(statement)] = Fate::drop;
  };
}

void add_drops(const Program& program, const Block& block, std::size_t depth,
               std::vector<Edit>& edits) {
  for (const Statement& statement : block) {
    if (depth == 0) {
      edits.push_back(drop(statement));
    } else if (const auto* id = std::get_if<ControlId>(&statement)) {
      for (const Block* inner : blocks_of(program.controls[*id]))
        add_drops(program, *inner, depth - 1, edits);
    }
  }
}

std::vector<Pass> all_passes() {
  std::vector<Pass> all;
  for (const auto& some : {edits::of_control(), edits::of_declarations(), edits::of_operands()})
    all.insert(all.end(), some.begin(), some.end());
  return all;
}

}  // namespace

std::vector<Edit> drop_statements(const Program& program, std::size_t depth) {
  std::vector<Edit> edits;
  add_drops(program, program.body, depth, edits);
  return edits;
}

const std::vector<Pass>& passes() {
  static const std::vector<Pass> all = all_passes();
  return all;
}

}  // namespace tidemark
