// The targets that come with Tidemark: the files of targets/, compiled in.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace tidemark {

std::vector<std::string_view> builtin_target_names();

// The text of targets/NAME; nullopt for another name.
std::optional<std::string_view> builtin_target(std::string_view name);

}  // namespace tidemark
