// What --with can name: our synchronizers, and those of the program that runs the command.
#pragma once

#include <algorithm>
#include <string_view>
#include <vector>

#include "core/sync/synchronizer.h"

namespace tidemark {

class Synchronizers {
 public:
  // `registered` outlive this. One that is called like one of ours takes its place.
  explicit Synchronizers(std::vector<const Synchronizer*> registered = {})
      : registered_(std::move(registered)) {}

  // Null for a name that there is not.
  const Synchronizer* find(std::string_view name) const {
    const auto found = std::ranges::find(registered_, name, &Synchronizer::name);
    return found == registered_.end() ? find_synchronizer(name) : *found;
  }

  std::vector<std::string_view> names() const {
    std::vector<std::string_view> names = synchronizer_names();
    for (const Synchronizer* each : registered_)
      if (std::ranges::find(names, each->name()) == names.end()) names.push_back(each->name());
    return names;
  }

 private:
  std::vector<const Synchronizer*> registered_;
};

}  // namespace tidemark
