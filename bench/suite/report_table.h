// A table of the report: figures with what they are, to be printed as Markdown or JSON.
#pragma once

#include <cmath>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace tidemark {

enum class FigureKind : std::uint8_t { us, ratio, percent, count };

struct ReportColumn {
  std::string title;
  FigureKind kind = FigureKind::count;
};

struct ReportRow {
  std::string label;
  std::vector<double> figures;  // one for each column; NAN: there is none
};

struct ReportTable {
  std::string key;  // in JSON
  std::string title;
  std::string note;   // below it
  std::string label;  // what the rows are
  std::vector<ReportColumn> columns;
  std::vector<ReportRow> rows;
};

std::string to_markdown(const ReportTable& table);
nlohmann::ordered_json to_json(const ReportTable& table);

}  // namespace tidemark
