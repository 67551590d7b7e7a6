// The registers of one stream while it is written: each declared at its first use, under
// a name that clashes with nothing of the program.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <unordered_set>

#include "core/ir/streams.h"
#include "core/sync/stream_plan.h"

namespace tidemark::sync {

class Registers {
 public:
  Registers(const Program& program, const Operands& operands, Stream& stream);

  RegisterId count(std::uint32_t counting_class, EngineId named_for);
  RegisterId snapshot(const Snapshots& snapshots, GroupId group);
  RegisterId step(const Snapshots& snapshots, GroupId swept);
  RegisterId counter(CounterId counter);
  // A table that a pool's slots are looked up in; `fresh` where it must still be filled.
  RegisterId lookup(BufferId buffer, std::size_t piece, std::int64_t slots);
  bool is_filled(RegisterId table) const { return filled_.contains(table.value); }
  void set_filled(RegisterId table) { filled_.insert(table.value); }

 private:
  // What a register is for.
  enum class Purpose : std::uint8_t { count, snapshot, step, counter, lookup };
  struct Key {
    Purpose purpose;
    std::uint32_t index = 0;
    std::size_t piece = 0;
    friend auto operator<=>(const Key&, const Key&) = default;
  };

  std::string name_of(const SnapshotGroup& group) const;
  RegisterId declare(const std::string& wanted, std::optional<std::int64_t> count);

  const Program& program_;
  const Operands& operands_;
  Stream& stream_;
  std::unordered_set<std::string> taken_;
  std::map<Key, RegisterId> known_;
  std::unordered_set<std::uint32_t> filled_;
};

}  // namespace tidemark::sync
