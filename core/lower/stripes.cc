#include "core/lower/stripes.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <numeric>

#include "core/lower/counters.h"
#include "core/lower/rewrite.h"

namespace tidemark::lowering {
namespace {

struct Rotation {
  EngineId engine;
  SemaphoreId semaphore;
  std::int64_t count = 1;     // r
  std::int64_t inflight = 1;  // d
  std::int64_t stripes = 1;   // n

  // Of one part.
  std::int64_t amount() const { return count / std::gcd(count, stripes); }
  std::int64_t whole() const { return amount() * stripes; }  // m
  bool limits() const { return count < inflight; }
};

Rotation rotation_for(EngineId id, const Engine& engine, SemaphoreId semaphore) {
  std::int64_t count = 1;  // a power of two: the remainder is a mask
  while (count < engine.inflight) count *= 2;
  return {id, semaphore, count, engine.inflight, engine.stripes};
}

// Takes from whoever has most until there are enough, or each has one.
void share_out(std::vector<Rotation>& rotations, std::int64_t semaphores) {
  const auto total = [&] {
    return std::transform_reduce(rotations.begin(), rotations.end(), std::int64_t{0}, std::plus<>(),
                                 [](const Rotation& each) { return each.count; });
  };
  while (!rotations.empty() && total() > semaphores) {
    Rotation& largest = *std::ranges::max_element(rotations, {}, &Rotation::count);
    if (largest.count == 1) return;
    largest.count /= 2;
  }
}

void rotate_wait(Wait& wait, const Rotation& rotation) {
  if (wait.semaphore.semaphore != rotation.semaphore) return;
  const Expression t = wait.threshold;
  const Expression before = t - Expression(1);
  wait.semaphore.index = t % rotation.count;
  wait.threshold =
      Expression(rotation.whole() / rotation.count) * (before - before % rotation.count) +
      Expression(rotation.whole());
}

// The engine counts its own instances, from 1, to know which semaphore is next.
class Raiser {
 public:
  Raiser(const Program& program, Stream& stream, const Rotation& rotation)
      : rotation_(rotation),
        own_(stream.registers.push(
            {unused_name("own", program, register_names(stream)), std::nullopt, {}})) {
    rewrite(stream.body);
  }

 private:
  void rewrite(StreamBlock& block) {
    StreamBlock out;
    for (StreamStatement& statement : block) {
      const bool is_instance = raises(statement);
      if (is_instance) {
        out.push_back({SetRegister{own_, std::nullopt, Expression::of(own_) + Expression(1)}, {}});
        if (rotation_.limits()) out.push_back({wait_for_place(), {}});
      }
      inside(statement);
      out.push_back(std::move(statement));
    }
    block = std::move(out);
  }

  bool raises(StreamStatement& statement) {
    if (auto* issue = std::get_if<Issue>(&statement.form)) {
      choose(issue->signals.front(), rotation_.amount());
      return true;
    }
    if (auto* read = std::get_if<Read>(&statement.form)) {
      choose(read->signals.front(), rotation_.whole());  // in one part
      return true;
    }
    return false;
  }

  // The transfer before on the same semaphore is whole.
  Wait wait_for_place() const {
    Wait wait{.semaphore = {rotation_.semaphore, {}},
              .kind = WaitKind::at_least,
              .threshold = Expression::of(own_) - Expression(rotation_.count)};
    rotate_wait(wait, rotation_);
    return wait;
  }

  void choose(SignalOn& signal, std::int64_t amount) const {
    signal.target.index = Expression::of(own_) % rotation_.count;
    signal.amount = amount;
  }

  void inside(StreamStatement& statement) {
    if (auto* loop = std::get_if<StreamFor>(&statement.form)) {
      rewrite(loop->body);
    } else if (auto* loop = std::get_if<StreamWhile>(&statement.form)) {
      rewrite(loop->body);
    } else if (auto* branch = std::get_if<StreamIf>(&statement.form)) {
      rewrite(branch->then_block);
      rewrite(branch->else_block);
    }
  }

  const Rotation& rotation_;
  RegisterId own_;
};

void rotate(const Program& program, Streams& streams, const Rotation& rotation) {
  streams.semaphores[rotation.semaphore].count = rotation.count;
  for (Stream& stream : streams.streams) {
    for_each_statement(stream.body, [&](StreamStatement& statement) {
      if (auto* wait = std::get_if<Wait>(&statement.form)) rotate_wait(*wait, rotation);
    });
    if (stream.engine == rotation.engine) Raiser(program, stream, rotation);
  }
}

std::string note_of(const Program& program, const Rotation& rotation) {
  std::string note = fmt::format(
      "engine {}: {} semaphores in turn, for {} transfers in flight of {} parts; loops are to be "
      "unrolled by {} where a semaphore cannot be chosen at run time",
      program.engines[rotation.engine].name, rotation.count,
      std::min(rotation.count, rotation.inflight), rotation.stripes, rotation.count);
  if (rotation.limits())
    note +=
        fmt::format("; {} in flight would take more semaphores than there are", rotation.inflight);
  return note;
}

}  // namespace

Rotated rotate_striped(const Program& program, Streams& streams, std::int64_t most_semaphores) {
  Rotated result;
  std::vector<Rotation> rotations;
  for (const Stream& stream : streams.streams) {
    const Engine& engine = program.engines[stream.engine];
    if (engine.stripes == 1) continue;
    if (const auto semaphore = counter_of(streams, stream.engine))
      rotations.push_back(rotation_for(stream.engine, engine, *semaphore));
    else
      result.notes.push_back(
          fmt::format("engine {}: its instances do not raise one counter by 1 each; left as it is",
                      engine.name));
  }
  share_out(rotations, most_semaphores - semaphore_count(streams) + std::ssize(rotations));
  for (const Rotation& rotation : rotations) {
    rotate(program, streams, rotation);
    result.notes.push_back(note_of(program, rotation));
    result.lost_depth |= rotation.limits();
  }
  return result;
}

}  // namespace tidemark::lowering
