#include "fuzz/mutants/small_inputs.h"

#include <algorithm>

namespace tidemark::mutants {

SmallInputs::SmallInputs(const Program& program)
    : program_(&program), param_values_(program.params.size() <= 2 ? kValuesOfFewParams : kValues) {
  constexpr std::uint64_t kEnough = std::uint64_t{1} << 62;
  for (const Control& control : program.controls)
    if (const Load* load = load_of(control);
        load && std::ranges::find(loaded_, load->buffer) == loaded_.end())
      loaded_.push_back(load->buffer);
  const auto times = [&](std::uint64_t values) {
    if (all_ < kEnough / values) all_ *= values;
  };
  for (std::size_t i = 0; i < program.params.size(); ++i) times(param_values_);
  for (std::size_t i = 0; i < loaded_.size() * kLoads; ++i) times(kValues);
  size_ = std::min(all_, kMost);
}

// The digits of a number, the first param's least.
Inputs SmallInputs::at(std::uint64_t index) const {
  auto number = static_cast<std::uint64_t>(static_cast<unsigned __int128>(index) * all_ / size_);
  const auto next = [&](std::uint64_t values) {
    const auto digit = static_cast<std::int64_t>(number % values);
    number /= values;
    return digit;
  };
  Inputs inputs(*program_);
  for (const ParamId param : program_->params.ids()) inputs.set(param, next(param_values_));
  for (const BufferId buffer : loaded_) {
    std::vector<std::int64_t> values;
    for (std::size_t i = 0; i < kLoads; ++i) values.push_back(next(kValues));
    values.push_back(0);
    inputs.set_loads(buffer, std::move(values));
  }
  return inputs;
}

}  // namespace tidemark::mutants
