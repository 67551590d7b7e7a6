// Which streams the unbounded proof can speak of.
#pragma once

#include <optional>
#include <string>

#include "core/ir/streams.h"

namespace tidemark {

// Why it cannot, naming the statement or semaphore; nullopt if it can.
std::optional<std::string> outside_domain(const Program& program, const Streams& streams);

}  // namespace tidemark
