#include "gen/taste.h"

namespace tidemark {

const Taste& general_taste() {
  static const Taste taste = {
      .outermost = {10, 2, 6, 2, 2, 1},
      .statements = {10, 2, 5, 2, 2, 1},
      .empty_body = {7, 1},
      .body = {1, 2},
      .else_arm = {1, 2},
      .ring_slots = {1, 2, 3, 4},
      .is_ring = {1, 2},
      .ring_is_used = {1, 2},
      .upper_bound = {4, 2, 2, 2},
      .lower_bound = {4, 1, 1, 1},
      .trips = {2, 2, 2, 2, 0, 1},
      .step = {3, 1, 1, 1},
      .condition = {1, 4, 3},
      .comparison = {1, 1, 1, 1, 1, 1},
      .right_side = {2, 1},
      .slot = {6, 2, 4, 1},
      .keeps_form = {2, 1},
      .forms = {4, 1, 2},
      .offsets = {0, 1, 2, -1},
      .symbol = {3, 3, 3},
      .symbol_is_param = {5, 1},
      .counter_value = {3, 1, 4},
      .counter_steps = {1, 2, 3},
  };
  return taste;
}

const Taste& ring_taste() {
  static const Taste taste = {
      .outermost = {4, 1, 10, 1, 0, 3},
      .statements = {13, 2, 5, 2, 0, 1},
      .empty_body = {30, 1},
      .body = {1, 3},
      .else_arm = {1, 1},
      .ring_slots = {3, 2, 3, 4, 5},
      .is_ring = {1, 2},
      .ring_is_used = {1, 4},
      .upper_bound = {8, 4, 1, 0},
      .lower_bound = {6, 1, 0, 0},
      .trips = {1, 1, 2, 2, 2, 2, 2},
      .step = {3, 1, 0, 0},
      .condition = {2, 3, 0},
      .comparison = {3, 1, 2, 1, 2, 1},
      .right_side = {2, 1},
      .slot = {9, 1, 0, 0},
      .keeps_form = {1, 2},
      .forms = {6, 2, 1},
      .offsets = {0, 0, 0, 1, 1, 2, -1, 3, 4, 5},
      .symbol = {4, 2, 3},
      .symbol_is_param = {20, 1},
      .counter_value = {6, 1, 0},
      .counter_steps = {1, 1, 2},
  };
  return taste;
}

const Taste& small_taste() {
  static const Taste taste = {
      .outermost = {1, 1, 1, 1, 1, 0},
      .statements = {1, 1, 1, 1, 1, 0},
      .empty_body = {1, 0},
      .body = {1, 1},
      .else_arm = {1, 1},
      .ring_slots = {2},
      .is_ring = {1, 1},
      .ring_is_used = {1, 1},
      .upper_bound = {1, 1, 0, 1},
      .lower_bound = {1, 0, 0, 0},
      .trips = {0, 0, 1},
      .step = {1, 0, 0, 0},
      .condition = {1, 1, 1},
      .comparison = {1, 0, 0, 0, 0, 0},
      .right_side = {1, 0},
      .slot = {1, 0, 0, 0},
      .keeps_form = {1, 0},
      .forms = {1, 0, 0},
      .offsets = {0, 1},
      .symbol = {1, 1, 1},
      .symbol_is_param = {1, 0},
      .counter_value = {1, 0, 0},
      .counter_steps = {1},
  };
  return taste;
}

}  // namespace tidemark
