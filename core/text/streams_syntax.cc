#include "core/text/streams_syntax.h"

#include "core/text/grammar.h"

namespace tidemark::text {

// The grammar of a line of streams, in docs/formats.md in the same words.
namespace streams_grammar {

using peg::at;
using peg::if_must;
using peg::not_at;
using peg::one;
using peg::opt;
using peg::seq;
using peg::sor;

struct kw_streams : token<TAO_PEGTL_KEYWORD("streams")> {};
struct kw_semaphore : token<TAO_PEGTL_KEYWORD("semaphore")> {};
struct kw_width : token<TAO_PEGTL_KEYWORD("width")> {};
struct kw_stream : token<TAO_PEGTL_KEYWORD("stream")> {};
struct kw_reg : token<TAO_PEGTL_KEYWORD("reg")> {};
struct kw_issue : token<TAO_PEGTL_KEYWORD("issue")> {};
struct kw_read : token<TAO_PEGTL_KEYWORD("read")> {};
struct kw_wait : token<TAO_PEGTL_KEYWORD("wait")> {};
struct kw_take : token<TAO_PEGTL_KEYWORD("take")> {};
struct kw_barrier : token<TAO_PEGTL_KEYWORD("barrier")> {};
struct kw_reset : token<TAO_PEGTL_KEYWORD("reset")> {};
struct kw_signal : token<TAO_PEGTL_KEYWORD("signal")> {};
struct kw_for : token<TAO_PEGTL_KEYWORD("for")> {};
struct kw_if : token<TAO_PEGTL_KEYWORD("if")> {};
struct kw_while : token<TAO_PEGTL_KEYWORD("while")> {};
struct kw_else : token<TAO_PEGTL_KEYWORD("else")> {};

// The same words inside a statement, where they do not say what kind of line it is.
struct with_signal : token<TAO_PEGTL_KEYWORD("signal")> {};
struct with_reset : token<TAO_PEGTL_KEYWORD("reset")> {};
struct with_unless : token<TAO_PEGTL_KEYWORD("unless")> {};

struct end_of_line : peg::eof {};
struct end_of_semaphores : peg::eof {};
struct end_of_registers : peg::eof {};
struct end_of_expression : peg::eof {};
struct end_of_issue : peg::eof {};
struct end_of_signals : peg::eof {};
struct end_of_barrier : peg::eof {};
struct end_of_open : peg::eof {};
struct end_of_close : peg::eof {};
struct block_brace : sign<'{'> {};
struct else_brace : sign<'{'> {};

// Declarations
struct declared_name : name_text {};
struct declared_count : seq<integer> {};
struct count : if_must<sign<'['>, declared_count, sign<']'>> {};
struct declared_width : seq<integer> {};
struct width : if_must<kw_width, declared_width> {};
struct semaphore_item : seq<declared_name, blanks, opt<count>, opt<width>> {};
struct register_item : seq<declared_name, blanks, opt<count>> {};
struct semaphores : if_must<kw_semaphore, list<semaphore_item>, end_of_semaphores> {};
struct registers : if_must<kw_reg, list<register_item>, end_of_registers> {};

// Headers
struct subject_name : name_text {};
struct subject_called : called_text {};
struct program_name : seq<subject_name, blanks> {};
struct engine_name : seq<subject_name, blanks> {};
struct called : seq<subject_called, blanks> {};
struct streams_line : if_must<kw_streams, program_name, end_of_line> {};
struct stream_line : if_must<kw_stream, engine_name, block_brace, end_of_open> {};

// Operands
struct element_name : name_text {};
struct element_index : seq<index> {};
struct semaphore : seq<element_name, blanks, opt<element_index>> {};
struct value : seq<expression> {};
struct signal_target : seq<semaphore> {};
struct signal_amount : seq<integer> {};
struct signal : seq<signal_target, opt<if_must<sign<'+'>, signal_amount>>> {};

// Statements
struct completion_signals : if_must<with_signal, list<signal>, end_of_signals> {};
struct issue : if_must<kw_issue, called, sor<completion_signals, end_of_issue>> {};
struct read : if_must<kw_read, called, sor<completion_signals, end_of_issue>> {};
struct wait_sign : seq<sor<TAO_PEGTL_STRING(">="), TAO_PEGTL_STRING("==")>> {};
struct wait_operator : seq<wait_sign, blanks> {};
struct wait : if_must<kw_wait, semaphore, wait_operator, value, end_of_expression> {};
struct take : if_must<kw_take, semaphore, value, end_of_expression> {};
struct reset : if_must<kw_reset, semaphore, end_of_line> {};
struct signal_line : if_must<kw_signal, signal, end_of_line> {};
struct barrier_engine_name : name_text {};
struct barrier_engine : seq<barrier_engine_name, blanks> {};
struct barrier_resets : if_must<with_reset, list<semaphore>> {};
struct barrier_unless : if_must<with_unless, value> {};
struct barrier_close : sign<'}'> {};
struct barrier : if_must<kw_barrier, sign<'{'>, list<barrier_engine>, barrier_close,
                         opt<barrier_resets>, opt<barrier_unless>, end_of_barrier> {};

struct is_set : at<sor<seq<one<'='>, not_at<one<'='>>>, one<'['>>> {};
struct set_target : seq<name_text, blanks, is_set> {};
struct set_sign : seq<one<'='>, not_at<one<'='>>, blanks> {};
struct set_register : if_must<set_target, opt<element_index>, set_sign, value, end_of_expression> {
};

// Control
struct for_line : if_must<kw_for, called, block_brace, end_of_open> {};
struct if_line : if_must<kw_if, called, block_brace, end_of_open> {};
struct while_line : if_must<kw_while, called, block_brace, end_of_open> {};
struct else_part : if_must<kw_else, else_brace, end_of_open> {};
struct close_brace : sign<'}'> {};
struct close_line : if_must<close_brace, sor<else_part, end_of_close>> {};

// Setting a register comes first: `wait = 1` sets one that is called `wait`.
struct statement
    : sor<set_register, wait, issue, close_line, for_line, if_line, while_line, read, take, barrier,
          reset, signal_line, registers, stream_line, semaphores, streams_line> {};
struct line : peg::must<statement> {};

}  // namespace streams_grammar

namespace sg = streams_grammar;

template <>
inline constexpr const char* kExpected<sg::end_of_line> = "the end of the line";
template <>
inline constexpr const char* kExpected<sg::end_of_semaphores> =
    "',', '[', 'width' or the end of the line";
template <>
inline constexpr const char* kExpected<sg::end_of_registers> = "',', '[' or the end of the line";
template <>
inline constexpr const char* kExpected<sg::end_of_expression> =
    "an operator or the end of the line";
template <>
inline constexpr const char* kExpected<sg::end_of_signals> = "',', '+' or the end of the line";
template <>
inline constexpr const char* kExpected<sg::end_of_barrier> =
    "'reset', 'unless' or the end of the line";
template <>
inline constexpr const char* kExpected<sg::end_of_open> =
    "the end of the line after '{' (what a block holds stands on lines of its own)";
template <>
inline constexpr const char* kExpected<peg::sor<sg::completion_signals, sg::end_of_issue>> =
    "'signal' or the end of the line";
template <>
inline constexpr const char* kExpected<peg::sor<sg::else_part, sg::end_of_close>> =
    "'else {' or the end of the line after '}'";
template <>
inline constexpr const char* kExpected<sg::block_brace> = "'{'";
template <>
inline constexpr const char* kExpected<sg::else_brace> = "'{' after 'else'";
template <>
inline constexpr const char* kExpected<sg::barrier_close> = "',' or '}'";
template <>
inline constexpr const char* kExpected<sg::declared_count> = "how many there are";
template <>
inline constexpr const char* kExpected<sg::declared_width> = "a width in bits";
template <>
inline constexpr const char* kExpected<sg::semaphore_item> = "the name of a semaphore";
template <>
inline constexpr const char* kExpected<list<sg::semaphore_item>> = "the name of a semaphore";
template <>
inline constexpr const char* kExpected<sg::register_item> = "the name of a register";
template <>
inline constexpr const char* kExpected<list<sg::register_item>> = "the name of a register";
template <>
inline constexpr const char* kExpected<sg::program_name> = "the name of the program";
template <>
inline constexpr const char* kExpected<sg::engine_name> = "an engine";
template <>
inline constexpr const char* kExpected<sg::barrier_engine> = "an engine";
template <>
inline constexpr const char* kExpected<list<sg::barrier_engine>> = "an engine";
template <>
inline constexpr const char* kExpected<sg::called> =
    "what an instruction or a control statement is called";
template <>
inline constexpr const char* kExpected<sg::semaphore> = "a semaphore";
template <>
inline constexpr const char* kExpected<list<sg::semaphore>> = "a semaphore";
template <>
inline constexpr const char* kExpected<sg::signal> = "a semaphore";
template <>
inline constexpr const char* kExpected<list<sg::signal>> = "a semaphore";
template <>
inline constexpr const char* kExpected<sg::signal_amount> = "an integer";
template <>
inline constexpr const char* kExpected<sg::wait_operator> = "'>=' or '=='";
template <>
inline constexpr const char* kExpected<sg::value> = "an expression";
template <>
inline constexpr const char* kExpected<sg::set_sign> = "'='";
template <>
inline constexpr const char* kExpected<sg::statement> =
    "a statement ('issue', 'read', 'wait', 'take', 'barrier', 'reset', 'signal', 'for', 'if', "
    "'while', 'reg', 'stream', 'semaphore' or a register that is set)";
template <>
inline constexpr const char* kExpected<peg::opt<sg::element_index>> = "'['";  // never fails
template <>
inline constexpr const char* kExpected<peg::opt<sg::barrier_resets>> = "'reset'";  // never fails
template <>
inline constexpr const char* kExpected<peg::opt<sg::barrier_unless>> = "'unless'";  // never fails

// What each rule leaves in the line.

template <StreamsLineKind K>
struct SetStreamsKind {
  static void apply0(StreamsLine& line) { line.kind = K; }
};
template <>
struct Action<sg::kw_streams> : SetStreamsKind<StreamsLineKind::streams> {};
template <>
struct Action<sg::kw_semaphore> : SetStreamsKind<StreamsLineKind::semaphores> {};
template <>
struct Action<sg::kw_stream> : SetStreamsKind<StreamsLineKind::stream> {};
template <>
struct Action<sg::kw_reg> : SetStreamsKind<StreamsLineKind::registers> {};
template <>
struct Action<sg::kw_issue> : SetStreamsKind<StreamsLineKind::issue> {};
template <>
struct Action<sg::kw_read> : SetStreamsKind<StreamsLineKind::read> {};
template <>
struct Action<sg::kw_wait> : SetStreamsKind<StreamsLineKind::wait> {};
template <>
struct Action<sg::kw_take> : SetStreamsKind<StreamsLineKind::take> {};
template <>
struct Action<sg::kw_barrier> : SetStreamsKind<StreamsLineKind::barrier> {};
template <>
struct Action<sg::kw_reset> : SetStreamsKind<StreamsLineKind::reset> {};
template <>
struct Action<sg::kw_signal> : SetStreamsKind<StreamsLineKind::signal> {};
template <>
struct Action<sg::kw_for> : SetStreamsKind<StreamsLineKind::for_loop> {};
template <>
struct Action<sg::kw_if> : SetStreamsKind<StreamsLineKind::if_branch> {};
template <>
struct Action<sg::kw_while> : SetStreamsKind<StreamsLineKind::while_loop> {};
template <>
struct Action<sg::kw_else> : SetStreamsKind<StreamsLineKind::else_branch> {};
template <>
struct Action<sg::close_brace> : SetStreamsKind<StreamsLineKind::close> {};

struct SetStreamsSubject {
  template <class Input>
  static void apply(const Input& in, StreamsLine& line) {
    line.subject = view(in);
  }
};
template <>
struct Action<sg::subject_name> : SetStreamsSubject {};
template <>
struct Action<sg::subject_called> : SetStreamsSubject {};

template <>
struct Action<sg::declared_name> {
  template <class Input>
  static void apply(const Input& in, StreamsLine& line) {
    line.declarations.push_back({view(in), {}, {}});
  }
};
template <>
struct Action<sg::declared_count> {
  static void apply0(StreamsLine& line) { line.declarations.back().count = line.integer; }
};
template <>
struct Action<sg::declared_width> {
  static void apply0(StreamsLine& line) { line.declarations.back().width = line.integer; }
};

template <>
struct Action<sg::element_name> {
  template <class Input>
  static void apply(const Input& in, StreamsLine& line) {
    line.elements.push_back({view(in), {}});
  }
};
template <>
struct Action<sg::element_index> {
  static void apply0(StreamsLine& line) { line.elements.back().index = line.expression; }
};
template <>
struct Action<sg::value> {
  static void apply0(StreamsLine& line) { line.value = line.expression; }
};
template <>
struct Action<sg::signal_target> {
  static void apply0(StreamsLine& line) {
    line.signals.push_back({line.elements.back(), 1});
    line.elements.pop_back();
  }
};
template <>
struct Action<sg::signal_amount> {
  static void apply0(StreamsLine& line) { line.signals.back().amount = line.integer; }
};
template <>
struct Action<sg::wait_sign> {
  template <class Input>
  static void apply(const Input& in, StreamsLine& line) {
    line.wait = view(in) == "==" ? WaitKind::equal : WaitKind::at_least;
  }
};
template <>
struct Action<sg::barrier_engine_name> {
  template <class Input>
  static void apply(const Input& in, StreamsLine& line) {
    line.engines.push_back(view(in));
  }
};
template <>
struct Action<sg::set_target> {
  template <class Input>
  static void apply(const Input& in, StreamsLine& line) {
    line.kind = StreamsLineKind::set_register;
    line.elements.push_back({first_word(view(in)), {}});
  }
};

void parse_streams_line(std::string_view text, StreamsLine& line) {
  line.clear();
  peg::memory_input<peg::tracking_mode::lazy, peg::eol::lf, const char*> in(
      text.data(), text.data() + text.size(), "");
  [[maybe_unused]] const bool matched = peg::parse<sg::line, Action, LineControl>(in, line);
}

}  // namespace tidemark::text
