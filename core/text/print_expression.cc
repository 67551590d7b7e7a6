#include "core/text/print_expression.h"

#include <cstddef>
#include <vector>

#include <fmt/format.h>

#include "core/text/print.h"

namespace tidemark {

namespace text {

namespace {

using Kind = ExpressionNode::Kind;

bool is_sum(Kind kind) { return kind == Kind::add || kind == Kind::subtract; }
bool is_product(Kind kind) { return kind == Kind::multiply || kind == Kind::remainder; }
bool is_binary(Kind kind) { return is_sum(kind) || kind == Kind::multiply; }
bool is_unary(Kind kind) { return kind == Kind::indexed_register || kind == Kind::remainder; }

// Turns postfix into infix. What is still to be written stands on a stack.
class InfixPrinter {
 public:
  InfixPrinter(std::string& out, const Expression& e, const Stream& stream, const Program& program)
      : out_(out), nodes_(e.nodes()), stream_(stream), program_(program) {}

  void run() {
    find_begins();
    todo_.push_back({Step::tree, nodes_.size() - 1});
    while (!todo_.empty()) {
      const Todo todo = todo_.back();
      todo_.pop_back();
      write(todo);
    }
  }

 private:
  enum class Step : std::uint8_t { tree, open, close, between, after };
  struct Todo {
    Step step;
    std::size_t node;
  };

  // begins_[i] is the first node of the tree whose root is node i.
  void find_begins() {
    begins_.resize(nodes_.size());
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      if (is_binary(nodes_[i].kind))
        begins_[i] = begins_[begins_[i - 1] - 1];
      else
        begins_[i] = is_unary(nodes_[i].kind) ? begins_[i - 1] : i;
    }
  }

  void write(const Todo& todo) {
    const ExpressionNode& node = nodes_[todo.node];
    switch (todo.step) {
      case Step::tree:
        return tree(todo.node);
      case Step::open:
        out_ += '(';
        return;
      case Step::close:
        out_ += ')';
        return;
      case Step::between:
        out_ += node.kind == Kind::add ? " + " : node.kind == Kind::subtract ? " - " : "*";
        return;
      case Step::after:
        if (node.kind == Kind::indexed_register)
          out_ += ']';
        else
          fmt::format_to(std::back_inserter(out_), " % {}", node.value);
        return;
    }
  }

  void tree(std::size_t i) {
    const Kind kind = nodes_[i].kind;
    if (is_binary(kind)) {
      // Operators bind to the left: a right operand of the same strength has brackets.
      const std::size_t left = begins_[i - 1] - 1;
      const Kind right_kind = nodes_[i - 1].kind;
      const bool binds = kind == Kind::multiply;
      operand(i - 1, is_sum(right_kind) || (binds && is_product(right_kind)));
      todo_.push_back({Step::between, i});
      operand(left, binds && is_sum(nodes_[left].kind));
    } else if (is_unary(kind)) {
      if (kind == Kind::indexed_register) fmt::format_to(std::back_inserter(out_), "{}[", reg(i));
      todo_.push_back({Step::after, i});
      operand(i - 1, kind == Kind::remainder && is_sum(nodes_[i - 1].kind));
    } else {
      leaf(i);
    }
  }

  // To be written before everything that is on the stack.
  void operand(std::size_t i, bool in_brackets) {
    if (in_brackets) todo_.push_back({Step::close, i});
    todo_.push_back({Step::tree, i});
    if (in_brackets) todo_.push_back({Step::open, i});
  }

  void leaf(std::size_t i) {
    const ExpressionNode& node = nodes_[i];
    if (node.kind == Kind::integer)
      fmt::format_to(std::back_inserter(out_), "{}", node.value);
    else if (node.kind == Kind::reg)
      out_ += reg(i);
    else if (node.kind == Kind::param)
      out_ += program_.params[ParamId(node.index)].name;
    else if (node.kind == Kind::variable)
      out_ += std::get<For>(program_.controls[ControlId(node.index)].form).variable;
    else
      fmt::format_to(std::back_inserter(out_), "trips({})",
                     program_.controls[ControlId(node.index)].name);
  }

  const std::string& reg(std::size_t i) const {
    return stream_.registers[RegisterId(nodes_[i].index)].name;
  }

  std::string& out_;
  ExpressionNodes nodes_;
  const Stream& stream_;
  const Program& program_;
  std::vector<std::size_t> begins_;
  std::vector<Todo> todo_;
};

}  // namespace

void append(std::string& out, const Expression& e, const Stream& stream, const Program& program) {
  InfixPrinter(out, e, stream, program).run();
}

}  // namespace text

std::string print(const Expression& e, const Stream& stream, const Program& program) {
  std::string out;
  text::append(out, e, stream, program);
  return out;
}

}  // namespace tidemark
