// One mutator for all fuzzing engines: the text of a case in, the text of another out.
//
// The result always has a program that parses, whatever came in; where that was no program, a
// random one takes its place. Streams that a case has stay streams of its program, or are
// made anew. Engines reach this through an adapter each: libfuzzer.cc, aflpp.cc.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gen/random.h"

namespace tidemark {

// A change to the program, to its inputs, or to its streams; now and then a random program
// with random inputs. If no result is found within
// `most_bytes`, the shortest case there is.
std::string mutate_case(std::string_view text, std::size_t most_bytes, Random& random);

// Statements of `donor` in the program of `text`.
std::string cross_cases(std::string_view text, std::string_view donor, std::size_t most_bytes,
                        Random& random);

// The case with one thing less in its program (gen/shrink.h), whose streams stay where they
// are still streams of it. None where the program does not parse.
std::vector<std::string> smaller_cases(std::string_view text);

}  // namespace tidemark
