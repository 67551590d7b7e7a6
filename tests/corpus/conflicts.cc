#include "tests/corpus/conflicts.h"

#include <fmt/format.h>

#include <vector>

#include "core/check.h"
#include "core/run/sequential_run.h"

namespace tidemark {
namespace {

// The last instances of one engine to touch one cell; ordinals, 0 for none. Of several
// earlier instances the last is the one most likely to be still incomplete.
struct Touch {
  std::uint64_t access = 0;
  std::uint64_t write = 0;
};

class ConflictSearch {
 public:
  ConflictSearch(const Program& program, std::size_t cells)
      : program_(program),
        touches_(cells * program.engines.size()),
        last_read_(program.engines.size()) {}

  std::optional<std::string> next(const Instance& b) {
    std::optional<std::string> found;
    for (const CellId cell : b.reads)
      if (!found) found = against(b, cell, &Touch::write);
    for (const CellId cell : b.writes)
      if (!found) found = against(b, cell, &Touch::access);
    remember(b);
    return found;
  }

 private:
  std::optional<std::string> against(const Instance& b, CellId cell, std::uint64_t Touch::* kind) {
    for (const EngineId engine : program_.engines.ids()) {
      const std::uint64_t a = touch(cell, engine).*kind;
      if (a != 0 && can_overtake(b, engine, a))
        return fmt::format("instance {} of {} conflicts with instance {} of {}", b.ordinal,
                           program_.engines[b.engine].name, a, program_.engines[engine].name);
    }
    return std::nullopt;
  }

  bool can_overtake(const Instance& b, EngineId engine, std::uint64_t a) const {
    if (engine != b.engine) return true;
    const auto limit = static_cast<std::uint64_t>(program_.engines[engine].inflight);
    return b.ordinal - a < limit && last_read_[engine] < a;
  }

  void remember(const Instance& b) {
    for (const CellId cell : b.reads) touch(cell, b.engine).access = b.ordinal;
    for (const CellId cell : b.writes)
      touch(cell, b.engine).access = touch(cell, b.engine).write = b.ordinal;
    if (b.is_read) last_read_[b.engine] = b.ordinal;
  }

  Touch& touch(CellId cell, EngineId engine) {
    return touches_[cell.value * program_.engines.size() + engine.value];
  }

  const Program& program_;
  std::vector<Touch> touches_;                // by cell and engine
  Table<EngineId, std::uint64_t> last_read_;  // the last control read's ordinal
};

}  // namespace

std::optional<std::string> unprotected_conflict(const Program& program, const Inputs& inputs) {
  const Cells cells(program);
  SequentialRun run(program, cells, inputs);
  ConflictSearch search(program, cells.count());
  while (const Instance* instance = run.next())
    if (auto found = search.next(*instance)) return found;
  CHECK(!run.error());
  return std::nullopt;
}

}  // namespace tidemark
