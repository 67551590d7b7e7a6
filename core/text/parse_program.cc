#include <algorithm>

#include <fmt/format.h>

#include "core/ir/finish.h"
#include "core/text/lines.h"
#include "core/text/parse.h"
#include "core/text/program_scope.h"
#include "core/text/syntax_failure.h"

namespace tidemark {

namespace text {

namespace {

class ProgramParser {
 public:
  ProgramParser(std::string_view text, const std::string& file, const ProgramLimits& limits)
      : text_(text), limits_(limits), reporter_(file) {}

  std::expected<Program, Diagnostics> run() {
    reserve();
    LineReader reader(text_);
    while (!reporter_.full() && !is_over_ && reader.next(at_)) line();
    if (!blocks_.empty() && !is_over_)
      reporter_.add(text_, blocks_.back().opened_at, {}, "this block is never closed",
                    "a '}' on a line of its own closes it");
    if (!named_ && reporter_.empty())
      reporter_.add(TextLine{}, {}, "an empty text is no program", "begin with 'program NAME'");
    if (reporter_.empty()) check();
    if (!reporter_.empty()) return std::unexpected(reporter_.take());
    return std::move(program_);
  }

 private:
  struct OpenBlock {
    std::uint32_t opened_at = 0;
    std::optional<ControlId> control;  // none: opened by a line that is wrong
    bool in_else = false;
    std::string_view variable = {};     // of a loop
    std::optional<Symbol> hidden = {};  // what its name meant before
  };

  // Every instruction has an arrow, every control a brace. Growing a table of a large
  // program step by step costs more than all the rest of its parse.
  void reserve() {
    const auto at_most = [&](char c) {
      const auto count = static_cast<std::size_t>(std::ranges::count(text_, c));
      return std::min(count, limits_.statements);
    };
    program_.instructions.reserve(at_most('>'));
    program_.controls.reserve(at_most('{'));
  }

  void line() {
    if (!named_ && reporter_.empty() && at_.code.starts_with("streams ")) {
      reporter_.add(at_, {}, "these are streams; a program begins with 'program NAME'");
      is_over_ = true;
      return;
    }
    const std::size_t blocks_before = blocks_.size();
    try {
      parse_program_line(at_.code, line_);
      statement();
    } catch (const SyntaxFailure& failure) {
      engines_are_known_ &= !at_.code.starts_with("engine ");
      if (!report_misspelt_first_word())
        reporter_.add(at_, failure.at, failure.message, failure.hint);
      recover(blocks_before);
    }
  }

  // A line that is wrong still opens and closes the blocks it was meant to.
  void recover(std::size_t blocks_before) {
    if (blocks_.size() != blocks_before) return;
    const bool closes = at_.code.starts_with('}');
    const bool opens = at_.code.ends_with('{');
    if (opens && !closes) {
      blocks_.push_back({at_.number, {}});
      const bool is_loop = line_.kind == ProgramLineKind::for_loop && !line_.subject.empty();
      if (is_loop) bind_variable(Symbol::of(ControlId()));  // so that its uses are no faults
    }
    if (closes && !opens && !blocks_.empty()) close();
  }

  // `fro i in 0..n {` begins like an instruction of the engine `fro`: say that, and not
  // what is wrong further on.
  bool report_misspelt_first_word() {
    if (line_.kind != ProgramLineKind::instruction || line_.subject.empty()) return false;
    if (!engines_are_known_ || scope_.engines.contains(line_.subject) ||
        scope_.counters.contains(line_.subject))
      return false;
    reporter_.add(at_, line_.subject, fmt::format("unknown engine '{}'", line_.subject),
                  scope_.nearest_first_word(line_.subject));
    return true;
  }

  void statement() {
    check_label();
    if (!named_ && line_.kind != ProgramLineKind::program)
      fail(at_.code, "a program begins with 'program NAME'");
    switch (line_.kind) {
      case ProgramLineKind::program:
        return name_program();
      case ProgramLineKind::engines:
      case ProgramLineKind::params:
      case ProgramLineKind::memories:
      case ProgramLineKind::buffers:
      case ProgramLineKind::counters:
        return declare();
      case ProgramLineKind::for_loop:
        return for_loop();
      case ProgramLineKind::if_branch:
        return open(If{scope_.condition(line_), {}, {}});
      case ProgramLineKind::while_loop:
        return open(While{std::get<Load>(scope_.bound(line_, line_.values[0])), {}});
      case ProgramLineKind::else_branch:
        return else_branch();
      case ProgramLineKind::close:
        return close();
      case ProgramLineKind::assignment:
        return assignment();
      case ProgramLineKind::instruction:
        return instruction();
    }
  }

  void check_label() {
    if (line_.label.empty()) return;
    switch (line_.kind) {
      case ProgramLineKind::for_loop:
      case ProgramLineKind::if_branch:
      case ProgramLineKind::while_loop:
      case ProgramLineKind::instruction:
        return;
      case ProgramLineKind::program:
      case ProgramLineKind::engines:
      case ProgramLineKind::params:
      case ProgramLineKind::memories:
      case ProgramLineKind::buffers:
      case ProgramLineKind::counters:
      case ProgramLineKind::else_branch:
      case ProgramLineKind::close:
      case ProgramLineKind::assignment:
        fail(line_.label, "a label stands before an instruction, 'for', 'if' or 'while' only");
    }
  }

  // Declarations ----------------------------------------------------------------------

  void name_program() {
    if (named_) fail(at_.code, "the program has a name already");
    named_ = true;
    program_.name = line_.subject;
  }

  void declare() {
    if (in_body_)
      fail(at_.code, "declarations come before the first statement",
           "move this line up, to the other declarations");
    for (const DeclarationSyntax& d : line_.declarations) declare(d);
  }

