#include "core/sync/counting.h"

#include <algorithm>
#include <map>

#include "core/sync/conditions.h"

namespace tidemark::sync {

std::optional<ConstantLoop> constant_loop(const Program& program, ControlId loop) {
  const auto* form = std::get_if<For>(&program.controls[loop].form);
  if (!form) return std::nullopt;
  const auto* lower = std::get_if<Affine>(&form->lower);
  const auto* upper = std::get_if<Affine>(&form->upper);
  if (!lower || !upper || !lower->is_constant() || !upper->is_constant() ||
      !form->step.is_constant() || !is_moderate(lower->constant) || !is_moderate(upper->constant) ||
      !is_moderate(form->step.constant))
    return std::nullopt;
  const auto trips = constant_trips(lower->constant, upper->constant, form->step.constant);
  if (!trips) return std::nullopt;
  return ConstantLoop{lower->constant, form->step.constant, *trips};
}

Counting::Counting(const Program& program, const Outline& outline, const Operands& operands,
                   const BarrierPoints* barriers)
    : program_(program),
      outline_(outline),
      operands_(operands),
      barriers_(barriers),
      engines_(program.engines.size()),
      net_(program.controls.size() * engines_),
      body_(program.controls.size() * engines_),
      moving_(program.controls.size()),
      moving_inside_(program.controls.size()),
      moves_at_(program.controls.size()),
      class_(engines_),
      engines_of_class_(engines_),
      moves_(engines_) {
  std::vector<std::int64_t> sum(engines_);
  EngineSet moving;
  add_block(outline.whole(), sum, moving);
  make_classes();
}

void Counting::add_block(Outline::Block block, std::vector<std::int64_t>& sum, EngineSet& moving) {
  for (const Statement& statement : block) {
    if (const auto* instruction = std::get_if<InstructionId>(&statement))
      ++sum[operands_.sites[operands_.site_of(*instruction)].engine.value];
    else if (const auto* control = std::get_if<ControlId>(&statement))
      add_control(*control, sum, moving);
  }
}

void Counting::count_reads(ControlId control, std::vector<std::int64_t>& sum) const {
  for (SiteId read : operands_.reads_of(control)) ++sum[operands_.sites[read].engine.value];
}

void Counting::add_control(ControlId control, std::vector<std::int64_t>& sum, EngineSet& moving) {
  switch (outline_.kind(control)) {
    case Outline::Kind::for_loop:
      count_reads(control, sum);  // once, before the loop
      add_loop(control);
      break;
    case Outline::Kind::while_loop:
      add_loop(control);
      break;
    case Outline::Kind::branch:
      count_reads(control, sum);
      add_branch(control);
      break;
  }
  for (std::size_t e = 0; e < engines_; ++e) sum[e] += net(control, EngineId(e));
  moving |= moving_[control];
}

void Counting::add_loop(ControlId control) {
  const bool is_while = outline_.kind(control) == Outline::Kind::while_loop;
  std::vector<std::int64_t> header(engines_), sum(engines_);
  if (is_while) count_reads(control, header);
  add_block(outline_.body(control), sum, moving_inside_[control]);
  moving_[control] = moving_inside_[control];
  const bool drained = barriers_ && barriers_->separates(control);
  const std::optional<ConstantLoop> constant = constant_loop(program_, control);
  for (std::size_t e = 0; e < engines_; ++e) {
    // The last test of a `while` reads once more.
    net_[at(control, EngineId(e))] = header[e];
    body_[at(control, EngineId(e))] = sum[e] + header[e];
    const std::int64_t by = sum[e] + header[e];
    if (drained || by == 0) continue;
    std::int64_t total = 0;
    constexpr std::int64_t kMany = std::int64_t{1} << 48;  // so that no sum can overflow
    const bool folds = constant && by % constant->step == 0 &&
                       !__builtin_mul_overflow(by, constant->trips, &total) && total < kMany;
    if (folds) {
      net_[at(control, EngineId(e))] = total;
    } else {
      note_move(control, e, by);
    }
  }
}

void Counting::add_branch(ControlId control) {
  std::vector<std::int64_t> then_sum(engines_), else_sum(engines_);
  add_block(outline_.body(control), then_sum, moving_inside_[control]);
  add_block(outline_.else_body(control), else_sum, moving_inside_[control]);
  moving_[control] = moving_inside_[control];
  if (barriers_ && barriers_->separates(control)) return;  // counts are 0 at either end
  for (std::size_t e = 0; e < engines_; ++e) {
    net_[at(control, EngineId(e))] = std::min(then_sum[e], else_sum[e]);
    if (then_sum[e] == else_sum[e]) continue;
    note_move(control, e, then_sum[e] - else_sum[e]);
  }
}

void Counting::note_move(ControlId control, std::size_t engine, std::int64_t by) {
  moving_[control].set(engine);
  moves_at_[control].set(engine);
  moves_[EngineId(engine)].emplace_back(control, by);
}

void Counting::make_classes() {
  std::map<std::vector<std::pair<ControlId, std::int64_t>>, std::uint32_t> classes;
  std::uint32_t next = 0;
  for (EngineId engine : program_.engines.ids()) {
    if (moves_[engine].empty()) {
      class_[engine] = next++;
      continue;
    }
    const auto [found, added] = classes.try_emplace(moves_[engine], next);
    if (added) ++next;
    class_[engine] = found->second;
  }
  for (EngineId engine : program_.engines.ids())
    for (EngineId other : program_.engines.ids())
      if (class_[engine] == class_[other]) engines_of_class_[engine].set(other.value);
}

}  // namespace tidemark::sync
