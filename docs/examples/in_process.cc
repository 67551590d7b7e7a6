// A synchronizer of your own inside the command: one class with one method, registered under
// a name. Whatever takes `--with NAME` takes it: check, explore, prove, fuzz.
//
//   in_process check corpus/kernels/softmax.tm --with one_at_a_time --set n_rows=2
//   in_process fuzz --with one_at_a_time
//
// This one lets nothing overlap: after every statement all engines meet at a barrier.
#include <iostream>

#include "cli/tidemark.h"

namespace {

using namespace tidemark;

// The stream of one engine.
class Writer {
 public:
  Writer(const Program& program, EngineId engine)
      : program_(program), engine_(engine), everyone_(participants(program)) {}

  StreamBlock write(const Block& block) const {
    StreamBlock out;
    meet(out);
    for (const Statement& statement : block) {
      if (const auto* instruction = std::get_if<InstructionId>(&statement)) {
        if (program_.instructions[*instruction].engine == engine_)
          out.emplace_back(Issue{*instruction, {}});
        meet(out);
      } else if (const auto* control = std::get_if<ControlId>(&statement)) {
        write_control(*control, out);
        meet(out);
      }  // else a counter is set: every sequencer does that by itself
    }
    return out;
  }

 private:
  void meet(StreamBlock& out) const { out.emplace_back(Barrier{everyone_, {}, {}}); }

  // A read stands before a `for` or `if`, and inside a `while`.
  void write_control(ControlId id, StreamBlock& out) const {
    const Control& control = program_.controls[id];
    const StreamStatement read = {Read{id, {}}, {}};
    if (const auto* loop = std::get_if<While>(&control.form)) {
      StreamWhile copy{id, write(loop->body)};
      copy.body.insert(copy.body.begin(), read);
      out.emplace_back(std::move(copy));
      return;
    }
    if (load_of(control) != nullptr) out.push_back(read);
    if (const auto* loop = std::get_if<For>(&control.form))
      out.emplace_back(StreamFor{id, write(loop->body)});
    if (const auto* branch = std::get_if<If>(&control.form))
      out.emplace_back(StreamIf{id, write(branch->then_block), write(branch->else_block)});
  }

  const Program& program_;
  EngineId engine_;
  std::vector<EngineId> everyone_;
};

class OneAtATime final : public Synchronizer {
 public:
  std::string_view name() const override { return "one_at_a_time"; }

  Synchronized synchronize(const Program& program) const override {
    Synchronized result;
    result.streams.program = program.name;
    for (const EngineId engine : participants(program))
      result.streams.streams.push_back({.engine = engine,
                                        .registers = {},
                                        .body = Writer(program, engine).write(program.body),
                                        .line = {}});
    return result;
  }
};

}  // namespace

int main(int count, char** arguments) {
  const OneAtATime mine;
  return run_tidemark({arguments + 1, arguments + count}, std::cin, std::cout, std::cerr,
                      Synchronizers({&mine}));
}
