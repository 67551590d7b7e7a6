// What is behind a finding, as a word for each part, so that the same bug found a hundred
// times becomes one regression:
//
//   dynamic unsafe, clocks and states, write after read, ring, for
//
// Which streams and what is wrong with them; who says so, or who differs; the kind of
// dependence that is broken; and what the later of its two instances stands in and touches.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "checker/verdict.h"
#include "core/ir/streams.h"
#include "core/run/inputs.h"

namespace tidemark {

struct Cause {
  std::string subject;                  // "dynamic", ..., "streams"
  std::string finding;                  // a verdict, or "differs"
  std::string deciders;                 // "clocks and states", "clocks"
  std::string dependence;               // "read after write", ...; empty where there is none
  std::vector<std::string> constructs;  // of the instance concerned
  std::string truth;                    // the verdict of these streams, by all states
  std::string summary;                  // for a person, on one line; no part of the signature
  Inputs inputs;                        // that show it

  std::string signature() const;
  std::string file_name() const;  // without number and ending: "dynamic_unsafe_write_after_read"

  // The same, whatever it stands in: what shrinking must keep.
  bool is_like(const Cause& other) const;
};

// What is wrong with what our synchronizers make of the program, for the inputs given or
// drawn: the first of them that breaks its promise or on which deciders differ.
std::optional<Cause> cause_of(const Program& program, const Inputs& inputs);

// Streams of unknown worth: only where deciders differ.
std::optional<Cause> cause_of(const Program& program, const Streams& streams, const Inputs& inputs);

}  // namespace tidemark
