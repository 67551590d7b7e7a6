#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "core/ir/match_parts.h"

namespace tidemark::internal {

namespace {

constexpr std::uint32_t kNothing = std::numeric_limits<std::uint32_t>::max();

// Walks one stream. What the stream must contain (its engine's instructions, and its
// reads of every load) is two lists in order of text; a cursor in each says what comes
// next. So each statement costs the same, however large the program.
class StreamMatch {
 public:
  StreamMatch(const Program& program, const Places& places, const Streams& streams,
              const Stream& stream, Mismatches& found)
      : program_(program),
        places_(places),
        stream_(stream),
        found_(found),
        scope_(program, streams, stream, found),
        own_(places.of_engine[stream.engine]) {}

  void run() {
    scope_.declarations(places_);
    block(stream_.body, kBody);
  }

 private:
  // What has been passed of the block at hand.
  struct Passed {
    BlockNumber block = kBody;
    std::uint32_t next = 0;         // the least order that may come
    std::uint32_t read = kNothing;  // the control just read; only waits and registers since
  };

  void block(const StreamBlock& statements, BlockNumber number) {
    Passed passed{number, 0, kNothing};
    for (const StreamStatement& statement : statements) {
      if (stopped_ || found_.full()) return;
      scope_.check(statement);
      line_ = statement.line;
      std::visit([&](const auto& form) { visit(form, passed); }, statement.form);
    }
    if (!statements.empty()) line_ = statements.back().line;
    if (!stopped_ && next_required() < places_.block_end[number])
      stop(required_name(), fmt::format("{} leaves out {}", who(), required()));
  }

  void visit(const Wait&, Passed&) {}
  void visit(const SetRegister&, Passed&) {}
  void visit(const Take&, Passed& passed) { passed.read = kNothing; }
  void visit(const Barrier&, Passed& passed) { passed.read = kNothing; }
  void visit(const Reset&, Passed& passed) { passed.read = kNothing; }
  void visit(const SignalNow&, Passed& passed) { passed.read = kNothing; }

  void visit(const Issue& issue, Passed& passed) {
    if (!program_.instructions.contains(issue.instruction))
      return stop({}, fmt::format("{} issues an unknown instruction", who()));
    const Instruction& instruction = program_.instructions[issue.instruction];
    const std::string& name = instruction.name;
    if (instruction.engine != stream_.engine)
      return stop(name, fmt::format("{} issues '{}', an instruction of engine {}", who(), name,
                                    program_.engines[instruction.engine].name));
    const Place place = places_.instructions[issue.instruction];
    if (place.block != passed.block) return wrong_block(name, place);
    if (place.order < next_required())
      return stop(name,
                  fmt::format("{} issues '{}' a second time; {}", who(), name, what_is_next()));
    if (place.order > next_required())
      return stop(name,
                  fmt::format("{} issues '{}' where the program has {}", who(), name, required()));
    ++own_next_;
    passed = {passed.block, place.order + 1, kNothing};
  }

  void visit(const Read& read, Passed& passed) {
    if (!program_.controls.contains(read.control))
      return stop({}, fmt::format("{} reads for an unknown control statement", who()));
    const Control& control = program_.controls[read.control];
    const std::string& name = control.name;
    if (load_of(control) == nullptr)
      return stop(name, fmt::format("{} reads for '{}', which has no load", who(), name));
    if (own_.empty())
      return stop(name, fmt::format("{} reads for '{}', but its engine has no instruction and "
                                    "takes no part",
                                    who(), name));
    const Place place = places_.controls[read.control];
    const bool is_while = std::holds_alternative<While>(control.form);
    if (is_while && passed.block != first_block(read.control))
      return stop(name, fmt::format("'read {0}' stands directly inside 'while {0}'", name));
    if (!is_while && place.block != passed.block) return wrong_block(name, place);
    if (place.order < next_required())
      return stop(name, fmt::format("{} reads for '{}' a second time", who(), name));
    if (place.order > next_required())
      return stop(
          name, fmt::format("{} reads for '{}' where the program has {}", who(), name, required()));
    ++load_next_;
    scope_.saw_read(read.control);
    if (!is_while) passed = {passed.block, place.order, place.order};
  }

  void visit(const StreamFor& loop, Passed& passed) {
    if (!enter<For>(loop.control, "for", passed)) return;
    scope_.enter(loop.control);
    block(loop.body, first_block(loop.control));
    scope_.leave(loop.control);
  }

