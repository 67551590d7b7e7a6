// Large programs that look like generated kernels, for what has to be fast in the size of
// the program.
//
// Five engines pass data on in a pipeline over 64 buffers: single ones, rings of 2 to 4
// slots whose position is a loop variable or a counter that carries over, and byte ranges
// that overlap their neighbours. Each buffer is written by one engine and read by the next;
// where buffers are `shared` one operand in eight is of any, so that in a large program each
// engine depends on all others through every buffer. Nests are up to six deep, of loops with param,
// constant and triangular bounds, and of branches on params and loop variables.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace tidemark {

enum class BufferUse : std::uint8_t { passed_on, shared };

// The text of a program of `instructions` instructions; the same for the same size.
std::string large_program(std::size_t instructions, BufferUse use = BufferUse::shared);

// Instruction k writes buffer k and reads the buffers of a few before it, five engines in
// turn, in one block.
std::string program_of_many_buffers(std::size_t instructions);

}  // namespace tidemark
