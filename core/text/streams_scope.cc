#include "core/text/streams_scope.h"

#include <ranges>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "core/check.h"
#include "core/text/nearest.h"

namespace tidemark::text {

namespace {

template <class Names>
auto find(const Names& names, std::string_view name, std::string_view kind) {
  const auto found = names.find(name);
  if (found != names.end()) return found->second;
  Nearest nearest(name);
  for (const auto& [known, id] : names) nearest.consider(known);
  throw UnknownName{name, fmt::format("unknown {} '{}'", kind, name), nearest.hint()};
}

Expression pop(std::vector<Expression>& stack) {
  Expression top = std::move(stack.back());
  stack.pop_back();
  return top;
}

}  // namespace

StreamsScope::StreamsScope(const Program& program) : program_(program) {
  for (const EngineId id : program.engines.ids()) engines_.emplace(program.engines[id].name, id);
  for (const ParamId id : program.params.ids()) params_.emplace(program.params[id].name, id);
  instructions_.reserve(program.instructions.size());
  for (const InstructionId id : program.instructions.ids())
    instructions_.emplace(program.instructions[id].name, id);
  for (const ControlId id : program.controls.ids()) {
    const Control& control = program.controls[id];
    controls_.emplace(control.name, id);
    if (const auto* loop = std::get_if<For>(&control.form)) variables_.emplace(loop->variable, id);
  }
}

EngineId StreamsScope::engine(std::string_view name) const {
  return find(engines_, name, "engine");
}

InstructionId StreamsScope::instruction(std::string_view called) const {
  return find(instructions_, called, "instruction");
}

ControlId StreamsScope::control(std::string_view called) const {
  const auto found = controls_.find(called);
  if (found != controls_.end()) return found->second;
  Nearest nearest(called);
  for (const auto& [known, id] : controls_) nearest.consider(known);
  throw UnknownName{called, fmt::format("unknown control statement '{}'", called),
                    nearest.found() ? nearest.hint() : some_controls()};
}

// An `if` goes by its keyword and not by its condition: show how.
std::string StreamsScope::some_controls() const {
  constexpr std::size_t kShown = 5;
  std::string names;
  for (const Control& control : program_.controls | std::views::take(kShown))
    names += fmt::format("{}'{}'", names.empty() ? "" : ", ", control.name);
  if (names.empty()) return "the program has no control statements";
  return fmt::format("the program's control statements are called {}{}", names,
                     program_.controls.size() > kShown ? ", ..." : "");
}

RegisterId StreamsScope::reg(std::string_view name) const {
  return find(registers_, name, "register");
}

SemaphoreRef StreamsScope::semaphore(const StreamsLine& line, const ElementSyntax& element) const {
  SemaphoreRef result{find(semaphores_, element.name, "semaphore"), {}};
  if (element.index) result.index = expression(line, *element.index);
  return result;
}

Expression StreamsScope::expression(const StreamsLine& line, const ExpressionSyntax& syntax) const {
  std::vector<Expression> stack;
  const std::span nodes(line.nodes.data() + syntax.begin, line.nodes.data() + syntax.end);
  for (const SyntaxNode& node : nodes) push(stack, node);
  CHECK(stack.size() == 1);
  return pop(stack);
}

void StreamsScope::push(std::vector<Expression>& stack, const SyntaxNode& node) const {
  switch (node.kind) {
    case SyntaxNode::Kind::integer:
      return stack.push_back(node.value);
    case SyntaxNode::Kind::name:
      return stack.push_back(integer(node.text));
    case SyntaxNode::Kind::trips:
      return stack.push_back(Expression::trips(control(node.text)));
    case SyntaxNode::Kind::element:
      return stack.push_back(Expression::element(reg(node.text), pop(stack)));
    case SyntaxNode::Kind::remainder:
      return stack.push_back(pop(stack) % node.value);
    case SyntaxNode::Kind::negate:
      return stack.push_back(Expression(0) - pop(stack));
    case SyntaxNode::Kind::add:
    case SyntaxNode::Kind::subtract:
    case SyntaxNode::Kind::multiply:
      break;
  }
  const Expression right = pop(stack);
  Expression left = pop(stack);
  if (node.kind == SyntaxNode::Kind::add) return stack.push_back(std::move(left) + right);
  if (node.kind == SyntaxNode::Kind::subtract) return stack.push_back(std::move(left) - right);
  stack.push_back(std::move(left) * right);
}

// A register, a param, the variable of a loop around, or one that is out of scope here.
Expression StreamsScope::integer(std::string_view name) const {
  if (const auto r = registers_.find(name); r != registers_.end()) return Expression::of(r->second);
  if (const auto param = params_.find(name); param != params_.end())
    return Expression::of(param->second);
  for (const ControlId loop : std::views::reverse(loops_))
    if (std::get<For>(program_.controls[loop].form).variable == name)
      return Expression::variable(loop);
  if (const auto loop = variables_.find(name); loop != variables_.end())
    return Expression::variable(loop->second);
  for (const Counter& counter : program_.counters)
    if (counter.name == name)
      throw UnknownName{name, fmt::format("the program's counter '{}' is not visible here", name),
                        "a stream that needs it keeps a register"};
  Nearest nearest(name);
  for (const auto& [known, id] : registers_) nearest.consider(known);
  for (const auto& [known, id] : params_) nearest.consider(known);
  for (const auto& [known, id] : variables_) nearest.consider(known);
  throw UnknownName{name, fmt::format("unknown register, param or loop variable '{}'", name),
                    nearest.hint()};
}

}  // namespace tidemark::text
