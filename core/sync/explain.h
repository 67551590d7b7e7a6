// Why `dynamic` waits where it does, and why nowhere else.
#pragma once

#include <string>
#include <vector>

#include "core/ir/program.h"

namespace tidemark {

struct ExplainedWait {
  std::string access;      // "k[j % 2]": the operand whose cell it is for
  std::string dependence;  // "RAW", "WAR", "WAW", "WAR or WAW"
  std::string producer;    // the engine waited for
  std::string threshold;   // as written: "n_pe + 2"
  std::string source;      // where the threshold comes from
};

struct DroppedWait {
  std::string access, dependence, producer;
  std::string reason;  // "implied by the wait for pe, through q"
};

// One instruction, or one engine's read for a control statement.
struct ExplainedInstruction {
  std::string name;   // "exp", "pe's read i"
  std::string label;  // the program's name of the instruction or control statement
  std::string engine;
  SourceLine line;
  std::vector<ExplainedWait> waits;
  std::vector<DroppedWait> dropped;
};

// In order of text, the reads of control last. The program is finished.
std::vector<ExplainedInstruction> explain(const Program& program);

}  // namespace tidemark
