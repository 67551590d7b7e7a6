// Values in, text out: the canonical text of each form. parse(print(x)) == x.
#pragma once

#include <string>

#include "core/ir/program.h"
#include "core/ir/streams.h"

namespace tidemark {

std::string print(const Program& program);
std::string print(const Streams& streams, const Program& program);

// Parts of the text, for messages.
std::string print(const Affine& e, const Program& program);
std::string print(const Residue& e, const Program& program);
std::string print(const Access& access, const Program& program);  // `k[j % 2]`
std::string print(const Expression& e, const Stream& stream, const Program& program);
// One statement without its body: `wait pe >= c + 1`, `for i {`.
std::string print_statement(const StreamStatement& statement, const Stream& stream,
                            const Streams& streams, const Program& program);

}  // namespace tidemark
