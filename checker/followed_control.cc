#include "checker/followed_control.h"

#include <algorithm>

namespace tidemark {
namespace {

// The counters that control depends on, found from its forms backwards.
class CounterSearch {
 public:
  explicit CounterSearch(const Program& program)
      : program_(program), found_(program.counters.size()), sources_(program.counters.size()) {}

  Table<CounterId, bool> search() && {
    for (const Assignment& assignment : program_.assignments)
      for (const AffineTerm& term : assignment.value.terms)
        if (term.symbol.kind == Symbol::Kind::counter)
          sources_[assignment.counter].push_back(CounterId(term.symbol.index));
    for (const Control& control : program_.controls)
      std::visit([this](const auto& form) { add_form(form); }, control.form);
    while (!pending_.empty()) {
      const CounterId counter = pending_.back();
      pending_.pop_back();
      for (const CounterId source : sources_[counter]) add(source);
    }
    return std::move(found_);
  }

 private:
  void add_form(const For& loop) {
    add_part(loop.lower);
    add_part(loop.upper);
    add(loop.step);
  }
  void add_form(const If& branch) { add_part(branch.condition); }
  void add_form(const While&) {}

  template <class... Forms>
  void add_part(const std::variant<Forms...>& part) {
    std::visit([this](const auto& form) { this->add(form); }, part);
  }

  void add(const Load&) {}
  void add(ParamId) {}
  void add(const Compare& compare) {
    add(compare.left.form);
    add(compare.right.form);
  }
  void add(const Affine& affine) {
    for (const AffineTerm& term : affine.terms)
      if (term.symbol.kind == Symbol::Kind::counter) add(CounterId(term.symbol.index));
  }
  void add(CounterId counter) {
    if (found_[counter]) return;
    found_[counter] = true;
    pending_.push_back(counter);
  }

  const Program& program_;
  Table<CounterId, bool> found_;
  Table<CounterId, std::vector<CounterId>> sources_;
  std::vector<CounterId> pending_;
};

class ControlSearch {
 public:
  ControlSearch(const Program& program, FollowedControl& followed)
      : program_(program),
        followed_(followed),
        any_counter_(std::ranges::find(followed.counters, true) != followed.counters.end()) {}

  bool search(const Block& block) {
    bool is_followed = false;
    for (const Statement& statement : block)
      is_followed |= std::visit([this](auto id) { return search(id); }, statement);
    return is_followed;
  }

 private:
  bool search(InstructionId) { return false; }
  bool search(AssignmentId id) { return followed_.counters[program_.assignments[id].counter]; }
  bool search(ControlId id) {
    const Control& control = program_.controls[id];
    bool is_followed = any_counter_ && load_of(control) != nullptr;
    is_followed |= std::visit([this](const auto& form) { return search_form(form); }, control.form);
    followed_.controls[id] = is_followed;
    return is_followed;
  }

  bool search_form(const For& loop) { return search(loop.body); }
  bool search_form(const While& loop) { return search(loop.body); }
  bool search_form(const If& branch) {
    const bool in_then = search(branch.then_block);
    return search(branch.else_block) || in_then;
  }

  const Program& program_;
  FollowedControl& followed_;
  bool any_counter_;
};

}  // namespace

FollowedControl followed_control(const Program& program) {
  if (program.counters.empty()) return {{}, Table<ControlId, bool>(program.controls.size())};
  FollowedControl followed{CounterSearch(program).search(),
                           Table<ControlId, bool>(program.controls.size())};
  ControlSearch(program, followed).search(program.body);
  return followed;
}

}  // namespace tidemark
