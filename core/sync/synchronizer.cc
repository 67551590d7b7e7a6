#include "core/sync/synchronizer.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/sync/pipeline.h"
#include "core/sync/unrolled_barrier.h"

namespace tidemark {
namespace {

using Mode = sync::Pipeline::Mode;

Synchronized synchronized(const sync::Pipeline& pipeline) {
  return {pipeline.emit(), pipeline.operands().notes};
}

// `dynamic` made the streams.
Synchronized unrolled_barrier(const Program& program, const sync::Operands& operands,
                              Streams streams) {
  return {sync::add_unrolled_barriers(program, sync::place_barriers(program, operands),
                                      operands.participants, std::move(streams)),
          operands.notes};
}

class OfMode final : public Synchronizer {
 public:
  constexpr OfMode(std::string_view name, Mode mode) : name_(name), mode_(mode) {}

  std::string_view name() const override { return name_; }

  Synchronized synchronize(const Program& program) const override {
    return synchronized(sync::Pipeline(program, mode_));
  }

 private:
  std::string_view name_;
  Mode mode_;
};

class UnrolledBarrier final : public Synchronizer {
 public:
  std::string_view name() const override { return "barrier_x4"; }

  Synchronized synchronize(const Program& program) const override {
    const sync::Pipeline dynamic(program, Mode::dynamic);
    return unrolled_barrier(program, dynamic.operands(), dynamic.emit());
  }
};

const OfMode kDynamic("dynamic", Mode::dynamic);
const OfMode kBarrier("barrier", Mode::barrier);
const UnrolledBarrier kBarrierX4;
const OfMode kSerial("serial", Mode::serial);
const OfMode kNone("none", Mode::none);
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

std::vector<Synchronized> synchronize_by_all(const Program& program) {
  const auto ground = std::make_shared<const sync::Groundwork>(program, sync::Operands(program));
  std::vector<Synchronized> all;
  all.reserve(kAll.size());
  all.push_back(synchronized(sync::Pipeline(ground, Mode::dynamic)));
  all.push_back(synchronized(sync::Pipeline(ground, Mode::barrier)));
  all.push_back(unrolled_barrier(program, ground->operands, all.front().streams));
  all.push_back(synchronized(sync::Pipeline(program, Mode::serial)));
  all.push_back(synchronized(sync::Pipeline(ground, Mode::none)));
  return all;
}

Synchronized synchronize(const Program& program) { return kDynamic.synchronize(program); }

Synchronized synchronize_with_barriers(const Program& program, std::span<const ControlId> loops) {
  return synchronized(sync::Pipeline(program, Mode::dynamic, loops));
}

}  // namespace tidemark
