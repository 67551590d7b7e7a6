// Affine forms and operands, appended to a text that is being made.
#pragma once

#include <string>

#include "core/ir/program.h"

namespace tidemark::text {

void append(std::string& out, const Affine& e, const Program& program);
void append(std::string& out, const Residue& e, const Program& program);
void append(std::string& out, const Access& access, const Program& program);

}  // namespace tidemark::text
