#include "core/text/program_syntax.h"

#include "core/text/grammar.h"

namespace tidemark::text {

// The grammar of a line of a program, in docs/formats.md in the same words.
namespace program_grammar {

using peg::if_must;
using peg::not_at;
using peg::one;
using peg::opt;
using peg::seq;
using peg::sor;
using peg::star;

struct kw_program : token<TAO_PEGTL_KEYWORD("program")> {};
struct kw_engine : token<TAO_PEGTL_KEYWORD("engine")> {};
struct kw_inflight : token<TAO_PEGTL_KEYWORD("inflight")> {};
struct kw_stripes : token<TAO_PEGTL_KEYWORD("stripes")> {};
struct kw_param : token<TAO_PEGTL_KEYWORD("param")> {};
struct kw_memory : token<TAO_PEGTL_KEYWORD("memory")> {};
struct kw_buffer : token<TAO_PEGTL_KEYWORD("buffer")> {};
struct kw_at : token<TAO_PEGTL_KEYWORD("at")> {};
struct kw_counter : token<TAO_PEGTL_KEYWORD("counter")> {};
struct kw_for : token<TAO_PEGTL_KEYWORD("for")> {};
struct kw_in : token<TAO_PEGTL_KEYWORD("in")> {};
struct kw_step : token<TAO_PEGTL_KEYWORD("step")> {};
struct kw_if : token<TAO_PEGTL_KEYWORD("if")> {};
struct kw_else : token<TAO_PEGTL_KEYWORD("else")> {};
struct kw_while : token<TAO_PEGTL_KEYWORD("while")> {};
struct kw_load : token<TAO_PEGTL_KEYWORD("load")> {};

// One for each way a line goes on, so that the message can say what was expected.
struct end_of_name : peg::eof {};
struct end_of_engines : peg::eof {};
struct end_of_buffers : peg::eof {};
struct end_of_list : peg::eof {};
struct end_of_open : peg::eof {};
struct end_of_close : peg::eof {};
struct end_of_assignment : peg::eof {};
struct end_of_instruction : peg::eof {};
struct for_brace : sign<'{'> {};
struct if_brace : sign<'{'> {};
struct while_brace : sign<'{'> {};
struct else_brace : sign<'{'> {};

// Declarations
struct declared_name : name_text {};
struct plain_item : seq<declared_name, blanks> {};
struct inflight : if_must<kw_inflight, integer> {};
struct stripes : if_must<kw_stripes, integer> {};
struct engine_item : seq<declared_name, blanks, star<sor<inflight, stripes>>> {};
struct slots : if_must<sign<'['>, integer, sign<']'>> {};
struct range_memory : name_text {};
struct range_begin : seq<integer> {};
struct range_end : seq<integer> {};
struct range : if_must<kw_at, range_memory, blanks, sign<'['>, range_begin, sign<','>, range_end,
                       sign<')'>> {};
struct buffer_item : seq<declared_name, blanks, opt<slots>, opt<range>> {};

struct program_name : name_text {};
struct program_line : if_must<kw_program, program_name, blanks, end_of_name> {};
struct engines : if_must<kw_engine, list<engine_item>, end_of_engines> {};
struct params : if_must<kw_param, list<plain_item>, end_of_list> {};
struct memories : if_must<kw_memory, list<plain_item>, end_of_list> {};
struct buffers : if_must<kw_buffer, list<buffer_item>, end_of_buffers> {};
struct counters : if_must<kw_counter, list<plain_item>, end_of_list> {};

// Operands
struct access_name : name_text {};
struct access_index : seq<index> {};
struct access : seq<access_name, blanks, opt<access_index>> {};
struct value_load : if_must<kw_load, access> {};
struct value_expression : seq<expression> {};

// Control
struct bound : sor<value_load, value_expression> {};
struct dots : seq<peg::two<'.'>, blanks> {};
struct step_expression : seq<expression> {};
struct step : if_must<kw_step, step_expression> {};
struct loop_variable : name_text {};
struct for_line : if_must<kw_for, loop_variable, blanks, kw_in, bound, dots, bound, opt<step>,
                          for_brace, end_of_open> {};

struct comparison_text : sor<TAO_PEGTL_STRING("=="), TAO_PEGTL_STRING("!="), TAO_PEGTL_STRING("<="),
                             TAO_PEGTL_STRING(">="), TAO_PEGTL_STRING("<"), TAO_PEGTL_STRING(">")> {
};
struct comparison : if_must<seq<comparison_text, blanks>, value_expression> {};
struct condition : sor<value_load, seq<value_expression, opt<comparison>>> {};
struct if_line : if_must<kw_if, condition, if_brace, end_of_open> {};

struct while_line : if_must<kw_while, value_load, while_brace, end_of_open> {};
struct else_part : if_must<kw_else, else_brace, end_of_open> {};
struct close_line : if_must<sign<'}'>, sor<else_part, end_of_close>> {};

// Statements
struct assigned : seq<name_text, blanks, one<'='>, not_at<one<'='>>> {};
struct assignment : if_must<assigned, blanks, value_expression, end_of_assignment> {};

struct engine_name : name_text {};
struct opcode_text : word_text {};
struct opcode : seq<opcode_text, blanks> {};
struct arrow : seq<TAO_PEGTL_STRING("->"), blanks> {};
struct attribute_name : word_text {};
struct attribute_value : seq<integer> {};
struct attribute : if_must<seq<attribute_name, blanks>, attribute_value> {};
struct attribute_ahead : seq<word_text, blanks, integer_text> {};
struct writes : seq<not_at<attribute_ahead>, list<access>> {};
struct instruction : if_must<engine_name, blanks, opcode, opt<list<access>>, arrow, opt<writes>,
                             star<attribute>, end_of_instruction> {};

struct label_text : seq<name_text, blanks, one<':'>> {};
struct label : seq<label_text, blanks> {};
struct statement : sor<close_line, for_line, if_line, while_line, engines, params, memories,
                       buffers, counters, program_line, assignment, instruction> {};
struct line : seq<opt<label>, peg::must<statement>> {};

}  // namespace program_grammar

namespace pg = program_grammar;

template <>
inline constexpr const char* kExpected<pg::end_of_name> = "the end of the line";
template <>
inline constexpr const char* kExpected<pg::end_of_engines> =
    "',', 'inflight', 'stripes' or the end of the line";
template <>
inline constexpr const char* kExpected<pg::end_of_buffers> =
    "',', '[', 'at' or the end of the line";
template <>
inline constexpr const char* kExpected<pg::end_of_list> = "',' or the end of the line";
template <>
inline constexpr const char* kExpected<pg::end_of_open> =
    "the end of the line after '{' (what a block holds stands on lines of its own)";
template <>
inline constexpr const char* kExpected<pg::end_of_assignment> =
    "an operator or the end of the line";
template <>
inline constexpr const char* kExpected<pg::end_of_instruction> =
    "',', an attribute (a name and an integer) or the end of the line";
template <>
inline constexpr const char* kExpected<pg::for_brace> = "an operator, 'step' or '{'";
template <>
inline constexpr const char* kExpected<pg::if_brace> = "an operator, a comparison or '{'";
template <>
inline constexpr const char* kExpected<pg::while_brace> = "'{'";
template <>
inline constexpr const char* kExpected<pg::else_brace> =
    "'{' after 'else' (there is no 'else if': put an 'if' inside the 'else')";
template <>
inline constexpr const char* kExpected<peg::sor<pg::else_part, pg::end_of_close>> =
    "'else {' or the end of the line after '}'";
template <>
inline constexpr const char* kExpected<pg::plain_item> = "a name";
template <>
inline constexpr const char* kExpected<list<pg::plain_item>> = "a name";
template <>
inline constexpr const char* kExpected<pg::engine_item> = "the name of an engine";
template <>
inline constexpr const char* kExpected<list<pg::engine_item>> = "the name of an engine";
template <>
inline constexpr const char* kExpected<pg::buffer_item> = "the name of a buffer";
template <>
inline constexpr const char* kExpected<list<pg::buffer_item>> = "the name of a buffer";
template <>
inline constexpr const char* kExpected<pg::range_memory> = "the name of a memory";
template <>
inline constexpr const char* kExpected<pg::range_begin> = "an address";
template <>
inline constexpr const char* kExpected<pg::range_end> = "an address";
template <>
inline constexpr const char* kExpected<pg::program_name> = "the name of the program";
template <>
inline constexpr const char* kExpected<pg::access> = "a buffer";
template <>
inline constexpr const char* kExpected<pg::value_load> = "'load' and a buffer";
template <>
inline constexpr const char* kExpected<pg::value_expression> = "an expression";
template <>
inline constexpr const char* kExpected<pg::bound> =
    "a bound: an expression, or 'load' and a buffer";
template <>
inline constexpr const char* kExpected<pg::dots> = "an operator or '..'";
template <>
inline constexpr const char* kExpected<pg::step_expression> = "an expression";
template <>
inline constexpr const char* kExpected<pg::loop_variable> = "a loop variable";
template <>
inline constexpr const char* kExpected<pg::kw_in> = "'in'";
template <>
inline constexpr const char* kExpected<pg::condition> =
    "a condition: a comparison, a param, or 'load' and a buffer";
template <>
inline constexpr const char* kExpected<pg::opcode> = "an opcode (or '=' where a counter is set)";
template <>
inline constexpr const char* kExpected<pg::arrow> = "',' or '->' (reads -> writes)";
template <>
inline constexpr const char* kExpected<pg::attribute_value> =
    "an integer (an attribute is a name and an integer; operands are separated by ',')";
template <>
inline constexpr const char* kExpected<pg::statement> =
    "a declaration, an instruction or a control statement";
template <>
inline constexpr const char* kExpected<peg::opt<list<pg::access>>> = "a buffer";  // never fails
template <>
inline constexpr const char* kExpected<peg::opt<pg::writes>> = "a buffer";  // never fails
template <>
inline constexpr const char* kExpected<peg::star<pg::attribute>> = "an attribute";  // never fails
template <>
inline constexpr const char* kExpected<peg::opt<pg::step>> = "'step'";  // never fails

// What each rule leaves in the line.

template <ProgramLineKind K>
struct SetKind {
  static void apply0(ProgramLine& line) { line.kind = K; }
};
template <>
struct Action<pg::kw_program> : SetKind<ProgramLineKind::program> {};
template <>
struct Action<pg::kw_engine> : SetKind<ProgramLineKind::engines> {};
template <>
struct Action<pg::kw_param> : SetKind<ProgramLineKind::params> {};
template <>
struct Action<pg::kw_memory> : SetKind<ProgramLineKind::memories> {};
template <>
struct Action<pg::kw_buffer> : SetKind<ProgramLineKind::buffers> {};
template <>
struct Action<pg::kw_counter> : SetKind<ProgramLineKind::counters> {};
template <>
struct Action<pg::kw_for> : SetKind<ProgramLineKind::for_loop> {};
template <>
struct Action<pg::kw_if> : SetKind<ProgramLineKind::if_branch> {};
template <>
struct Action<pg::kw_while> : SetKind<ProgramLineKind::while_loop> {};
template <>
struct Action<pg::kw_else> : SetKind<ProgramLineKind::else_branch> {};
template <>
struct Action<sign<'}'>> : SetKind<ProgramLineKind::close> {};

template <>
struct Action<pg::label_text> {
  template <class Input>
  static void apply(const Input& in, ProgramLine& line) {
    line.label = first_word(view(in));
  }
};
template <>
struct Action<pg::assigned> {
  template <class Input>
  static void apply(const Input& in, ProgramLine& line) {
    line.kind = ProgramLineKind::assignment;
    line.subject = first_word(view(in));
  }
};
struct SetSubject {
  template <class Input>
  static void apply(const Input& in, ProgramLine& line) {
    line.subject = view(in);
  }
};
template <>
struct Action<pg::program_name> : SetSubject {};
template <>
struct Action<pg::loop_variable> : SetSubject {};
template <>
struct Action<pg::engine_name> {
  template <class Input>
  static void apply(const Input& in, ProgramLine& line) {
    line.kind = ProgramLineKind::instruction;
    line.subject = view(in);
  }
};
template <>
struct Action<pg::opcode_text> {
  template <class Input>
  static void apply(const Input& in, ProgramLine& line) {
    line.opcode = view(in);
  }
};

template <>
struct Action<pg::declared_name> {
  template <class Input>
  static void apply(const Input& in, ProgramLine& line) {
    line.declarations.push_back({view(in), {}, {}, {}, {}});
  }
};
template <std::optional<std::int64_t> DeclarationSyntax::* Field>
struct SetOnce {
  template <class Input>
  static void apply(const Input& in, ProgramLine& line) {
    auto& field = line.declarations.back().*Field;
    if (field) fail(first_word(view(in)), "this is given twice");
    field = line.integer;
  }
};
template <>
struct Action<pg::inflight> : SetOnce<&DeclarationSyntax::inflight> {};
template <>
struct Action<pg::stripes> : SetOnce<&DeclarationSyntax::stripes> {};
template <>
struct Action<pg::slots> : SetOnce<&DeclarationSyntax::slots> {};
template <>
struct Action<pg::range_memory> {
  template <class Input>
  static void apply(const Input& in, ProgramLine& line) {
    line.declarations.back().range = RangeSyntax{view(in), 0, 0};
  }
};
template <>
struct Action<pg::range_begin> {
  static void apply0(ProgramLine& line) { line.declarations.back().range->begin = line.integer; }
};
template <>
struct Action<pg::range_end> {
  static void apply0(ProgramLine& line) { line.declarations.back().range->end = line.integer; }
};

template <>
struct Action<pg::access_name> {
  template <class Input>
  static void apply(const Input& in, ProgramLine& line) {
    line.operands.push_back({view(in), {}});
  }
};
template <>
struct Action<pg::access_index> {
  static void apply0(ProgramLine& line) { line.operands.back().index = line.expression; }
};
template <>
struct Action<pg::arrow> {
  static void apply0(ProgramLine& line) { line.reads = line.operands.size(); }
};
template <>
struct Action<pg::attribute_name> {
  template <class Input>
  static void apply(const Input& in, ProgramLine& line) {
    line.attributes.push_back({view(in), 0});
  }
};
template <>
struct Action<pg::attribute_value> {
  static void apply0(ProgramLine& line) { line.attributes.back().value = line.integer; }
};

template <>
struct Action<pg::value_load> {
  static void apply0(ProgramLine& line) {
    line.values.emplace_back(line.operands.back());
    line.operands.pop_back();
  }
};
template <>
struct Action<pg::value_expression> {
  static void apply0(ProgramLine& line) { line.values.emplace_back(line.expression); }
};
template <>
struct Action<pg::step_expression> {
  static void apply0(ProgramLine& line) { line.step = line.expression; }
};
template <>
struct Action<pg::comparison_text> {
  template <class Input>
  static void apply(const Input& in, ProgramLine& line) {
    line.comparison = comparison_of(view(in));
  }
  static Comparison comparison_of(std::string_view text) {
    if (text == "==") return Comparison::equal;
    if (text == "!=") return Comparison::not_equal;
    if (text == "<") return Comparison::less;
    if (text == "<=") return Comparison::less_equal;
    return text == ">" ? Comparison::greater : Comparison::greater_equal;
  }
};

void parse_program_line(std::string_view text, ProgramLine& line) {
  line.clear();
  peg::memory_input<peg::tracking_mode::lazy, peg::eol::lf, const char*> in(
      text.data(), text.data() + text.size(), "");
  [[maybe_unused]] const bool matched = peg::parse<pg::line, Action, LineControl>(in, line);
}

}  // namespace tidemark::text
