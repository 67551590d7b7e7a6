// Small mistakes in streams, as compilers make them: every one of a kind, or one drawn.
//
// A mutant is told by its place and a number, so that any of them can be made again.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/ir/streams.h"
#include "gen/random.h"

namespace tidemark {

enum class StreamMutation : std::uint8_t {
  drop_wait,        // or take, or barrier
  shift_threshold,  // of a wait or take, by 1 or 2, either way
  other_semaphore,  // in a wait
  double_wait,      // harmless: what must be found to be so
  other_symbol,     // another register or loop's variable, in a threshold or a register's value
  drop_signal,      // from one issue or read
  change_amount,    // of a signal, by 1 or 2, either way
  change_register,  // what a register is set to, by 1 or 2, either way
  drop_register,    // a register is not set
  ring_depth,       // a remainder by one more or one less
  drop_reset,       // from a barrier
  drop_control,     // a loop or branch in which nothing is issued or read
  wait_for_all,     // a barrier of all engines in every trip of a loop
  // From here on: what may leave no streams of the program, or none that clocks decide.
  hoist_wait,       // out of its loop
  swap_arms,        // of a branch
  signal_at_issue,  // raised before the instruction has completed
};
inline constexpr std::uint64_t kStreamMutations = 13;  // that leave such streams
inline constexpr std::uint64_t kAllStreamMutations = 16;

std::string_view name(StreamMutation mutation);

struct StreamMutant {
  StreamMutation mutation;
  std::size_t stream = 0;     // of Streams::streams
  std::size_t statement = 0;  // of that stream, in order of text
  std::int64_t variant = 0;   // which way, from 0
};

// Every mistake of this kind, each once.
std::vector<StreamMutant> stream_mutants(const Streams& streams, StreamMutation mutation);

// `mutant` is one of `streams`.
Streams mutated(Streams streams, const StreamMutant& mutant);

// Makes one mistake of this kind, drawn; false where there is none to be made.
bool mutate(Streams& streams, StreamMutation mutation, Random& random);

}  // namespace tidemark
