#include <utility>

#include "gen/edits.h"

namespace tidemark::edits {
namespace {

// Operands: an access of an instruction by its place in `reads` or `writes`.
using Operands = std::vector<Access> Instruction::*;

// Dropped from the last to the first, so that the places of the others remain.
std::vector<Edit> drop_operands(const Program& program) {
  std::vector<Edit> edits;
  for (const InstructionId id : program.instructions.ids())
    for (const Operands operands : {&Instruction::reads, &Instruction::writes})
      for (std::size_t i = (program.instructions[id].*operands).size(); i > 0; --i)
        edits.push_back([=](Draft& draft) {
          auto& accesses = draft.program.instructions[id].*operands;
          accesses.erase(accesses.begin() + static_cast<std::ptrdiff_t>(i - 1));
        });
  return edits;
}

std::vector<Edit> drop_attributes(const Program& program) {
  std::vector<Edit> edits;
  for (const InstructionId id : program.instructions.ids())
    for (const Attribute& attribute : program.instructions[id].attributes)
      edits.push_back([id, name = attribute.name](Draft& draft) {
        std::erase_if(draft.program.instructions[id].attributes,
                      [&](const Attribute& other) { return other.name == name; });
      });
  return edits;
}

// Every form of the program with its remainder (none for a bound), in a fixed order.
template <class Visit>
class Forms {
 public:
  Forms(Program& program, Visit visit) : program_(program), visit_(visit) {}

  void run() {
    for (Instruction& instruction : program_.instructions) {
      for (Access& each : instruction.reads) access(each);
      for (Access& each : instruction.writes) access(each);
    }
    for (Assignment& assignment : program_.assignments) visit_(assignment.value, nullptr);
    for (Control& control : program_.controls)
      std::visit([this](auto& each) { this->form(each); }, control.form);
  }

 private:
  void form(For& loop) {
    bound(loop.lower);
    bound(loop.upper);
  }
  void form(If& branch) {
    if (auto* compare = std::get_if<Compare>(&branch.condition)) {
      visit_(compare->left.form, &compare->left.modulus);
      visit_(compare->right.form, &compare->right.modulus);
    } else if (auto* load = std::get_if<Load>(&branch.condition)) {
      access(*load);
    }
  }
  void form(While& loop) { access(loop.condition); }

  void bound(Bound& bound) {
    if (auto* affine = std::get_if<Affine>(&bound))
      visit_(*affine, nullptr);
    else
      access(std::get<Load>(bound));
  }
  void access(Access& access) {
    if (access.slot) visit_(access.slot->form, &access.slot->modulus);
  }

  Program& program_;
  Visit visit_;
};

// `change` takes a form and its modulus or nullptr, and says whether it changed them.
using Change = bool (*)(Affine& form, std::int64_t* modulus);

void change_form(Program& program, std::size_t place, Change change) {
  std::size_t at = 0;
  Forms(program, [&](Affine& form, std::int64_t* modulus) {
    if (at++ == place) change(form, modulus);
  }).run();
}

template <Change change>
std::vector<Edit> change_forms(const Program& program) {
  Program copy = program;
  std::vector<Edit> edits;
  std::size_t at = 0;
  Forms(copy, [&](Affine& form, std::int64_t* modulus) {
    const std::size_t place = at++;
    if (change(form, modulus))
      edits.push_back([place](Draft& draft) { change_form(draft.program, place, change); });
  }).run();
  return edits;
}

bool make_zero(Affine& form, std::int64_t* modulus) {
  const bool had_modulus = modulus != nullptr && std::exchange(*modulus, 0) != 0;
  return std::exchange(form, Affine(0)) != Affine(0) || had_modulus;
}

bool drop_constant(Affine& form, std::int64_t*) { return std::exchange(form.constant, 0) != 0; }

bool drop_first_term(Affine& form, std::int64_t*) {
  if (form.terms.size() < 2) return false;
  form.terms.erase(form.terms.begin());
  return true;
}

bool drop_last_term(Affine& form, std::int64_t*) {
  if (form.terms.size() < 2) return false;
  form.terms.pop_back();
  return true;
}

bool unit_coefficients(Affine& form, std::int64_t*) {
  bool changed = false;
  for (AffineTerm& term : form.terms) changed |= std::exchange(term.coefficient, 1) != 1;
  return changed;
}

bool drop_remainder(Affine&, std::int64_t* modulus) {
  return modulus != nullptr && std::exchange(*modulus, 0) != 0;
}

bool nearer_to_zero(Affine& form, std::int64_t*) {
  if (form.constant == 0) return false;
  form.constant -= form.constant > 0 ? 1 : -1;
  return true;
}

}  // namespace

std::vector<Pass> of_operands() {
  return {{"drop attributes", drop_attributes},
          {"drop operands", drop_operands},
          {"forms to zero", change_forms<make_zero>},
          {"drop constants", change_forms<drop_constant>},
          {"drop first terms", change_forms<drop_first_term>},
          {"drop last terms", change_forms<drop_last_term>},
          {"unit coefficients", change_forms<unit_coefficients>},
          {"drop remainders", change_forms<drop_remainder>},
          {"nearer to zero", change_forms<nearer_to_zero>}};
}

}  // namespace tidemark::edits
