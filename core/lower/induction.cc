#include "core/lower/induction.h"

#include <algorithm>
#include <set>
#include <utility>

#include "core/lower/linear_parts.h"
#include "core/lower/recompute.h"
#include "core/lower/rewrite.h"

namespace tidemark::lowering {
namespace {

using Kind = ExpressionNode::Kind;
using Terms = std::map<Leaf, std::int64_t>;

std::set<RegisterId> assigned_in(const StreamBlock& block) {
  std::set<RegisterId> assigned;
  for_each_statement(block, [&](const StreamStatement& statement) {
    if (const auto* set = std::get_if<SetRegister>(&statement.form)) assigned.insert(set->target);
  });
  return assigned;
}

// The statements whose innermost loop this body is, those in branches too.
template <class Visit>
void for_each_in_body(StreamBlock& body, Visit&& visit) {
  for (StreamStatement& statement : body) {
    if (auto* branch = std::get_if<StreamIf>(&statement.form)) {
      for_each_in_body(branch->then_block, visit);
      for_each_in_body(branch->else_block, visit);
    } else {
      visit(statement);
    }
  }
}

// A lower bound as a stream can compute it: no counters, no load.
std::optional<Terms> terms_of(const Affine& affine) {
  Terms terms;
  for (const AffineTerm& term : affine.terms) switch (term.symbol.kind) {
      case Symbol::Kind::param:
        terms[{Kind::param, term.symbol.index}] = term.coefficient;
        break;
      case Symbol::Kind::variable:
        terms[{Kind::variable, term.symbol.index}] = term.coefficient;
        break;
      case Symbol::Kind::counter:
        return std::nullopt;
    }
  return terms;
}

// Small enough that two of them, multiplied, fit 64 bits.
bool is_moderate(std::int64_t value) { return value > -(1LL << 31) && value < (1LL << 31); }

class Inducer {
 public:
  Inducer(const Program& program, Stream& stream, std::int64_t limit)
      : program_(program), stream_(stream), limit_(limit) {}

  void run(StreamBlock& block) {
    for (std::size_t at = 0; at < block.size(); ++at) {
      inside(block[at]);
      auto* loop = std::get_if<StreamFor>(&block[at].form);
      if (loop == nullptr) continue;
      StreamBlock before = induce(*loop);
      block.insert(block.begin() + static_cast<std::ptrdiff_t>(at), before.begin(), before.end());
      at += before.size();
    }
  }

 private:
  struct Saving {
    std::int64_t operations = 0;  // in one trip
    std::int64_t uses = 0;
  };

  void inside(StreamStatement& statement) {
    if (auto* loop = std::get_if<StreamFor>(&statement.form)) run(loop->body);
    if (auto* loop = std::get_if<StreamWhile>(&statement.form)) run(loop->body);
    if (auto* branch = std::get_if<StreamIf>(&statement.form)) {
      run(branch->then_block);
      run(branch->else_block);
    }
  }

  // What is to stand before the loop.
  StreamBlock induce(StreamFor& loop) {
    const auto& form = std::get<For>(program_.controls[loop.control].form);
    const auto* lower = std::get_if<Affine>(&form.lower);
    StreamBlock before;
    if (lower == nullptr || !form.step.is_constant()) return before;
    const auto lower_terms = terms_of(*lower);
    if (!lower_terms) return before;
    const std::set<RegisterId> assigned = assigned_in(loop.body);
    for (const auto& [terms, saving] : savings_in(loop, assigned)) {
      const std::int64_t slope = slope_in(terms, loop.control);
      if (!is_moderate(slope) || !is_moderate(lower->constant)) continue;
      if (saving.operations <= (slope == 0 ? 0 : 1) || declared_registers(stream_) >= limit_)
        continue;
      const RegisterId next = stream_.registers.push(
          {unused_name("next", program_, register_names(stream_)), std::nullopt, {}});
      before.push_back(set(next, first_value(terms, loop.control, *lower_terms, lower->constant)));
      replace(loop.body, terms, next);
      if (slope != 0)
        loop.body.push_back(
            set(next, Expression::of(next) + Expression(slope * form.step.constant)));
    }
    return before;
  }

  static std::int64_t slope_in(const Terms& terms, ControlId loop) {
    const auto found = terms.find({Kind::variable, loop.value});
    return found == terms.end() ? 0 : found->second;
  }

  std::map<Terms, Saving> savings_in(StreamFor& loop, const std::set<RegisterId>& assigned) const {
    std::map<Terms, Saving> savings;
    const Replace look = [&](const LinearPart& part) -> std::optional<Expression> {
      const std::int64_t operations = operations_of(part.terms);
      if (operations > 0 && stands_still(part.terms, assigned)) {
        savings[part.terms].operations += operations;
        ++savings[part.terms].uses;
      }
      return std::nullopt;
    };
    for_each_in_body(loop.body, [&](StreamStatement& statement) {
      for_each_expression(statement, [&](Expression& e) { e = replace_linear_parts(e, look); });
    });
    return savings;
  }

  static bool stands_still(const Terms& terms, const std::set<RegisterId>& assigned) {
    return std::ranges::none_of(terms, [&](const auto& term) {
      return term.first.kind == Kind::reg && assigned.contains(RegisterId(term.first.index));
    });
  }

  static void replace(StreamBlock& body, const Terms& terms, RegisterId by) {
    const Replace put = [&](const LinearPart& part) -> std::optional<Expression> {
      if (part.terms != terms) return std::nullopt;
      if (part.constant == 0) return Expression::of(by);
      if (part.constant < 0) return Expression::of(by) - Expression(-part.constant);
      return Expression::of(by) + Expression(part.constant);
    };
    for_each_in_body(body, [&](StreamStatement& statement) {
      for_each_expression(statement, [&](Expression& e) { e = replace_linear_parts(e, put); });
    });
  }

  // The terms with the loop's lower bound in place of its variable.
  static Expression first_value(Terms terms, ControlId loop, const Terms& lower,
                                std::int64_t constant) {
    const std::int64_t slope = slope_in(terms, loop);
    terms.erase({Kind::variable, loop.value});
    for (const auto& [leaf, coefficient] : lower) {
      terms[leaf] += slope * coefficient;
      if (terms[leaf] == 0) terms.erase(leaf);
    }
    Expression value = to_expression(terms);
    return slope * constant == 0 ? value : value + Expression(slope * constant);
  }

  static StreamStatement set(RegisterId reg, Expression value) {
    return {SetRegister{reg, std::nullopt, std::move(value)}, {}};
  }

  const Program& program_;
  Stream& stream_;
  std::int64_t limit_;
};

}  // namespace

void induce_registers(const Program& program, Stream& stream, std::int64_t limit) {
  const std::int64_t for_loops = registers_of(program, stream) - declared_registers(stream);
  StreamBlock body = std::move(stream.body);
  Inducer(program, stream, limit - for_loops).run(body);
  stream.body = std::move(body);
}

}  // namespace tidemark::lowering