  void declare(const DeclarationSyntax& d) {
    const std::string name(d.name);
    const SourceLine line{at_.number};
    // Names that are taken are for finish to report; the first one keeps its meaning here.
    if (line_.kind == ProgramLineKind::engines) {
      const Engine engine{name, d.inflight.value_or(1), d.stripes.value_or(1), line};
      scope_.engines.emplace(d.name, program_.engines.push(engine));
    } else if (line_.kind == ProgramLineKind::params) {
      scope_.add(d.name, program_.params.push({name, line}));
    } else if (line_.kind == ProgramLineKind::memories) {
      scope_.memories.emplace(d.name, program_.memories.push({name, line}));
    } else if (line_.kind == ProgramLineKind::counters) {
      scope_.add(d.name, program_.counters.push({name, line}));
    } else {
      scope_.buffers.emplace(d.name, program_.buffers.push({name, d.slots, range(d), line}));
    }
  }

  std::optional<ByteRange> range(const DeclarationSyntax& d) {
    if (!d.range) return std::nullopt;
    return ByteRange{scope_.memory(d.range->memory), d.range->begin, d.range->end};
  }

  // Statements ------------------------------------------------------------------------

  void instruction() {
    // The line that would have declared it is reported.
    if (!engines_are_known_ && !scope_.engines.contains(line_.subject)) return;
    Instruction i;
    i.engine = scope_.engine(line_.subject);
    i.label = line_.label;
    i.opcode = line_.opcode;
    i.reads.reserve(line_.reads);
    i.writes.reserve(line_.operands.size() - line_.reads);
    for (std::size_t k = 0; k < line_.operands.size(); ++k)
      (k < line_.reads ? i.reads : i.writes).push_back(scope_.access(line_, line_.operands[k]));
    i.attributes.reserve(line_.attributes.size());
    for (const AttributeSyntax& a : line_.attributes)
      i.attributes.push_back({std::string(a.name), a.value});
    i.line = {at_.number};
    add(program_.instructions.push(std::move(i)));
  }

  void assignment() {
    const CounterId counter = scope_.counter(line_.subject);
    const Affine value = scope_.affine(line_, std::get<ExpressionSyntax>(line_.values[0]));
    add(program_.assignments.push({counter, value, {at_.number}}));
  }

  void for_loop() {
    For loop{std::string(line_.subject),
             scope_.bound(line_, line_.values[0]),
             scope_.bound(line_, line_.values[1]),
             1,
             {}};
    if (line_.step) loop.step = scope_.affine(line_, *line_.step);
    open(std::move(loop));
    bind_variable(Symbol::of(*blocks_.back().control));
  }

  // The variable is known inside the block only; finish reports a name that is taken.
  void bind_variable(Symbol symbol) {
    blocks_.back().variable = line_.subject;
    blocks_.back().hidden = scope_.bind(line_.subject, symbol);
  }

  template <class Form>
  void open(Form form) {
    const ControlId id =
        program_.controls.push({std::string(line_.label), std::move(form), {}, {at_.number}});
    add(id);
    blocks_.push_back({at_.number, id});
    if (blocks_.size() == limits_.nesting + 1)
      reporter_.add(at_, {}, fmt::format("blocks nest more than {} deep", limits_.nesting));
  }

  void else_branch() {
    if (blocks_.empty()) fail(at_.code, "there is no block to close here");
    OpenBlock& block = blocks_.back();
    if (block.control && !std::holds_alternative<If>(program_.controls[*block.control].form))
      fail(at_.code, "'else' belongs to an 'if', and this block is a loop");
    if (block.in_else) fail(at_.code, "this 'if' has an 'else' already");
    block.in_else = true;
    block.opened_at = at_.number;
  }

  void close() {
    if (blocks_.empty()) fail(at_.code, "there is no block to close here");
    const OpenBlock block = blocks_.back();
    blocks_.pop_back();
    if (!block.variable.empty()) scope_.unbind(block.variable, block.hidden);
  }

  void add(Statement statement) {
    in_body_ = true;
    if (++statements_ > limits_.statements) {
      is_over_ = true;
      fail(at_.code, fmt::format("more than {} statements", limits_.statements));
    }
    block().push_back(statement);
  }

  Block& block() {
    if (blocks_.empty()) return program_.body;
    const OpenBlock& open = blocks_.back();
    if (!open.control) return nowhere_;
    auto& form = program_.controls[*open.control].form;
    if (auto* loop = std::get_if<For>(&form)) return loop->body;
    if (auto* loop = std::get_if<While>(&form)) return loop->body;
    auto& branch = std::get<If>(form);
    return open.in_else ? branch.else_block : branch.then_block;
  }

  void check() {
    for (const ProgramError& error : finish(program_, limits_))
      reporter_.add(text_, error.line.number, error.subject, error.message, error.hint);
  }

  std::string_view text_;
  const ProgramLimits& limits_;
  Reporter reporter_;
  TextLine at_;
  ProgramLine line_;
  ProgramScope scope_;

  Program program_;
  bool named_ = false;
  bool in_body_ = false;
  bool is_over_ = false;           // nothing that follows is worth reading
  bool engines_are_known_ = true;  // every line that declares some was understood
  std::size_t statements_ = 0;
  std::vector<OpenBlock> blocks_;
  Block nowhere_;  // where statements of a block go that a wrong line opened
};

}  // namespace

}  // namespace text

std::expected<Program, Diagnostics> parse_program(std::string_view text, const std::string& file,
                                                  const ProgramLimits& limits) {
  return text::ProgramParser(text, file, limits).run();
}

}  // namespace tidemark
