#include <string_view>
#include <unordered_set>

#include <fmt/format.h>

#include "core/ir/finish_parts.h"
#include "core/ir/names.h"

namespace tidemark::internal {

namespace {

class DeclarationCheck {
 public:
  DeclarationCheck(const Program& program, const ProgramLimits& limits, ProgramErrors& errors)
      : program_(program), limits_(limits), errors_(errors) {}

  void run() {
    if (!is_name(program_.name))
      errors_.add({}, program_.name, fmt::format("'{}' is no name for a program", program_.name));
    check_names(program_.engines, "engine");
    check_names(program_.memories, "memory");
    check_names(program_.buffers, "buffer");
    // Params and counters stand in the same expressions, so they share one space.
    check_names(program_.params, "param");
    check_names(program_.counters, "counter", &program_.params);
    check_engines();
    check_buffers();
  }

 private:
  using Names = std::unordered_set<std::string_view>;

  template <class Id, class T>
  void check_names(const Table<Id, T>& table, std::string_view kind,
                   const Table<ParamId, Param>* before = nullptr) {
    Names seen;
    if (before != nullptr)
      for (const Param& param : *before) seen.insert(param.name);
    for (const T& entity : table) {
      if (!is_name(entity.name))
        errors_.add(entity.line, entity.name, fmt::format("'{}' is no name", entity.name));
      if (!seen.insert(entity.name).second)
        errors_.add(entity.line, entity.name,
                    fmt::format("{} '{}' has a name that is taken", kind, entity.name));
    }
  }

  void check_engines() {
    if (program_.engines.size() > limits_.engines)
      errors_.add(program_.engines[EngineId(limits_.engines)].line, {},
                  fmt::format("more than {} engines", limits_.engines));
    for (const Engine& engine : program_.engines) {
      check_positive(engine, "inflight", engine.inflight);
      check_positive(engine, "stripes", engine.stripes);
    }
  }

  void check_positive(const Engine& engine, std::string_view what, std::int64_t value) {
    if (value < 1)
      errors_.add(
          engine.line, engine.name,
          fmt::format("'{}' of engine '{}' is {}: it is at least 1", what, engine.name, value));
  }

  void check_buffers() {
    std::size_t cells = 0;
    for (const Buffer& buffer : program_.buffers) {
      if (!check_slots(buffer)) continue;
      cells += static_cast<std::size_t>(buffer.slot_count());
      if (cells > limits_.cells) {
        errors_.add(buffer.line, buffer.name,
                    fmt::format("more than {} cells in all buffers", limits_.cells));
        return;
      }
      if (buffer.range) check_range(buffer, *buffer.range);
    }
  }

  bool check_slots(const Buffer& buffer) {
    if (buffer.slot_count() >= 1 && buffer.slot_count() <= limits_.slots) return true;
    errors_.add(buffer.line, buffer.name,
                fmt::format("buffer '{}' has {} slots: 1 to {} are possible", buffer.name,
                            buffer.slot_count(), limits_.slots));
    return false;
  }

  void check_range(const Buffer& buffer, const ByteRange& range) {
    const auto fault = [&](std::string message) {
      errors_.add(buffer.line, buffer.name, std::move(message));
    };
    if (!program_.memories.contains(range.memory))
      return fault(fmt::format("buffer '{}' lies in a memory that does not exist", buffer.name));
    if (range.begin < 0 || range.end < range.begin)
      return fault(fmt::format("[{}, {}) is no byte range: 0 <= begin <= end is needed",
                               range.begin, range.end));
    if ((range.end - range.begin) % buffer.slot_count() != 0)
      fault(fmt::format("{} slots do not divide the {} bytes of buffer '{}' evenly",
                        buffer.slot_count(), range.end - range.begin, buffer.name));
  }

  const Program& program_;
  const ProgramLimits& limits_;
  ProgramErrors& errors_;
};

}  // namespace

void check_declarations(const Program& program, const ProgramLimits& limits,
                        ProgramErrors& errors) {
  DeclarationCheck(program, limits, errors).run();
}

}  // namespace tidemark::internal
