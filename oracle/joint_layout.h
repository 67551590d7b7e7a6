// The tables of a JointCode: its keys, its semaphores' units, and where each integer stands.
#pragma once

#include <cstdint>

#include "oracle/joint_code.h"

namespace tidemark {

inline constexpr std::uint32_t kMostColumns = 20'000;

void find_own_buffers(JointCode& code);
// One key for each (cell, engine, reads or writes) that the text allows for.
void find_keys(JointCode& code);
// Who raises each semaphore, and whether it counts that engine's instances.
void find_counts(JointCode& code);
// After both.
void lay_out_columns(JointCode& code);

}  // namespace tidemark
