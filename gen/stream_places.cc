#include "gen/stream_places.h"

#include <algorithm>
#include <type_traits>
#include <utility>

#include "core/ir/rebuild.h"

namespace tidemark {
namespace {

// The blocks inside a statement, const where it is.
template <class Statement>
auto blocks_of(Statement& statement) {
  using Block = std::remove_reference_t<decltype((std::get<StreamFor>(statement.form).body))>;
  std::vector<Block*> blocks;
  if (auto* loop = std::get_if<StreamFor>(&statement.form)) blocks = {&loop->body};
  if (auto* loop = std::get_if<StreamWhile>(&statement.form)) blocks = {&loop->body};
  if (auto* branch = std::get_if<StreamIf>(&statement.form))
    blocks = {&branch->then_block, &branch->else_block};
  return blocks;
}

bool is_loop(const StreamStatement& statement) {
  return std::holds_alternative<StreamFor>(statement.form) ||
         std::holds_alternative<StreamWhile>(statement.form);
}

void collect(const StreamPlace& at, StreamBlock& block, std::vector<StreamPlace>& places) {
  StreamPlace place = at;
  place.block = &block;
  for (place.index = 0; place.index < block.size(); ++place.index) {
    places.push_back(place);
    StreamPlace inside = place;
    if (is_loop(place.statement())) {
      inside.outer_block = &block;
      inside.outer_index = place.index;
    }
    if (const auto* loop = std::get_if<StreamFor>(&place.statement().form))
      inside.loops.push_back(loop->control);
    for (StreamBlock* inner : blocks_of(place.statement())) collect(inside, *inner, places);
  }
}

// The `which`-th of all the replacements that `options` lists for the nodes, in order.
template <class Options>
Expression replaced(const Expression& e, std::int64_t which, Options&& options) {
  return rebuild(e, [&](const ExpressionNode& node) {
    const std::vector<ExpressionNode> others = options(node);
    const std::int64_t here = std::exchange(which, which - std::ssize(others));
    return 0 <= here && here < std::ssize(others) ? others[static_cast<std::size_t>(here)] : node;
  });
}

template <class Options>
std::int64_t count_replacements(const Expression& e, Options&& options) {
  std::int64_t count = 0;
  for (const ExpressionNode& node : e.nodes()) count += std::ssize(options(node));
  return count;
}

// The expressions that a statement computes, not those that say where a value is kept.
std::vector<Expression*> values_of(StreamStatement& statement) {
  if (auto* wait = std::get_if<Wait>(&statement.form)) return {&wait->threshold};
  if (auto* set = std::get_if<SetRegister>(&statement.form)) return {&set->value};
  return {};
}

std::vector<Expression*> expressions_of(StreamStatement& statement) {
  std::vector<Expression*> all = values_of(statement);
  if (auto* wait = std::get_if<Wait>(&statement.form))
    if (wait->semaphore.index) all.push_back(&*wait->semaphore.index);
  if (auto* set = std::get_if<SetRegister>(&statement.form))
    if (set->index) all.push_back(&*set->index);
  return all;
}

auto other_symbols(const StreamPlace& place) {
  return [&place](const ExpressionNode& node) {
    std::vector<ExpressionNode> others;
    if (node.kind == ExpressionNode::Kind::reg)
      for (const RegisterId id : place.stream->registers.ids())
        if (id.value != node.index && !place.stream->registers[id].count)
          others.push_back({node.kind, id.value, 0});
    if (node.kind == ExpressionNode::Kind::variable)
      for (const ControlId loop : place.loops)
        if (loop.value != node.index) others.push_back({node.kind, loop.value, 0});
    return others;
  };
}

std::vector<ExpressionNode> other_depths(const ExpressionNode& node) {
  if (node.kind != ExpressionNode::Kind::remainder) return {};
  std::vector<ExpressionNode> others = {{node.kind, 0, node.value + 1}};
  if (node.value > 1) others.push_back({node.kind, 0, node.value - 1});
  return others;
}

template <class Options>
std::int64_t count_all(const std::vector<Expression*>& expressions, Options&& options) {
  std::int64_t count = 0;
  for (const Expression* e : expressions) count += count_replacements(*e, options);
  return count;
}

template <class Options>
void replace_one(const std::vector<Expression*>& expressions, std::int64_t which,
                 Options&& options) {
  for (Expression* e : expressions) {
    const std::int64_t here = count_replacements(*e, options);
    if (which < here) {
      *e = replaced(*e, which, options);
      return;
    }
    which -= here;
  }
}

}  // namespace

std::vector<StreamPlace> places_of(Streams& streams, std::size_t stream) {
  std::vector<StreamPlace> places;
  StreamPlace at;
  at.streams = &streams;
  at.stream = &streams.streams[stream];
  collect(at, at.stream->body, places);
  return places;
}

std::optional<ControlId> control_of(const StreamStatement& statement) {
  if (const auto* loop = std::get_if<StreamFor>(&statement.form)) return loop->control;
  if (const auto* loop = std::get_if<StreamWhile>(&statement.form)) return loop->control;
  if (const auto* branch = std::get_if<StreamIf>(&statement.form)) return branch->control;
  return std::nullopt;
}

bool issues(const StreamStatement& statement) {
  if (std::holds_alternative<Issue>(statement.form) || std::holds_alternative<Read>(statement.form))
    return true;
  return std::ranges::any_of(blocks_of(statement), [](const StreamBlock* block) {
    return std::ranges::any_of(*block, issues);
  });
}

StreamBlock* loop_body(StreamBlock& block, ControlId loop) {
  for (StreamStatement& statement : block) {
    const std::vector<StreamBlock*> blocks = blocks_of(statement);
    if (is_loop(statement) && control_of(statement) == loop) return blocks.front();
    for (StreamBlock* inner : blocks)
      if (StreamBlock* body = loop_body(*inner, loop)) return body;
  }
  return nullptr;
}

std::int64_t count_other_symbols(const StreamPlace& place) {
  return count_all(values_of(place.statement()), other_symbols(place));
}

void use_other_symbol(StreamPlace& place, std::int64_t which) {
  replace_one(values_of(place.statement()), which, other_symbols(place));
}

std::int64_t count_depths(const StreamPlace& place) {
  return count_all(expressions_of(place.statement()), other_depths);
}

void change_depth(StreamPlace& place, std::int64_t which) {
  replace_one(expressions_of(place.statement()), which, other_depths);
}

}  // namespace tidemark
