#include "cli/fuzzed_synchronizer.h"

namespace tidemark {

void FuzzedSynchronizer::declare(Flags& flags) {
  synchronizers_ = &flags.synchronizers();
  flags.choice("--with", with_, synchronizers_->names(), "the synchronizer (default dynamic)");
  command_.declare(flags);
  flags.choice("--demand", demand_, {"exact", "safe"},
               "what streams must be; safe: they may overwait (default exact for dynamic)");
}

std::optional<Report> FuzzedSynchronizer::complete() {
  if (command_.is_given() && !with_.empty())
    return bad_input("--with and --with-command: give one of them");
  if (auto wrong = command_.wrong()) return wrong;
  if (with_.empty()) with_ = "dynamic";
  return std::nullopt;
}

std::string FuzzedSynchronizer::arguments() const {
  const std::string asked = demand_.empty() ? "" : " --demand " + demand_;
  return (command_.is_given() ? command_.arguments() : "--with " + with_) + asked;
}

Demand FuzzedSynchronizer::demand() const {
  const bool is_exact = demand_.empty() ? name() == "dynamic" : demand_ == "exact";
  return is_exact ? Demand::exact : Demand::safe;
}

std::expected<Streams, NoStreams> FuzzedSynchronizer::synchronize(const Program& program) {
  if (command_.is_given()) return ask_command(program);
  return synchronizers_->find(with_)->synchronize(program).streams;
}

std::optional<Report> FuzzedSynchronizer::not_started() const {
  const std::lock_guard lock(mutex_);
  if (!why_not_started_) return std::nullopt;
  return bad_input("the command was " + *why_not_started_);
}

std::expected<Streams, NoStreams> FuzzedSynchronizer::ask_command(const Program& program) {
  auto streams = command_.external().synchronize(program);
  if (streams) return *std::move(streams);
  const ExternalFailure& failure = streams.error();
  if (failure.kind == ExternalFailure::Kind::not_started) {
    const std::lock_guard lock(mutex_);
    why_not_started_ = failure.message;
  }
  return std::unexpected(NoStreams{
      .kind = is_finding(failure.kind) ? NoStreams::Kind::failed : NoStreams::Kind::refused,
      .how = std::string(tidemark::name(failure.kind)),
      .reason = "the command " + failure.message});
}

}  // namespace tidemark
