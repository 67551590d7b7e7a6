// What holds of two values where a comparison of them does not.
#pragma once

#include "core/ir/program.h"

namespace tidemark {

constexpr Comparison opposite(Comparison comparison) {
  switch (comparison) {
    case Comparison::equal:
      return Comparison::not_equal;
    case Comparison::not_equal:
      return Comparison::equal;
    case Comparison::less:
      return Comparison::greater_equal;
    case Comparison::less_equal:
      return Comparison::greater;
    case Comparison::greater:
      return Comparison::less_equal;
    case Comparison::greater_equal:
      return Comparison::less;
  }
  __builtin_unreachable();
}

}  // namespace tidemark
