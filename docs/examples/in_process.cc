// A synchronizer of your own inside the command: one class with one method, registered under
// a name. Whatever takes `--with NAME` takes it: check, explore, prove, fuzz.
//
//   in_process check corpus/kernels/softmax.tm --with one_at_a_time --set n_rows=2
//
// This one lets nothing overlap: after every instruction all engines meet at a barrier. It
// leaves out what it cannot do: control that reads memory.
#include <iostream>

#include "cli/tidemark.h"

namespace {

using namespace tidemark;

class OneAtATime final : public Synchronizer {
 public:
  std::string_view name() const override { return "one_at_a_time"; }

  Synchronized synchronize(const Program& program) const override {
    Synchronized result;
    result.streams.program = program.name;
    const std::vector<EngineId> engines = participants(program);
    for (const EngineId engine : engines) {
      Stream stream{.engine = engine, .registers = {}, .body = {}, .line = {}};
      add(program, program.body, engines, stream.body, engine);
      result.streams.streams.push_back(std::move(stream));
    }
    return result;
  }

 private:
  static void add(const Program& program, const Block& block, const std::vector<EngineId>& engines,
                  StreamBlock& out, EngineId engine) {
    out.push_back({Barrier{engines, {}, {}}, {}});
    for (const Statement& statement : block) {
      if (const auto* instruction = std::get_if<InstructionId>(&statement)) {
        if (program.instructions[*instruction].engine == engine)
          out.push_back({Issue{*instruction, {}}, {}});
        out.push_back({Barrier{engines, {}, {}}, {}});
      } else if (const auto* control = std::get_if<ControlId>(&statement)) {
        add_control(program, *control, engines, out, engine);
      }
    }
  }

  static void add_control(const Program& program, ControlId control,
                          const std::vector<EngineId>& engines, StreamBlock& out, EngineId engine) {
    if (const auto* loop = std::get_if<For>(&program.controls[control].form)) {
      StreamFor copy{control, {}};
      add(program, loop->body, engines, copy.body, engine);
      out.push_back({std::move(copy), {}});
    } else if (const auto* branch = std::get_if<If>(&program.controls[control].form)) {
      StreamIf copy{control, {}, {}};
      add(program, branch->then_block, engines, copy.then_block, engine);
      add(program, branch->else_block, engines, copy.else_block, engine);
      out.push_back({std::move(copy), {}});
    }
  }
};

}  // namespace

int main(int count, char** arguments) {
  const OneAtATime mine;
  return run_tidemark({arguments + 1, arguments + count}, std::cin, std::cout, std::cerr,
                      Synchronizers({&mine}));
}
