#include "core/sync/synchronizer.h"

#include <algorithm>
#include <array>

#include "core/sync/pipeline.h"
#include "core/sync/unrolled_barrier.h"

namespace tidemark {
namespace {

class OfMode final : public Synchronizer {
 public:
  using Mode = sync::Pipeline::Mode;

  constexpr OfMode(std::string_view name, Mode mode) : name_(name), mode_(mode) {}

  std::string_view name() const override { return name_; }

  Synchronized synchronize(const Program& program) const override {
    const sync::Pipeline pipeline(program, mode_);
    return {pipeline.emit(), pipeline.operands().notes};
  }

 private:
  std::string_view name_;
  Mode mode_;
};

class UnrolledBarrier final : public Synchronizer {
 public:
  std::string_view name() const override { return "barrier_x4"; }

  Synchronized synchronize(const Program& program) const override {
    const sync::Pipeline pipeline(program, sync::Pipeline::Mode::dynamic);
    const sync::Operands& operands = pipeline.operands();
    return {sync::add_unrolled_barriers(program, sync::place_barriers(program, operands),
                                        operands.participants, pipeline.emit()),
            operands.notes};
  }
};

const OfMode kDynamic("dynamic", OfMode::Mode::dynamic);
const OfMode kBarrier("barrier", OfMode::Mode::barrier);
const UnrolledBarrier kBarrierX4;
const OfMode kSerial("serial", OfMode::Mode::serial);
const OfMode kNone("none", OfMode::Mode::none);
const std::array<const Synchronizer*, 5> kAll{&kDynamic, &kBarrier, &kBarrierX4, &kSerial, &kNone};

}  // namespace

const Synchronizer* find_synchronizer(std::string_view name) {
  const auto found = std::ranges::find(kAll, name, &Synchronizer::name);
  return found == kAll.end() ? nullptr : *found;
}

std::vector<std::string_view> synchronizer_names() {
  std::vector<std::string_view> names;
  for (const Synchronizer* synchronizer : kAll) names.push_back(synchronizer->name());
  return names;
}

Synchronized synchronize(const Program& program) { return kDynamic.synchronize(program); }

Synchronized synchronize_with_barriers(const Program& program, std::span<const ControlId> loops) {
  const sync::Pipeline pipeline(program, sync::Pipeline::Mode::dynamic, loops);
  return {pipeline.emit(), pipeline.operands().notes};
}

}  // namespace tidemark
