#include "gen/shapes.h"

#include <array>
#include <utility>

#include "gen/program_generator.h"

namespace tidemark {
namespace {

class Shape {
 public:
  explicit Shape(ProgramGenerator& generator)
      : generator_(generator),
        a_(generator.draw_engine()),
        b_(generator.draw_engine()),
        x_(generator.draw_buffer()),
        y_(generator.draw_buffer()) {}

  // A loop between a first and a last use of what it works on.
  void prologue_and_epilogue(Block& block) {
    make(block, 0);
    loop(block, [&](Block& body, const Affine&) {
      run(body, b_, {at(x_, 0)}, {at(x_, 0)});
      run(body, a_, {at(x_, 0)}, {at(y_, 0)});
    });
    use(block, 0);
  }

  // Two loops on one pair of engines: the second begins where the first ended.
  void loops_in_sequence(Block& block) {
    loop(block, [&](Block& body, const Affine& i) { make(body, i); });
    loop(block, [&](Block& body, const Affine& i) {
      use(body, i);
      make(body, i);
    });
  }

  // Whoever waits for the producer follows a branch that may not have been taken.
  void producer_under_branch(Block& block) {
    loop(block, [&](Block& body, const Affine& i) {
      branch(body, generator_.draw_condition(), [&](Block& arm) { make(arm, i); });
      use(body, i);
    });
  }

  // The loads run a few trips ahead of the uses.
  void prefetch(Block& block) {
    const std::int64_t ahead = generator_.choices().between(1, slots(x_));
    Bound trips = generator_.draw_upper_bound();
    const Affine* count = std::get_if<Affine>(&trips);
    const Affine last = count != nullptr ? *count : Affine(2);
    loop(block, Affine(ahead), [&](Block& body, const Affine& i) { make(body, i); });
    loop(block, trips, [&](Block& body, const Affine& i) {
      const Affine next = plus(i, ahead);
      branch(body, Compare{{next, 0}, Comparison::less, {last, 0}},
             [&](Block& arm) { make(arm, next); });
      use(body, i);
    });
  }

  // One instruction meets two rings at different phases.
  void two_rings(Block& block) {
    loop(block, [&](Block& body, const Affine& i) {
      run(body, a_, {}, {at(x_, i)});
      run(body, b_, {}, {at(y_, i)});
      const Affine other = plus(i, generator_.choices().between(1, 3));
      run(body, generator_.draw_engine(), {at(x_, i), at(y_, other)}, {generator_.draw_access()});
    });
  }

  // The first access of a round is another instruction than the later ones.
  void accumulator(Block& block) {
    loop(block, [&](Block& body, const Affine& i) {
      branch(body, Compare{{i, 0}, Comparison::equal, {0, 0}}, [&](Block& arm) { make(arm, 0); });
      run(body, a_, {at(x_, 0)}, {at(x_, 0)});
    });
    use(block, 0);
  }

  // A ring whose position goes on from one round of the outer loop to the next.
  void carried_position(Block& block) {
    const std::optional<CounterId> counter = generator_.walking_counter();
    loop(block, [&](Block& round, const Affine& o) {
      loop(round, [&](Block& body, const Affine& i) {
        const Affine position = counter ? Affine(Symbol::of(*counter)) : *add(o, i);
        make(body, position);
        use(body, position);
        if (counter) generator_.add_assignment(body, *counter, plus(position, 1));
      });
    });
  }

  // A ring that each round begins anew, at whatever slot the one before ended.
  void reentry(Block& block) {
    loop(block, [&](Block& round, const Affine&) {
      loop(round, [&](Block& body, const Affine& i) {
        make(body, i);
        use(body, i);
      });
    });
  }

  // A loop that uses what its last trip made: who uses it knows of the prologue from the
  // second trip on, and does not after a single one.
  void software_pipeline(Block& block) {
    make(block, 0);
    loop(block, [&](Block& body, const Affine&) {
      run(body, b_, {at(y_, 0)}, {});
      run(body, generator_.draw_engine(), {at(x_, 0)}, {at(y_, 0)});
    });
    use(block, 0);
  }

  void few_trips(Block& block) {
    const Affine trips = generator_.choices().between(0, 1);
    loop(block, trips, [&](Block& body, const Affine& i) { make(body, i); });
    use(block, 0);
  }

  void triangle(Block& block) {
    loop(block, [&](Block& row, const Affine& i) {
      loop(row, plus(i, generator_.choices().between(0, 1)), [&](Block& body, const Affine& j) {
        make(body, j);
        use(body, i);
      });
    });
  }

  // Each test of the loop reads what the body wrote, the last one too.
  void rewritten_condition(Block& block) {
    make(block, 0);
    if (!generator_.may_nest()) return;
    const ControlId control = generator_.begin(block, While{at(x_, 0), {}});
    Block body;
    run(body, b_, {}, {at(y_, 0)});
    make(body, 0);
    generator_.end(control, std::move(body));
  }

 private:
  void run(Block& block, EngineId engine, std::vector<Access> reads, std::vector<Access> writes) {
    generator_.add_instruction(block, engine, std::move(reads), std::move(writes));
  }
  void make(Block& block, const Affine& i) { run(block, a_, {}, {at(x_, i)}); }
  void use(Block& block, const Affine& i) { run(block, b_, {at(x_, i)}, {}); }

  std::int64_t slots(BufferId buffer) const {
    return generator_.program().buffers[buffer].slot_count();
  }

  Access at(BufferId buffer, const Affine& form) const {
    const auto slots = generator_.program().buffers[buffer].slots;
    if (!slots) return {buffer, std::nullopt};
    if (!generator_.has(ProgramFeature::rings)) return {buffer, Residue{0, 0}};
    return {buffer, Residue{form, *slots}};
  }

  // Where control may not nest any deeper, one trip or the branch taken stands for it.
  template <class Fill>
  void loop(Block& block, const Bound& upper, Fill fill) {
    if (!generator_.may_nest()) return fill(block, Affine(0));
    const ControlId control = generator_.begin(block, generator_.new_loop(upper));
    Block body;
    fill(body, Affine(Symbol::of(control)));
    generator_.end(control, std::move(body));
  }
  template <class Fill>
  void loop(Block& block, Fill fill) {
    loop(block, generator_.draw_upper_bound(), fill);
  }
  template <class Fill>
  void branch(Block& block, Condition condition, Fill fill) {
    if (!generator_.may_nest()) return fill(block);
    const ControlId control = generator_.begin(block, If{std::move(condition), {}, {}});
    Block body;
    fill(body);
    generator_.end(control, std::move(body));
  }

  ProgramGenerator& generator_;
  EngineId a_, b_;  // that makes, that uses
  BufferId x_, y_;
};

constexpr std::array kShapes = {
    &Shape::prologue_and_epilogue,
    &Shape::loops_in_sequence,
    &Shape::producer_under_branch,
    &Shape::prefetch,
    &Shape::two_rings,
    &Shape::accumulator,
    &Shape::carried_position,
    &Shape::reentry,
    &Shape::few_trips,
    &Shape::triangle,
    &Shape::software_pipeline,
};

}  // namespace

void add_shape(ProgramGenerator& generator, Block& block) {
  const bool has_whiles = generator.has(ProgramFeature::whiles);
  const std::size_t chosen = generator.choices().below(kShapes.size() + (has_whiles ? 1 : 0));
  Shape shape(generator);
  if (chosen == kShapes.size()) return shape.rewritten_condition(block);
  (shape.*kShapes[chosen])(block);
}

}  // namespace tidemark
