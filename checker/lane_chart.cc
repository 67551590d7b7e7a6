#include "checker/lane_chart.h"

#include <fmt/format.h>

#include <algorithm>
#include <ranges>

namespace tidemark {
namespace {

// Where each step stands: columns[i] is the first column of step i, and one more for the
// end. Every label fits between the step that opens its bar and the one that closes it.
// The last bar comes first, so that a bar gets the room of those that begin within it.
std::vector<std::size_t> lay_out(const LaneChart& chart) {
  std::vector<std::size_t> widths(chart.steps, 1);
  for (const ChartMark& mark : chart.marks)
    widths[mark.step] = std::max(widths[mark.step], mark.text.size());
  for (const ChartBar& bar : chart.bars | std::views::reverse) {
    const std::size_t last = bar.end.value_or(chart.steps);
    std::size_t room = 0;
    for (std::size_t i = bar.begin; i < last; ++i) room += widths[i];
    const std::size_t text = bar.label.size() + 1;
    if (room < text) widths[bar.begin] += text - room;
  }

  std::vector<std::size_t> columns{0};
  for (const std::size_t width : widths) columns.push_back(columns.back() + width);
  return columns;
}

class Canvas {
 public:
  Canvas(const LaneChart& chart, std::size_t width)
      : chart_(chart), columns_(lay_out(chart)), rows_(chart.lanes.size()) {
    while (first_ < chart.steps && columns_.back() - columns_[first_] > width) ++first_;
    for (const ChartBar& bar : chart.bars) add(bar);
    for (const ChartMark& mark : chart.marks) add(mark);
  }

  std::size_t left_out() const { return first_; }
  const std::vector<std::string>& rows(std::size_t lane) const { return rows_[lane]; }

 private:
  std::size_t column(std::size_t step) const { return columns_[step] - columns_[first_]; }

  // A row of the lane that is free from the column on.
  std::string& row_from(std::size_t lane, std::size_t column) {
    for (std::string& row : rows_[lane])
      if (row.size() <= column) return row;
    return rows_[lane].emplace_back();
  }

  void add(const ChartBar& bar) {
    const std::size_t close = bar.end ? bar.end.value() : chart_.steps;
    if (close < first_ || (bar.end && close == first_ && bar.begin < first_)) return;
    const bool is_cut = bar.begin < first_;
    const std::size_t open = is_cut ? 0 : column(bar.begin);
    std::string& row = row_from(bar.lane, open);
    row.resize(open, ' ');
    row += is_cut ? "-" : "[" + bar.label;
    row.resize(std::max(row.size(), column(close)), '-');
    if (is_cut) row.replace(0, std::min(row.size(), bar.label.size()), bar.label, 0, row.size());
    if (bar.end) row += ']';
  }

  void add(const ChartMark& mark) {
    if (mark.step < first_) return;
    std::string& row = row_from(mark.lane, column(mark.step));
    row.resize(column(mark.step), ' ');
    row += mark.text;
  }

  const LaneChart& chart_;
  std::vector<std::size_t> columns_;
  std::size_t first_ = 0;                       // the first step that is drawn
  std::vector<std::vector<std::string>> rows_;  // by lane
};

}  // namespace

std::string LaneChart::draw(std::size_t indent, std::size_t width) const {
  const Canvas canvas(*this, width);
  std::size_t name_width = 0;
  for (const std::string& name : lanes) name_width = std::max(name_width, name.size());
  std::string text;
  if (canvas.left_out() != 0)
    text += fmt::format("{:{}}... {} steps before this\n", "", indent, canvas.left_out());
  for (std::size_t lane = 0; lane < lanes.size(); ++lane) {
    std::string name = lanes[lane];
    for (const std::string& row : canvas.rows(lane)) {
      text += fmt::format("{:{}}{:{}}  {}\n", "", indent, name, name_width, row);
      name.clear();
    }
    if (canvas.rows(lane).empty()) text += fmt::format("{:{}}{}\n", "", indent, name);
  }
  return text;
}

}  // namespace tidemark
