// What makes random programs (gen/random_program.h), choice by choice in order of text.
// Shapes (gen/shapes.h) use its parts to place statements of their own.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "gen/random_program.h"
#include "gen/taste.h"

namespace tidemark {

class ProgramGenerator {
 public:
  ProgramGenerator(Choices& choices, const RandomProgramOptions& options);

  Program generate() &&;

  // Declarations and choices.
  Choices& choices() { return choices_; }
  const Program& program() const { return program_; }
  bool has(ProgramFeature feature) const { return features_.has(feature); }
  EngineId draw_engine() { return draw_id(program_.engines); }
  BufferId draw_buffer();
  std::optional<CounterId> walking_counter() const;  // one that only counts up or starts anew

  // Statements; each counts as one.
  void add_statement(Block& block);
  void add_instruction(Block& block);
  void add_instruction(Block& block, EngineId engine, std::vector<Access> reads,
                       std::vector<Access> writes);
  void add_assignment(Block& block, CounterId counter, Affine value);
  bool is_full() const { return left_ <= 0; }
  bool may_nest() const { return static_cast<std::int64_t>(scope_.size()) < options_.nesting; }

  // Control: `begin` with its blocks empty, fill the blocks, then `end` with them.
  ControlId begin(Block& block, std::variant<For, If, While> form);
  void end(ControlId control, Block body, Block otherwise = {});
  For new_loop(Bound upper) const;  // from 0, of a variable whose name is free here

  // Parts of statements.
  Bound draw_upper_bound();
  Condition draw_condition();
  Access draw_access();
  Affine draw_short_form();  // a symbol in scope and a small constant

 private:
  struct Scope {
    ControlId control;
    bool is_loop = false;
    std::optional<std::int64_t> variable_below;  // its variable lies in [0, this)
  };

  void declare_engines();
  void declare_buffers();
  Buffer draw_buffer_declaration(std::size_t index);
  ByteRange draw_range(std::int64_t slots);

  void fill(Block& block);
  void add_assignment(Block& block);
  void add_loop(Block& block);
  void add_branch(Block& block);
  void add_while(Block& block);
  std::string draw_label();
  void decorate(Instruction& instruction);

  std::array<Taste::Weight, 4> open_bounds(std::array<Taste::Weight, 4> weights) const;
  Bound draw_lower_bound(const For& loop);  // whose upper bound is drawn
  Affine draw_step();
  Compare draw_comparison();
  Residue draw_slot(BufferId buffer, std::int64_t slots);
  Affine draw_form(BufferId buffer);
  Affine draw_new_form();
  std::int64_t draw_offset();
  bool is_worth_keeping(const Affine& form) const;
  bool is_in_loop() const;
  std::optional<Symbol> bounded_variable(std::int64_t slots) const;
  std::optional<Symbol> draw_symbol();
  std::optional<Symbol> draw_param();

  bool draw(const std::array<Taste::Weight, 2>& weights) { return choices_.weighted(weights) == 1; }
  Taste::Weight if_has(ProgramFeature feature, Taste::Weight weight) const {
    return has(feature) ? weight : 0;
  }
  template <class Id, class T>
  Id draw_id(const Table<Id, T>& table) {
    return Id(choices_.below(table.size()));
  }
  template <class T>
  const T& draw_from(const std::vector<T>& list) {
    return list[choices_.below(list.size())];
  }

  Choices& choices_;
  RandomProgramOptions options_;
  const Taste& taste_;
  ProgramFeatures features_;
  Program program_;
  std::vector<Scope> scope_;
  std::int64_t left_ = 0;                              // statements to be made
  std::uint64_t labels_ = 0;                           // made so far
  Table<BufferId, std::optional<Affine>> ring_forms_;  // the last form of each ring
};

Affine plus(Affine form, std::int64_t constant);

}  // namespace tidemark
