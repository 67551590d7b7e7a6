// The grammar that both forms share: words, integers and expressions.
//
// A text is parsed line by line. Every `must<R>` names what it expects in kExpected<R>;
// where it is not there, the line is given up with a SyntaxFailure. No rule goes back
// over more than a word, so a line takes time linear in its length.
//
//   expression = product (("+" | "-") product)*
//   product    = factor ("*" factor | "%" integer)*
//   factor     = integer | "-" primary | primary
//   primary    = "(" expression ")" | "trips" "(" called ")" | name ["[" expression "]"]
//   integer    = ["-"] digit+
//   called     = word ["." digit+]          what an instruction or a control is called
#pragma once

#include <charconv>

#include <fmt/format.h>
#include <tao/pegtl.hpp>

#include "core/ir/names.h"
#include "core/text/syntax.h"
#include "core/text/syntax_failure.h"

namespace tidemark::text {

namespace peg = tao::pegtl;

// Explicit limits of an expression.
inline constexpr std::uint32_t kExpressionDepth = 64;   // brackets inside brackets
inline constexpr std::size_t kExpressionNodes = 2'000;  // operands and operators

// What `must<Rule>` says when the rule does not match.
template <class Rule>
inline constexpr const char* kExpected = nullptr;

template <class Rule>
struct LineControl : peg::normal<Rule> {
  template <class Input, class... States>
  [[noreturn]] static void raise(const Input& in, States&&...) {
    static_assert(kExpected<Rule> != nullptr);
    fail_expected({in.current(), in.end()}, kExpected<Rule>);
  }
};

template <class Rule>
struct Action : peg::nothing<Rule> {};

template <class Input>
std::string_view view(const Input& in) {
  return {in.begin(), in.end()};
}

// What stands before the first blank or sign.
inline std::string_view first_word(std::string_view text) {
  std::size_t size = 0;
  while (size < text.size() && is_word_char(text[size])) ++size;
  return text.substr(0, size);
}

// Words -----------------------------------------------------------------------------

struct blanks : peg::star<peg::one<' ', '\t'>> {};

template <char C>
struct sign : peg::seq<peg::one<C>, blanks> {};

// A word that is no keyword. Written out, since it is what most of a text is made of.
struct name_text {
  using rule_t = name_text;
  using subs_t = peg::empty_list;

