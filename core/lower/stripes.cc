#include "core/lower/stripes.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "core/lower/counters.h"
#include "core/lower/rewrite.h"

namespace tidemark::lowering {
namespace {

struct Rotation {
  SemaphoreId semaphore;
  std::int64_t count = 1;   // r
  std::int64_t amount = 1;  // of one part
  std::int64_t whole = 1;   // m
};

Rotation rotation_for(const Engine& engine, SemaphoreId semaphore) {
  std::int64_t count = 1;  // a power of two: the remainder is a mask
  while (count < engine.inflight) count *= 2;
  const std::int64_t amount = count / std::gcd(count, engine.stripes);
  return {semaphore, count, amount, amount * engine.stripes};
}

void rotate_wait(Wait& wait, const Rotation& rotation) {
  if (wait.semaphore.semaphore != rotation.semaphore) return;
  const Expression t = wait.threshold;
  const Expression before = t - Expression(1);
  wait.semaphore.index = t % rotation.count;
  wait.threshold =
      Expression(rotation.whole / rotation.count) * (before - before % rotation.count) +
      Expression(rotation.whole);
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
      if (is_instance)
        out.push_back({SetRegister{own_, std::nullopt, Expression::of(own_) + Expression(1)}, {}});
      inside(statement);
      out.push_back(std::move(statement));
    }
    block = std::move(out);
  }

  bool raises(StreamStatement& statement) {
    if (auto* issue = std::get_if<Issue>(&statement.form)) {
      choose(issue->signals.front(), rotation_.amount);
      return true;
    }
    if (auto* read = std::get_if<Read>(&statement.form)) {
      choose(read->signals.front(), rotation_.whole);  // in one part
      return true;
    }
    return false;
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

void rotate(const Program& program, Streams& streams, EngineId engine, const Rotation& rotation) {
  streams.semaphores[rotation.semaphore].count = rotation.count;
  for (Stream& stream : streams.streams) {
    for_each_statement(stream.body, [&](StreamStatement& statement) {
      if (auto* wait = std::get_if<Wait>(&statement.form)) rotate_wait(*wait, rotation);
    });
    if (stream.engine == engine) Raiser(program, stream, rotation);
  }
}

}  // namespace

std::vector<std::string> rotate_striped(const Program& program, Streams& streams) {
  std::vector<std::string> notes;
  for (const EngineId id : program.engines.ids()) {
    const Engine& engine = program.engines[id];
    const bool has_stream =
        std::ranges::find(streams.streams, id, &Stream::engine) != streams.streams.end();
    if (engine.stripes == 1 || !has_stream) continue;
    const auto semaphore = counter_of(streams, id);
    if (!semaphore) {
      notes.push_back(
          fmt::format("engine {}: its instances do not raise one counter by 1 each; left as it is",
                      engine.name));
      continue;
    }
    const Rotation rotation = rotation_for(engine, *semaphore);
    notes.push_back(fmt::format(
        "engine {}: {} semaphores in turn, for {} transfers in flight of {} parts; loops are to be "
        "unrolled by {} where a semaphore cannot be chosen at run time",
        engine.name, rotation.count, engine.inflight, engine.stripes, rotation.count));
    rotate(program, streams, id, rotation);
  }
  return notes;
}

}  // namespace tidemark::lowering