  void visit(const StreamIf& branch, Passed& passed) {
    if (!enter<If>(branch.control, "if", passed)) return;
    block(branch.then_block, first_block(branch.control));
    if (!stopped_) block(branch.else_block, else_block(branch.control));
  }

  void visit(const StreamWhile& loop, Passed& passed) {
    if (!enter<While>(loop.control, "while", passed)) return;
    scope_.enter(loop.control);
    block(loop.body, first_block(loop.control));
    scope_.leave(loop.control);
  }

  // False where the control statement may not stand here.
  template <class Form>
  bool enter(ControlId id, std::string_view keyword, Passed& passed) {
    if (!program_.controls.contains(id))
      return stop({}, fmt::format("{} has an unknown control statement", who())), false;
    const Control& control = program_.controls[id];
    const std::string& name = control.name;
    const Place place = places_.controls[id];
    if (!std::holds_alternative<Form>(control.form))
      return stop(name, fmt::format("'{}' is no '{}' in the program", name, keyword)), false;
    if (place.block != passed.block) return wrong_block(name, place), false;
    if (place.order < passed.next)
      return stop(name,
                  fmt::format("'{}' stands after what follows it in the program, or twice", name)),
             false;
    if (next_required() < place.order)
      return stop(name,
                  fmt::format("{} has '{}' where the program has {}", who(), name, required())),
             false;
    if (!std::is_same_v<Form, While> && load_of(control) != nullptr && passed.read != place.order)
      return stop(name, fmt::format("'{0} {1}' needs 'read {1}' before it in the same block, with "
                                    "only waits and register operations between",
                                    keyword, name)),
             false;
    if (std::is_same_v<Form, While> && own_.empty())
      return stop(name, fmt::format("{} has '{}', but its engine has no instruction and reads "
                                    "nothing",
                                    who(), name)),
             false;
    passed = {passed.block, end_of(id), kNothing};
    return true;
  }

  std::uint32_t end_of(ControlId id) const {
    const bool is_branch = std::holds_alternative<If>(program_.controls[id].form);
    return places_.block_end[is_branch ? else_block(id) : first_block(id)];
  }

  // What must come next -----------------------------------------------------------------

  std::uint32_t next_own() const {
    return own_next_ == own_.size() ? kNothing : places_.instructions[own_[own_next_]].order;
  }
  std::uint32_t next_load() const {
    const bool is_none = own_.empty() || load_next_ == places_.loads.size();
    return is_none ? kNothing : places_.controls[places_.loads[load_next_]].order;
  }
  std::uint32_t next_required() const { return std::min(next_own(), next_load()); }

  const std::string& required_name() const {
    if (next_own() < next_load()) return program_.instructions[own_[own_next_]].name;
    return program_.controls[places_.loads[load_next_]].name;
  }
  std::string required() const {
    if (next_required() == kNothing) return "nothing more";
    return fmt::format("'{}{}'", next_own() < next_load() ? "" : "read ", required_name());
  }
  std::string what_is_next() const {
    return next_required() == kNothing ? "the program has nothing more for it"
                                       : fmt::format("the program has {} next", required());
  }

  // Faults ------------------------------------------------------------------------------

  void wrong_block(const std::string& name, Place place) {
    stop(name, fmt::format("'{}' stands {} in the program, not here", name, describe(place.block)));
  }

  std::string describe(BlockNumber block) const {
    if (block == kBody) return "outside all loops and branches";
    const ControlId id((block - 1) / 2);
    const std::string& name = program_.controls[id].name;
    if (block == else_block(id)) return fmt::format("in the 'else' of '{}'", name);
    return fmt::format("inside '{}'", name);
  }

  std::string who() const {
    return fmt::format("stream {}", program_.engines[stream_.engine].name);
  }

  void stop(std::string subject, std::string message) {
    stopped_ = true;
    found_.add(line_, stream_.engine, std::move(subject), std::move(message));
  }

  const Program& program_;
  const Places& places_;
  const Stream& stream_;
  Mismatches& found_;
  ScopeCheck scope_;
  const std::vector<InstructionId>& own_;
  std::size_t own_next_ = 0;
  std::size_t load_next_ = 0;
  SourceLine line_ = stream_.line;
  bool stopped_ = false;
};

}  // namespace

void match_stream(const Program& program, const Places& places, const Streams& streams,
                  const Stream& stream, Mismatches& found) {
  StreamMatch(program, places, streams, stream, found).run();
}

}  // namespace tidemark::internal
