// Bars and marks over time, in text: a lane for each engine, a column or more for each
// step of a schedule.
//
//   dma  [load#1][load#2-------
//   pe           [matmul#1] !matmul#2
//
// A lane has as many rows as it has bars at one time. What does not fit into the width is
// left out at the beginning.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace tidemark {

struct ChartBar {
  std::size_t lane = 0;
  std::size_t begin = 0;             // the step that opens it
  std::optional<std::size_t> end{};  // the step that closes it, later; absent: still open
  std::string label;
};

struct ChartMark {
  std::size_t lane = 0;
  std::size_t step = 0;
  std::string text;
};

struct LaneChart {
  std::vector<std::string> lanes;  // their names
  std::size_t steps = 0;
  std::vector<ChartBar> bars;  // by begin
  std::vector<ChartMark> marks;

  // Lines that each end in a newline, after `indent` spaces.
  std::string draw(std::size_t indent, std::size_t width = 100) const;
};

}  // namespace tidemark
