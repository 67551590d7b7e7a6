#include "gen/run_list.h"

#include <algorithm>

namespace tidemark {
namespace {

bool overlap(const std::vector<CellId>& a, const std::vector<CellId>& b) {
  return std::ranges::find_first_of(a, b) != a.end();
}

}  // namespace

bool conflict(const ListedInstance& a, const ListedInstance& b) {
  return overlap(a.writes, b.writes) || overlap(a.writes, b.reads) || overlap(a.reads, b.writes);
}

std::vector<ListedInstance> list_run(const Program& program, const Inputs& inputs,
                                     std::uint64_t most) {
  const Cells cells(program);
  SequentialRun run(program, cells, inputs);
  std::vector<ListedInstance> list;
  while (list.size() < most) {
    const Instance* instance = run.next();
    if (instance == nullptr) break;
    ListedInstance listed{.engine = instance->engine,
                          .ordinal = instance->ordinal,
                          .is_read = instance->is_read,
                          .instruction = instance->instruction,
                          .control = instance->control,
                          .reads = {instance->reads.begin(), instance->reads.end()},
                          .writes = {instance->writes.begin(), instance->writes.end()},
                          .needs = Table<EngineId, std::uint64_t>(program.engines.size(), 0)};
    for (const ListedInstance& earlier : list)
      if (conflict(earlier, listed)) listed.needs[earlier.engine] = earlier.ordinal;
    list.push_back(std::move(listed));
  }
  return list;
}

}  // namespace tidemark
