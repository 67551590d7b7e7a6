#include "core/sync/repeats.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace tidemark::sync {
namespace {

class Walker {
 public:
  Walker(const Outline& outline, const Operands& operands)
      : outline_(outline),
        operands_(operands),
        repeats_(operands.needs.size()),
        last_set_(operands.key_count) {}

  Repeats run() {
    walk_block(outline_.whole());
    return std::move(repeats_);
  }

 private:
  // By its number a site is told to lie inside of a loop or before it.
  using Order = std::uint32_t;

  void walk_block(Outline::Block block) {
    for (const Statement& statement : block) {
      if (const auto* instruction = std::get_if<InstructionId>(&statement))
        walk_site(operands_.site_of(*instruction));
      else if (const auto* control = std::get_if<ControlId>(&statement))
        walk_control(*control);
    }
  }

  void walk_site(SiteId id) {
    ++now_;
    const Site& site = operands_.sites[id];
    for (const Touch& touch : operands_.touches_of(id)) {
      if (touch.kind == Touch::Kind::any)
        operands_.for_each_key(touch, site.engine, [&](KeyId key) { last_set_[key] = now_; });
      else
        last_set_[touch.own_key] = now_;
    }
    if (loops_ == 0) return;
    for (std::uint32_t n = site.needs_begin; n < site.needs_end; ++n) {
      const Touch& touch = operands_.touches[operands_.needs[NeedId(n)].touch];
      if (touch.kind != Touch::Kind::any && touch.access) open_.push_back(NeedId(n));
    }
  }

  void walk_control(ControlId id) {
    const Order begin = now_ + 1;
    const std::size_t first_open = open_.size();
    switch (outline_.kind(id)) {
      case Outline::Kind::for_loop:
        walk_reads(id);
        walk_loop(id, begin, open_.size());
        break;
      case Outline::Kind::while_loop:
        ++loops_;
        walk_reads(id);
        --loops_;
        walk_loop(id, begin, first_open);
        break;
      case Outline::Kind::branch:
        walk_reads(id);
        walk_block(outline_.body(id));
        walk_block(outline_.else_body(id));
        break;
    }
  }

  void walk_reads(ControlId id) {
    for (SiteId read : operands_.reads_of(id)) walk_site(read);
  }

  void walk_loop(ControlId id, Order begin, std::size_t first_open) {
    ++loops_;
    walk_block(outline_.body(id));
    --loops_;
    const auto is_settled = [&](NeedId need) { return settle(need, id, begin); };
    const auto settled = std::remove_if(open_.begin() + static_cast<std::ptrdiff_t>(first_open),
                                        open_.end(), is_settled);
    open_.erase(settled, open_.end());
    if (loops_ == 0) open_.clear();
  }

  // False where the loop around this one must be asked.
  bool settle(NeedId id, ControlId loop, Order begin) {
    const Need& need = operands_.needs[id];
    const KeyId write_key(need.key.value - (need.last_write ? 0 : 1));
    if (last_set_[write_key] >= begin) return true;
    const auto& slot = operands_.touches[need.touch].access->slot;
    if (slot && slot->form.coefficient_of(Symbol::of(loop)) != 0) return false;
    repeats_[id] = true;
    return true;
  }

  const Outline& outline_;
  const Operands& operands_;
  Repeats repeats_;
  Table<KeyId, Order> last_set_;  // by write key at slot 0: the last site that set it; 0: none
  std::vector<NeedId> open_;      // of the loops around, innermost last
  std::size_t loops_ = 0;         // around
  Order now_ = 0;
};

}  // namespace

Repeats find_repeats(const Outline& outline, const Operands& operands) {
  return Walker(outline, operands).run();
}

}  // namespace tidemark::sync
