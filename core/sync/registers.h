// The registers of one stream while it is written: each declared at its first use, under
// a name that clashes with nothing of the program.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "core/ir/streams.h"
#include "core/sync/stream_plan.h"

namespace tidemark::sync {

using Names = std::unordered_set<std::string>;

// Those of a program that its streams' expressions may name: no register has one of them.
Names names_in_expressions(const Program& program);

class Registers {
 public:
  Registers(const Program& program, const Operands& operands, const Names& taken, Stream& stream)
      : program_(program), operands_(operands), stream_(stream), taken_(taken) {}

  RegisterId declare_count(EngineId named_for);
  // The group's register, or ring, or the one that it shares.
  RegisterId snapshot(const Snapshots& snapshots, GroupId id) {
    return known(snapshots_, id.value, [&] { return first_snapshot(snapshots, id); });
  }
  RegisterId step(const Snapshots& snapshots, GroupId swept);
  RegisterId counter(CounterId counter) {
    return known(counters_, counter.value,
                 [&] { return declare(program_.counters[counter].name, std::nullopt); });
  }
  // A table that a pool's slots are looked up in; `fresh` where it must still be filled.
  RegisterId lookup(BufferId buffer, std::size_t piece, std::int64_t slots);
  bool is_filled(RegisterId table) const { return filled_.contains(table.value); }
  void set_filled(RegisterId table) { filled_.insert(table.value); }

 private:
  // By index; none where it has not been used yet.
  using Known = std::vector<std::optional<RegisterId>>;

  template <class Declare>
  static RegisterId known(Known& registers, std::uint32_t index, Declare&& declare) {
    if (index < registers.size() && registers[index]) return *registers[index];
    const RegisterId reg = declare();
    if (index >= registers.size()) registers.resize(index + 1);
    registers[index] = reg;
    return reg;
  }

  RegisterId first_snapshot(const Snapshots& snapshots, GroupId id);
  std::string name_of(const SnapshotGroup& group) const;
  RegisterId declare(const std::string& wanted, std::optional<std::int64_t> count);

  const Program& program_;
  const Operands& operands_;
  Stream& stream_;
  Names taken_;
  Known snapshots_;  // by group
  Known steps_;      // by group
  Known counters_;
  std::map<std::pair<BufferId, std::size_t>, RegisterId> lookups_;  // by buffer and piece
  std::unordered_set<std::uint32_t> filled_;
};

}  // namespace tidemark::sync
