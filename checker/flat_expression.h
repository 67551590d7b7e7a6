// A stream's expressions over the flat array of values that its walk keeps
// (core/run/flat_affine.h): registers, params, loop variables and trip counts alike are
// places in it. Every operation is checked: a result that passes 64 bits, or a register
// index outside its ring, is an error in the stream.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/ir/expression.h"
#include "core/run/flat_affine.h"

namespace tidemark {

// Registers of one stream, in the values of its walk.
struct RegisterPlace {
  ValueSlot first = 0;
  std::uint32_t count = 1;
};

// Where each leaf of an expression stands.
struct ExpressionPlaces {
  const ValueLayout& values;
  const Table<RegisterId, RegisterPlace>& registers;
  const Table<ControlId, ValueSlot>& trips;
};

// Room to evaluate in, and what went wrong if something did.
struct FlatEvaluation {
  std::vector<std::int64_t> stack;
  std::string error;
};

class FlatExpression {
 public:
  FlatExpression() = default;  // the constant 0
  FlatExpression(const Expression& expression, const ExpressionPlaces& places);

  // False after an error. (No optional: compilers copy those through memory, which costs
  // more than the evaluation.)
  bool evaluate(const std::int64_t* values, FlatEvaluation& evaluation,
                std::int64_t& result) const {
    switch (kind_) {
      case Kind::constant:
        result = constant_;
        return true;
      case Kind::sum:
        return !__builtin_add_overflow(values[slot_], constant_, &result) || overflows(evaluation);
      case Kind::postfix:
        return evaluate_postfix(values, evaluation, result);
    }
    __builtin_unreachable();
  }

 private:
  enum class Kind : std::uint8_t { constant, sum, postfix };  // c; value + c; anything

  struct Node {
    ExpressionNode::Kind kind;  // `reg` stands for any leaf that is a place
    std::uint32_t count;        // of a ring of registers
    ValueSlot slot;
    std::int64_t value;
  };

  static Node flatten(const ExpressionNode& node, const ExpressionPlaces& places);
  bool is_short(ExpressionNodes nodes, const ExpressionPlaces& places);
  static bool overflows(FlatEvaluation& evaluation);  // false
  bool evaluate_postfix(const std::int64_t* values, FlatEvaluation& evaluation,
                        std::int64_t& result) const;

  Kind kind_ = Kind::constant;
  ValueSlot slot_ = 0;
  std::int64_t constant_ = 0;
  std::vector<Node> nodes_;  // of a postfix
};

}  // namespace tidemark
