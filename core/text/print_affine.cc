#include "core/text/print_affine.h"

#include <fmt/format.h>

#include "core/text/print.h"

namespace tidemark {

namespace text {

namespace {

const std::string& name_of(Symbol symbol, const Program& program) {
  switch (symbol.kind) {
    case Symbol::Kind::param:
      return program.params[ParamId(symbol.index)].name;
    case Symbol::Kind::variable:
      return std::get<For>(program.controls[ControlId(symbol.index)].form).variable;
    case Symbol::Kind::counter:
      break;
  }
  return program.counters[CounterId(symbol.index)].name;
}

void append_integer(std::string& out, std::int64_t value) {
  fmt::format_to(std::back_inserter(out), "{}", value);
}

// The sign between two parts of a sum; true where the value is still to be negated. The
// least integer has no negation, so it keeps its sign: `n + -9223372036854775808`.
bool append_sign(std::string& out, std::int64_t value) {
  const bool negate = value < 0 && value != INT64_MIN;
  out += negate ? " - " : " + ";
  return negate;
}

void append_term(std::string& out, const std::string& name, std::int64_t coefficient) {
  if (coefficient == -1) out += '-';
  if (coefficient != 1 && coefficient != -1) {
    append_integer(out, coefficient);
    out += '*';
  }
  out += name;
}

}  // namespace

void append(std::string& out, const Affine& e, const Program& program) {
  bool first = true;
  for (const AffineTerm& term : e.terms) {
    const bool negate = !first && append_sign(out, term.coefficient);
    append_term(out, name_of(term.symbol, program), negate ? -term.coefficient : term.coefficient);
    first = false;
  }
  if (first) return append_integer(out, e.constant);
  if (e.constant == 0) return;
  const bool negate = append_sign(out, e.constant);
  append_integer(out, negate ? -e.constant : e.constant);
}

void append(std::string& out, const Residue& e, const Program& program) {
  if (e.modulus == 0) return append(out, e.form, program);
  const bool is_sum = e.form.terms.size() + (e.form.constant != 0 ? 1 : 0) > 1;
  if (is_sum) out += '(';
  append(out, e.form, program);
  if (is_sum) out += ')';
  out += " % ";
  append_integer(out, e.modulus);
}

void append(std::string& out, const Access& access, const Program& program) {
  out += program.buffers[access.buffer].name;
  if (!access.slot) return;
  out += '[';
  append(out, *access.slot, program);
  out += ']';
}

}  // namespace text

std::string print(const Affine& e, const Program& program) {
  std::string out;
  text::append(out, e, program);
  return out;
}

std::string print(const Residue& e, const Program& program) {
  std::string out;
  text::append(out, e, program);
  return out;
}

std::string print(const Access& access, const Program& program) {
  std::string out;
  text::append(out, access, program);
  return out;
}

}  // namespace tidemark
