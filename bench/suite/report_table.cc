#include "bench/suite/report_table.h"

#include <fmt/format.h>

#include <utility>

namespace tidemark {
namespace {

std::string in_words(double figure, FigureKind kind) {
  if (std::isnan(figure)) return "-";
  switch (kind) {
    case FigureKind::us:
      return fmt::format("{:.1f}", figure);
    case FigureKind::ratio:
      return fmt::format("{:.3f}", figure);
    case FigureKind::percent:
      return fmt::format("{:.1f}%", 100 * figure);
    case FigureKind::count:
      return fmt::format("{:.6g}", figure);
  }
  std::unreachable();
}

std::string_view unit_of(FigureKind kind) {
  switch (kind) {
    case FigureKind::us:
      return "us";
    case FigureKind::ratio:
      return "ratio";
    case FigureKind::percent:
      return "fraction";
    case FigureKind::count:
      return "count";
  }
  std::unreachable();
}

}  // namespace

std::string to_markdown(const ReportTable& table) {
  std::string text = fmt::format("## {}\n\n| {} |", table.title, table.label);
  for (const ReportColumn& column : table.columns) text += fmt::format(" {} |", column.title);
  text += "\n|---|";
  for (std::size_t i = 0; i < table.columns.size(); ++i) text += "---:|";
  text += "\n";
  for (const ReportRow& row : table.rows) {
    text += fmt::format("| {} |", row.label);
    for (std::size_t i = 0; i < row.figures.size(); ++i)
      text += fmt::format(" {} |", in_words(row.figures[i], table.columns[i].kind));
    text += "\n";
  }
  if (!table.note.empty()) text += "\n" + table.note + "\n";
  return text + "\n";
}

nlohmann::ordered_json to_json(const ReportTable& table) {
  nlohmann::ordered_json json = {{"title", table.title}, {"note", table.note}};
  for (const ReportColumn& column : table.columns)
    json["columns"].push_back({{"title", column.title}, {"unit", unit_of(column.kind)}});
  for (const ReportRow& row : table.rows) {
    nlohmann::ordered_json figures = nlohmann::ordered_json::array();
    for (const double figure : row.figures)
      figures.push_back(std::isnan(figure) ? nlohmann::ordered_json()
                                           : nlohmann::ordered_json(figure));
    json["rows"].push_back({{"label", row.label}, {"figures", figures}});
  }
  return json;
}

}  // namespace tidemark
