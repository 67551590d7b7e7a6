// What a target did, on one line when the process ends: "sync_decide: 812 inputs, ...".
//
// Engines own main and call a plain function, so counters live as long as the process; each
// target has its own, in its own file.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <cstdio>
#include <string_view>
#include <utility>
#include <vector>

namespace tidemark {

class Counters {
 public:
  Counters(std::string_view target, std::vector<std::string_view> names)
      : target_(target), names_(std::move(names)), counts_(names_.size()) {}
  ~Counters() {
    fmt::print(stderr, "{}:", target_);
    for (std::size_t i = 0; i < names_.size(); ++i)
      fmt::print(stderr, "{} {} {}", i == 0 ? "" : ",", counts_[i], names_[i]);
    fmt::print(stderr, "\n");
  }
  Counters(const Counters&) = delete;
  Counters& operator=(const Counters&) = delete;

  void add(std::size_t i) { ++counts_[i]; }

 private:
  std::string_view target_;
  std::vector<std::string_view> names_;
  std::vector<std::uint64_t> counts_;
};

}  // namespace tidemark
