// Which streams the proofs can speak of.
#pragma once

#include <optional>
#include <string>

#include "core/ir/streams.h"

namespace tidemark {

// Why no proof can, naming the statement or semaphore; nullopt if it can.
std::optional<std::string> outside_domain(const Program& program, const Streams& streams);

// A semaphore that several engines raise: not for unbounded proofs. nullopt if there is none.
std::optional<std::string> shared_semaphore(const Program& program, const Streams& streams);

// "stream pe, line 7: 'take s 1' takes tokens"
std::string about_statement(const Program& program, const Streams& streams, const Stream& stream,
                            const StreamStatement& statement, const std::string& what);

}  // namespace tidemark
