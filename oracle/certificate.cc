// Certificates as text.
#include <fmt/format.h>

#include "oracle/affine_hull.h"
#include "oracle/unbounded.h"

namespace tidemark {
namespace {

// A symbol that is the value of its pivot is called so; another is an integer of its own.
bool is_named(const Place& place, std::uint32_t symbol) {
  return place.state.columns[place.pivots[symbol]] == Affine(free_symbol(symbol));
}

std::string equation(const JointCode& code, const Place& place, const Affine& form) {
  std::string text;
  for (const AffineTerm& term : form.terms) {
    const std::uint32_t symbol = term.symbol.index;
    const std::string name = is_named(place, symbol)
                                 ? column_name(code, ColumnId(place.pivots[symbol]))
                                 : fmt::format("u{}", symbol);
    text += text.empty() ? "" : " + ";
    text += term.coefficient == 1 ? name : fmt::format("{}*{}", term.coefficient, name);
  }
  if (text.empty()) return fmt::format("{}", form.constant);
  if (form.constant == 0) return text;
  return fmt::format("{} {} {}", text, form.constant < 0 ? "-" : "+", std::abs(form.constant));
}

const char* told_arms(Partition::Arms arms) {
  switch (arms) {
    case Partition::Arms::none:
      return "";
    case Partition::Arms::settled:
      return ", how params compare";
    case Partition::Arms::all:
      return ", the arms taken";
  }
  __builtin_unreachable();
}

void print_place(std::string& out, const JointCode& code, const Place& place) {
  const JointNode& node = code.nodes[place.state.node];
  out +=
      fmt::format("at {} {}\n", node.kind == JointNode::Kind::join ? "the end of" : "the head of",
                  code.program->controls[node.control].name);
  for (std::uint32_t c = 0; c < place.state.columns.size(); ++c) {
    const Affine& form = place.state.columns[c];
    if (form == Affine(0)) continue;
    const bool is_own_name = !form.is_constant() && is_named(place, form.terms[0].symbol.index) &&
                             place.pivots[form.terms[0].symbol.index] == c;
    if (!is_own_name)
      out +=
          fmt::format("  {} = {}\n", column_name(code, ColumnId(c)), equation(code, place, form));
  }
  for (const EngineId engine : place.state.certain.ids()) {
    std::string keys;
    for (std::uint32_t k = 0; k < code.keys.size(); ++k)
      if (place.state.certain[engine].test(k) && place.state.at(code.key(KeyId(k))) != Affine(0))
        keys += " " + column_name(code, code.key(KeyId(k)));
    if (!keys.empty())
      out += fmt::format("  {} is certain of{}\n", code.program->engines[engine].name, keys);
  }
}

}  // namespace

std::string print(const Certificate& certificate, const Program& program, const Streams& streams) {
  const auto code = compile_joint(program, streams);
  if (!code) return "";
  std::string out =
      fmt::format("# {} places; told apart: {} turns of each ring{}\n", certificate.places.size(),
                  certificate.partition.turns, told_arms(certificate.partition.arms));
  for (const Place& place : certificate.places) print_place(out, *code, place);
  return out;
}

}  // namespace tidemark
