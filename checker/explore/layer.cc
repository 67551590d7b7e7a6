#include "checker/explore/layer.h"

#include <algorithm>

#include "core/check.h"
#include "core/run/hash.h"

namespace tidemark {

std::uint64_t Layer::hash(const std::uint64_t* words) const {
  std::uint64_t hash = 0;
  for (std::size_t i = 0; i < words_; ++i) hash = mix(hash ^ words[i]);
  return hash;
}

std::size_t Layer::insert(const std::uint64_t* words, double paths) {
  if (2 * (size() + 1) > index_.size()) grow();
  const std::size_t mask = index_.size() - 1;
  for (std::size_t at = hash(words) & mask;; at = (at + 1) & mask) {
    if (index_[at] == 0) {
      states_.insert(states_.end(), words, words + words_);
      paths_.push_back(paths);
      index_[at] = static_cast<std::uint32_t>(size());
      most_paths_ = std::max(most_paths_, paths);
      return size() - 1;
    }
    const std::size_t present = index_[at] - 1;
    if (!std::equal(words, words + words_, state(present))) continue;
    paths_[present] += paths;
    most_paths_ = std::max(most_paths_, paths_[present]);
    return present;
  }
}

void Layer::grow() {
  CHECK(size() < UINT32_MAX - 1);
  index_.assign(2 * index_.size(), 0);
  const std::size_t mask = index_.size() - 1;
  for (std::size_t i = 0; i < size(); ++i) {
    std::size_t at = hash(state(i)) & mask;
    while (index_[at] != 0) at = (at + 1) & mask;
    index_[at] = static_cast<std::uint32_t>(i + 1);
  }
}

void Layer::clear() {
  std::size_t wanted = kFewest;
  while (wanted < 4 * size()) wanted *= 2;
  if (index_.size() > 4 * wanted) index_.resize(wanted);
  std::ranges::fill(index_, 0);
  states_.clear();
  paths_.clear();
  most_paths_ = 0;
}

void Layer::scale_paths(double factor) {
  for (double& paths : paths_) paths *= factor;
  most_paths_ *= factor;
}

}  // namespace tidemark
