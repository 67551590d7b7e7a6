// What happened when: one run on one target, for drawings.
#pragma once

#include <vector>

#include "checker/timed/timing.h"

namespace tidemark {

struct Span {  // an instance; times in picoseconds
  EngineId engine;
  bool is_read = false;
  std::uint32_t source = 0;  // InstructionId, or the ControlId of a read
  Picoseconds start = 0;
  Picoseconds free = 0;      // the engine can start another
  Picoseconds complete = 0;  // >= free
};

struct HeldWait {  // that held its stream until a completion
  EngineId producer;
  Picoseconds completed = 0;
  EngineId consumer;
  Picoseconds passed = 0;
};

struct BarrierSpan {
  EngineId engine;
  Picoseconds arrived = 0;
  Picoseconds left = 0;
};

struct Timeline {
  std::vector<Span> spans;  // by start for each engine
  std::vector<HeldWait> waits;
  std::vector<BarrierSpan> barriers;
  bool is_cut = false;  // there was more than was asked for
};

}  // namespace tidemark