  template <class Input>
  static bool match(Input& in) {
    const char* end = in.current();
    if (end == in.end() || !is_word_begin(*end)) return false;
    while (end != in.end() && is_word_char(*end)) ++end;
    const std::string_view word(in.current(), end);
    if (is_keyword(word)) return false;
    in.bump_in_this_line(word.size());
    return true;
  }
};

struct word_rest : peg::star<peg::identifier_other> {};
struct word_text : peg::seq<peg::identifier_first, word_rest> {};
struct called_text : peg::seq<word_text, peg::opt<peg::one<'.'>, peg::plus<peg::digit>>> {};
struct integer_text : peg::seq<peg::opt<peg::one<'-'>>, peg::plus<peg::digit>> {};

template <class Keyword>  // TAO_PEGTL_KEYWORD("for"): the word, not the beginning of one
struct token : peg::seq<Keyword, blanks> {};

template <class Item>
struct list : peg::seq<Item, peg::star<peg::if_must<sign<','>, Item>>> {};

inline std::int64_t integer_of(std::string_view text) {
  std::int64_t value = 0;
  const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
  if (result.ec != std::errc()) fail(text, "this integer does not fit 64 bits");
  return value;
}

// An integer by itself: `ExpressionList::integer`.
struct integer_alone : integer_text {};
struct integer : peg::seq<integer_alone, blanks> {};
template <>
struct Action<integer_alone> {
  template <class Input>
  static void apply(const Input& in, ExpressionList& line) {
    line.integer = integer_of(view(in));
  }
};
template <>
inline constexpr const char* kExpected<integer> = "an integer";

// Expressions -----------------------------------------------------------------------

struct sum;

struct literal : integer_text {};
struct modulus_text : integer_text {};
struct modulus : peg::seq<modulus_text, blanks> {};
struct plain_name : name_text {};
struct ring_name : name_text {};
struct ring_open : peg::seq<ring_name, blanks, peg::one<'['>> {};
struct ring_close : peg::one<']'> {};
struct element : peg::if_must<ring_open, blanks, sum, ring_close> {};
struct trips_open : peg::seq<token<TAO_PEGTL_KEYWORD("trips")>, sign<'('>> {};
struct trips_loop : called_text {};
struct trips : peg::if_must<trips_open, trips_loop, blanks, sign<')'>> {};
struct open_bracket : peg::one<'('> {};
struct close_bracket : peg::one<')'> {};
struct bracketed : peg::if_must<open_bracket, blanks, sum, close_bracket> {};

struct primary : peg::seq<peg::sor<bracketed, trips, element, plain_name>, blanks> {};
struct negated : peg::if_must<sign<'-'>, primary> {};
struct factor : peg::sor<peg::seq<literal, blanks>, negated, primary> {};
struct times : peg::if_must<sign<'*'>, factor> {};
struct remainder : peg::if_must<sign<'%'>, modulus> {};
struct product : peg::seq<factor, peg::star<peg::sor<times, remainder>>> {};
struct plus_product : peg::if_must<sign<'+'>, product> {};
struct minus : peg::seq<peg::one<'-'>, peg::not_at<peg::one<'>'>>, blanks> {};  // no arrow
struct minus_product : peg::if_must<minus, product> {};
struct sum : peg::seq<product, peg::star<peg::sor<plus_product, minus_product>>> {};

// A complete expression: `ExpressionList::expression`.
struct expression : sum {};
struct index_close : sign<']'> {};
struct index : peg::if_must<sign<'['>, expression, index_close> {};

template <>
inline constexpr const char* kExpected<blanks> = "a blank";  // never fails
template <>
inline constexpr const char* kExpected<sum> = "an expression";
template <>
inline constexpr const char* kExpected<expression> = "an expression";
template <>
inline constexpr const char* kExpected<product> = "an expression";
template <>
inline constexpr const char* kExpected<factor> = "an integer, a name or '('";
template <>
inline constexpr const char* kExpected<primary> = "a name, an integer or '('";
template <>
inline constexpr const char* kExpected<modulus> = "a positive integer after '%'";
template <>
inline constexpr const char* kExpected<ring_close> = "an operator or ']'";
template <>
inline constexpr const char* kExpected<index_close> = "an operator or ']'";
template <>
inline constexpr const char* kExpected<close_bracket> = "an operator or ')'";
template <>
inline constexpr const char* kExpected<trips_loop> = "what a loop is called";
template <>
inline constexpr const char* kExpected<sign<')'>> = "')'";
template <>
inline constexpr const char* kExpected<sign<'['>> = "'['";
template <>
inline constexpr const char* kExpected<sign<']'>> = "']'";
template <>
inline constexpr const char* kExpected<sign<','>> = "','";
template <>
inline constexpr const char* kExpected<sign<'{'>> = "'{'";
template <>
inline constexpr const char* kExpected<sign<'}'>> = "'}'";

inline void push_node(ExpressionList& line, SyntaxNode node) {
  if (line.nodes.size() - line.finished == kExpressionNodes)
    fail(node.text, fmt::format("an expression of more than {} parts", kExpressionNodes));
  line.nodes.push_back(node);
}

inline void open(ExpressionList& line, std::string_view at) {
  if (++line.depth > kExpressionDepth)
    fail(at, fmt::format("brackets nest more than {} deep", kExpressionDepth));
}

template <SyntaxNode::Kind K>
struct PushText {
  template <class Input>
  static void apply(const Input& in, ExpressionList& line) {
    push_node(line, {K, view(in), 0});
  }
};

template <>
struct Action<literal> {
  template <class Input>
  static void apply(const Input& in, ExpressionList& line) {
    push_node(line, {SyntaxNode::Kind::integer, view(in), integer_of(view(in))});
  }
};
template <>
struct Action<modulus_text> {
  template <class Input>
  static void apply(const Input& in, ExpressionList& line) {
    const std::int64_t value = integer_of(view(in));
    if (value <= 0) fail(view(in), "a remainder is by a positive integer");
    push_node(line, {SyntaxNode::Kind::remainder, view(in), value});
  }
};
template <>
struct Action<plain_name> : PushText<SyntaxNode::Kind::name> {};
template <>
struct Action<trips_loop> : PushText<SyntaxNode::Kind::trips> {};
template <>
struct Action<negated> : PushText<SyntaxNode::Kind::negate> {};
template <>
struct Action<times> : PushText<SyntaxNode::Kind::multiply> {};
template <>
struct Action<plus_product> : PushText<SyntaxNode::Kind::add> {};
template <>
struct Action<minus_product> : PushText<SyntaxNode::Kind::subtract> {};
template <>
struct Action<open_bracket> {
  template <class Input>
  static void apply(const Input& in, ExpressionList& line) {
    open(line, view(in));
  }
};
template <>
struct Action<close_bracket> {
  static void apply0(ExpressionList& line) { --line.depth; }
};
template <>
struct Action<ring_open> {
  template <class Input>
  static void apply(const Input& in, ExpressionList& line) {
    open(line, view(in));
    line.rings.push_back(first_word(view(in)));
  }
};
template <>
struct Action<ring_close> {
  static void apply0(ExpressionList& line) {
    --line.depth;
    push_node(line, {SyntaxNode::Kind::element, line.rings.back(), 0});
    line.rings.pop_back();
  }
};
template <>
struct Action<expression> {
  template <class Input>
  static void apply(const Input& in, ExpressionList& line) {
    const auto end = static_cast<std::uint32_t>(line.nodes.size());
    std::string_view text = view(in);
    text = text.substr(0, text.find_last_not_of(" \t") + 1);
    line.expression = {line.finished, end, text};
    line.finished = end;
  }
};

}  // namespace tidemark::text
