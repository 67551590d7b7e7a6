#include "bench/suite/sweeps.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "bench/suite/micro.h"
#include "core/check.h"
#include "core/ir/finish.h"
#include "core/target/parse_target.h"

namespace tidemark {
namespace {

constexpr std::int64_t kMicroIterations = 1024;
constexpr std::array kBarriersUs = {0, 1, 2, 5, 20, 37};

Target with(Target target, const std::string& figure) {
  CHECK(set_figure(target, figure).has_value());
  return target;
}

// One variant of a sweep, and what it is called.
struct Setting {
  std::string title;
  std::vector<std::string> figures;
};

Target with(Target target, const Setting& setting) {
  for (const std::string& figure : setting.figures) target = with(std::move(target), figure);
  return target;
}

ReportTable table_of(std::string key, std::string title, const std::vector<Setting>& settings,
                     FigureKind kind) {
  ReportTable table{std::move(key), std::move(title), "", "kernel", {}, {}};
  for (const Setting& setting : settings) table.columns.push_back({setting.title, kind});
  return table;
}

// `figure_of(kernel, target)` for every kernel and setting.
template <class FigureOf>
ReportTable sweep(ReportTable table, const std::vector<const LoadedKernel*>& kernels,
                  const Target& target, const std::vector<Setting>& settings,
                  FigureOf&& figure_of) {
  for (const LoadedKernel* loaded : kernels) {
    ReportRow row{loaded->kernel.entry->name, {}};
    for (const Setting& setting : settings)
      row.figures.push_back(figure_of(*loaded, with(target, setting)));
    table.rows.push_back(std::move(row));
  }
  return table;
}

double over_bound(const LoadedKernel& loaded, const Target& target) {
  const Inputs inputs = loaded.kernel.inputs();
  const Program& program = loaded.kernel.program;
  return time_ns(program, loaded.contenders.dynamic, inputs, target) /
         bound_ns(program, inputs, target);
}

double below(const LoadedKernel& loaded, const Streams& baseline, const Target& target) {
  const Inputs inputs = loaded.kernel.inputs();
  const Program& program = loaded.kernel.program;
  return 1 - time_ns(program, loaded.contenders.dynamic, inputs, target) /
                 time_ns(program, baseline, inputs, target);
}

std::vector<Setting> barrier_settings() {
  std::vector<Setting> settings;
  for (const int us : kBarriersUs)
    settings.push_back({fmt::format("{} us", us), {fmt::format("barrier.cost={}", 1000 * us)}});
  return settings;
}

std::vector<Setting> latency_settings() {
  std::vector<Setting> settings;
  for (const int ns : {30, 100, 300})
    settings.push_back({fmt::format("{} ns", ns), {fmt::format("semaphore.latency={}", ns)}});
  return settings;
}

std::vector<Setting> issue_settings() {
  return {{"as described", {}},
          {"no inline wait", {"wait.inline=0"}},
          {"2 inline waits", {"wait.inline=2"}},
          {"cycles before", {"wait.separate_after=0"}},
          {"register alone", {"wait.register_and_offset=0"}},
          {"not decoupled", {"sequencer.decoupled=0"}},
          {"no throttle", {"throttle.idle=0"}}};
}

}  // namespace

std::vector<ReportTable> sweep_target(const std::vector<const LoadedKernel*>& kernels,
                                      const Target& target) {
  std::vector<ReportTable> tables;
  const std::vector<Setting> barriers = barrier_settings();
  tables.push_back(sweep(table_of("barrier_cost", "Below `barrier`, by the cost of a barrier",
                                  barriers, FigureKind::percent),
                         kernels, target, barriers, [](const auto& k, const Target& t) {
                           return below(k, k.contenders.barrier, t);
                         }));
  tables.back().note = "At 0 us a barrier costs the lost overlap alone.";
  tables.push_back(sweep(table_of("barrier_x4_cost", "Below `barrier x4`, by the cost of a barrier",
                                  barriers, FigureKind::percent),
                         kernels, target, barriers, [](const auto& k, const Target& t) {
                           return below(k, k.contenders.barrier_x4, t);
                         }));
  const std::vector<Setting> latencies = latency_settings();
  tables.push_back(sweep(table_of("latency_bound", "Over the bound, by a signal's latency",
                                  latencies, FigureKind::ratio),
                         kernels, target, latencies, over_bound));
  tables.push_back(sweep(table_of("latency_barrier", "Below `barrier`, by a signal's latency",
                                  latencies, FigureKind::percent),
                         kernels, target, latencies, [](const auto& k, const Target& t) {
                           return below(k, k.contenders.barrier, t);
                         }));
  const std::vector<Setting> issue = issue_settings();
  tables.push_back(
      sweep(table_of("issue", "Over the bound, by how waits are issued", issue, FigureKind::ratio),
            kernels, target, issue, over_bound));
  return tables;
}

ReportTable sweep_trips(const std::vector<const LoadedKernel*>& kernels, const Target& target) {
  ReportTable table{"trips", "By trips of the outer loop", "", "kernel", {}, {}};
  constexpr std::array kTrips = {1, 4, 16, 64};
  for (const int trips : kTrips)
    table.columns.push_back({fmt::format("over the bound, {}", trips), FigureKind::ratio});
  for (const int trips : kTrips)
    table.columns.push_back({fmt::format("below barrier, {}", trips), FigureKind::percent});
  for (const LoadedKernel* loaded : kernels) {
    ReportRow row{loaded->kernel.entry->name, {}};
    std::vector<double> reductions;
    for (const int trips : kTrips) {
      const Inputs inputs = loaded->kernel.inputs(trips);
      const Contenders& of = loaded->contenders;
      const double dynamic = time_ns(of.program, of.dynamic, inputs, target);
      row.figures.push_back(dynamic / bound_ns(of.program, inputs, target));
      reductions.push_back(1 - dynamic / time_ns(of.program, of.barrier, inputs, target));
    }
    row.figures.insert(row.figures.end(), reductions.begin(), reductions.end());
    table.rows.push_back(std::move(row));
  }
  return table;
}

namespace {

constexpr std::int64_t kFewestSlots = 2, kMostSlots = 3;  // of the rings that are changed

void resize(std::vector<Access>& accesses, const Program& program, std::int64_t slots) {
  for (Access& access : accesses) {
    const auto& had = program.buffers[access.buffer].slots;
    if (access.slot && had && access.slot->modulus == *had && *had >= kFewestSlots &&
        *had <= kMostSlots)
      access.slot->modulus = slots;
  }
}

// The same program with so many slots in every ring of two or three; nullopt where there is
// none, or one is used in another way too (by plain slots, or in control).
std::optional<Program> with_rings(Program program, std::int64_t slots) {
  const Program before = program;
  const auto is_such_a_ring = [](const Buffer& buffer) {
    return buffer.slots && *buffer.slots >= kFewestSlots && *buffer.slots <= kMostSlots;
  };
  if (std::ranges::none_of(program.buffers, is_such_a_ring)) return std::nullopt;
  for (Instruction& instruction : program.instructions) {
    resize(instruction.reads, before, slots);
    resize(instruction.writes, before, slots);
  }
  for (Control& control : program.controls)
    if (load_of(control) != nullptr) return std::nullopt;
  for (Buffer& buffer : program.buffers)
    if (is_such_a_ring(buffer)) buffer.slots = slots;
  for (const Instruction& instruction : program.instructions)
    for (const std::vector<Access>* accesses : {&instruction.reads, &instruction.writes})
      for (const Access& access : *accesses)
        if (access.slot && access.slot->modulus == 0 && access.slot->form.is_constant() &&
            access.slot->form.constant >= *program.buffers[access.buffer].slots)
          return std::nullopt;
  return program;
}

}  // namespace

ReportTable sweep_rings(const std::vector<const LoadedKernel*>& kernels, const Target& target) {
  ReportTable table{"rings",
                    "By slots of the rings",
                    "All rings of two or three slots changed together; kernels whose control "
                    "reads memory, or that use such a ring by plain slots, are left out.",
                    "kernel",
                    {},
                    {}};
  constexpr std::array kSlots = {2, 3, 4, 8};
  for (const int slots : kSlots)
    table.columns.push_back({fmt::format("over the bound, {}", slots), FigureKind::ratio});
  for (const int slots : kSlots)
    table.columns.push_back({fmt::format("below barrier, {}", slots), FigureKind::percent});
  for (const LoadedKernel* loaded : kernels) {
    ReportRow row{loaded->kernel.entry->name, {}};
    std::vector<double> reductions;
    for (const int slots : kSlots) {
      const auto program = with_rings(loaded->kernel.program, slots);
      if (!program) break;
      const Contenders of(*program, target);
      const Measured measured = measure(of, loaded->kernel.inputs(), target);
      row.figures.push_back(measured.over_bound());
      reductions.push_back(measured.below_barrier());
    }
    if (reductions.empty()) continue;
    row.figures.insert(row.figures.end(), reductions.begin(), reductions.end());
    table.rows.push_back(std::move(row));
  }
  return table;
}

std::vector<ReportTable> sweep_micro(const Target& target) {
  ReportTable speed{"micro_speed",
                    "Micro-benchmark: times faster than `barrier`, by the cost of a barrier",
                    "",
                    "engines, instructions, ring",
                    {},
                    {}};
  for (const int us : kBarriersUs)
    speed.columns.push_back({fmt::format("{} us", us), FigureKind::ratio});
  ReportTable distance{"micro_bound",
                       "Micro-benchmark: over the bound, by waits on an instruction",
                       "",
                       "engines, instructions, ring",
                       {{"1 wait", FigureKind::ratio},
                        {"2 waits", FigureKind::ratio},
                        {"no wait", FigureKind::ratio}},
                       {}};
  for (const int engines : {2, 3, 4, 5})
    for (const int body : {1, 2, 4})
      for (const int ring : {2, 4, 8}) {
        const Program program = micro_program({engines, body, ring});
        const Inputs inputs = micro_inputs(program, kMicroIterations);
        const Contenders of(program, target);
        const std::string label = fmt::format("{}, {}, {}", engines, body, ring);
        const double dynamic = time_ns(program, of.dynamic, inputs, target);
        ReportRow faster{label, {}};
        for (const Setting& setting : barrier_settings())
          faster.figures.push_back(time_ns(program, of.barrier, inputs, with(target, setting)) /
                                   dynamic);
        speed.rows.push_back(std::move(faster));
        ReportRow over{label, {}};
        for (const int waits : {1, 2, 0}) {
          const Target t = with(target, fmt::format("wait.inline={}", waits));
          over.figures.push_back(time_ns(program, of.dynamic, inputs, t) /
                                 bound_ns(program, inputs, t));
        }
        distance.rows.push_back(std::move(over));
      }
  return {speed, distance};
}

}  // namespace tidemark
