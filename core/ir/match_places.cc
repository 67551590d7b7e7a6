#include "core/ir/match_parts.h"

namespace tidemark::internal {

namespace {

// Recursion is as deep as blocks nest, which `finish` has limited.
class PlaceWalk {
 public:
  PlaceWalk(const Program& program, Places& places) : program_(program), places_(places) {}

  void block(const Block& statements, BlockNumber number) {
    for (const Statement& statement : statements) {
      const Place place{number, next_};
      if (const auto* instruction = std::get_if<InstructionId>(&statement)) {
        ++next_;
        places_.instructions[*instruction] = place;
        places_.of_engine[program_.instructions[*instruction].engine].push_back(*instruction);
      } else if (const auto* control = std::get_if<ControlId>(&statement)) {
        ++next_;
        places_.controls[*control] = place;
        if (load_of(program_.controls[*control]) != nullptr) places_.loads.push_back(*control);
        inner(*control);
      }
    }
    places_.block_end[number] = next_;
  }

 private:
  void inner(ControlId id) {
    const auto& form = program_.controls[id].form;
    if (const auto* branch = std::get_if<If>(&form)) {
      block(branch->then_block, first_block(id));
      block(branch->else_block, else_block(id));
    } else if (const auto* loop = std::get_if<For>(&form)) {
      block(loop->body, first_block(id));
    } else {
      block(std::get<While>(form).body, first_block(id));
    }
  }

  const Program& program_;
  Places& places_;
  std::uint32_t next_ = 0;
};

}  // namespace

Places::Places(const Program& program)
    : instructions(program.instructions.size()),
      controls(program.controls.size()),
      block_end(2 * program.controls.size() + 1),
      of_engine(program.engines.size()) {
  PlaceWalk(program, *this).block(program.body, kBody);
  for (const Param& param : program.params) integers.insert(param.name);
  for (const Control& control : program.controls)
    if (const auto* loop = std::get_if<For>(&control.form)) integers.insert(loop->variable);
}

}  // namespace tidemark::internal
