#include <fmt/format.h>

#include "core/text/print.h"
#include "core/text/print_affine.h"

namespace tidemark {

namespace text {

namespace {

std::string_view text_of(Comparison comparison) {
  switch (comparison) {
    case Comparison::equal:
      return "==";
    case Comparison::not_equal:
      return "!=";
    case Comparison::less:
      return "<";
    case Comparison::less_equal:
      return "<=";
    case Comparison::greater:
      return ">";
    case Comparison::greater_equal:
      break;
  }
  return ">=";
}

class ProgramPrinter {
 public:
  explicit ProgramPrinter(const Program& program) : program_(program) {}

  std::string run() {
    out_ += "program ";
    out_ += program_.name;
    out_ += "\n\n";
    list("engine", program_.engines);
    list("param", program_.params);
    list("memory", program_.memories);
    list("buffer", program_.buffers);
    list("counter", program_.counters);
    if (!out_.ends_with("\n\n")) out_ += '\n';
    block(program_.body);
    return std::move(out_);
  }

 private:
  // Declarations: as many as fit on a line; an engine or buffer that says more than its
  // name and slots has a line of its own.
  static constexpr std::size_t kLineLength = 90;

  template <class Id, class T>
  void list(std::string_view keyword, const Table<Id, T>& table) {
    std::size_t line_begin = out_.size();
    bool continues = false;
    for (const T& entity : table) {
      if (continues && (is_alone(entity) || out_.size() - line_begin > kLineLength)) {
        out_ += '\n';
        continues = false;
      }
      if (!continues) line_begin = out_.size();
      out_ += continues ? std::string_view(", ") : keyword;
      if (!continues) out_ += ' ';
      declaration(entity);
      continues = !is_alone(entity);
      if (!continues) out_ += '\n';
    }
    if (continues) out_ += '\n';
  }

  static bool is_alone(const Engine& e) { return e.inflight != 1 || e.stripes != 1; }
  static bool is_alone(const Buffer& b) { return b.range.has_value(); }
  template <class T>
  static bool is_alone(const T&) {
    return false;
  }

  template <class T>
  void declaration(const T& named) {
    out_ += named.name;
  }

  void declaration(const Engine& e) {
    out_ += e.name;
    if (e.inflight != 1) add(" inflight {}", e.inflight);
    if (e.stripes != 1) add(" stripes {}", e.stripes);
  }

  void declaration(const Buffer& b) {
    out_ += b.name;
    if (b.slots) add("[{}]", *b.slots);
    if (b.range)
      add(" at {}[{}, {})", program_.memories[b.range->memory].name, b.range->begin, b.range->end);
  }

  // Statements. Recursion is as deep as blocks nest, which `finish` has limited.
  void block(const Block& statements) {
    for (const Statement& statement : statements)
      std::visit([this](auto id) { print(id); }, statement);
  }

  void inner(const Block& statements) {
    indent_ += 2;
    block(statements);
    indent_ -= 2;
  }

  void begin_line() { out_.append(indent_, ' '); }
  void label(const std::string& label) {
    begin_line();
    if (!label.empty()) add("{}: ", label);
  }

  void print(InstructionId id) {
    const Instruction& i = program_.instructions[id];
    label(i.label);
    out_ += program_.engines[i.engine].name;
    out_ += ' ';
    out_ += i.opcode;
    operands(i.reads);
    out_ += " ->";
    operands(i.writes);
    for (const Attribute& a : i.attributes) add(" {} {}", a.name, a.value);
    out_ += '\n';
  }

  void operands(const std::vector<Access>& accesses) {
    bool first = true;
    for (const Access& access : accesses) {
      out_ += first ? " " : ", ";
      append(out_, access, program_);
      first = false;
    }
  }

  void print(AssignmentId id) {
    const Assignment& a = program_.assignments[id];
    begin_line();
    out_ += program_.counters[a.counter].name;
    out_ += " = ";
    append(out_, a.value, program_);
    out_ += '\n';
  }

  void print(ControlId id) {
    const Control& control = program_.controls[id];
    label(control.label);
    std::visit([this](const auto& form) { print_form(form); }, control.form);
    begin_line();
    out_ += "}\n";
  }

  void print_form(const For& loop) {
    add("for {} in ", loop.variable);
    bound(loop.lower);
    out_ += "..";
    bound(loop.upper);
    if (loop.step != Affine(1)) {
      out_ += " step ";
      append(out_, loop.step, program_);
    }
    out_ += " {\n";
    inner(loop.body);
  }

  void print_form(const If& branch) {
    out_ += "if ";
    std::visit([this](const auto& c) { condition(c); }, branch.condition);
    out_ += " {\n";
    inner(branch.then_block);
    if (branch.else_block.empty()) return;
    begin_line();
    out_ += "} else {\n";
    inner(branch.else_block);
  }

  void print_form(const While& loop) {
    out_ += "while ";
    condition(loop.condition);
    out_ += " {\n";
    inner(loop.body);
  }

  void bound(const Bound& bound) {
    if (const auto* load = std::get_if<Load>(&bound)) return condition(*load);
    append(out_, std::get<Affine>(bound), program_);
  }

  void condition(const Compare& compare) {
    append(out_, compare.left, program_);
    add(" {} ", text_of(compare.comparison));
    append(out_, compare.right, program_);
  }
  void condition(ParamId param) { out_ += program_.params[param].name; }
  void condition(const Load& load) {
    out_ += "load ";
    append(out_, load, program_);
  }

  template <class... Args>
  void add(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(out_), format, std::forward<Args>(args)...);
  }

  const Program& program_;
  std::string out_;
  std::size_t indent_ = 0;
};

}  // namespace

}  // namespace text

std::string print(const Program& program) { return text::ProgramPrinter(program).run(); }

}  // namespace tidemark
