#include "oracle/joint_domain.h"

#include <fmt/format.h>

#include "core/text/print.h"

namespace tidemark {
namespace {

class Search {
 public:
  Search(const Program& program, const Streams& streams)
      : program_(program), streams_(streams), raiser_(streams.semaphores.size()) {}

  std::optional<std::string> find() {
    for (const Engine& engine : program_.engines)
      if (engine.stripes > 1) return fmt::format("engine {} completes in parts", engine.name);
    for (const Semaphore& semaphore : streams_.semaphores)
      if (semaphore.width) return fmt::format("semaphore {} may wrap", semaphore.name);
    for (const Stream& stream : streams_.streams) {
      stream_ = &stream;
      search(stream.body);
    }
    return reason_;
  }

 private:
  void search(const StreamBlock& block) {
    for (const StreamStatement& statement : block) {
      if (reason_) return;
      statement_ = &statement;
      std::visit([&](const auto& form) { visit(form); }, statement.form);
    }
  }

  void visit(const Issue& issue) { raises(issue.signals); }
  void visit(const Read& read) { raises(read.signals); }
  void visit(const SetRegister&) {}
  void visit(const StreamFor& loop) { search(loop.body); }
  void visit(const StreamWhile& loop) { search(loop.body); }
  void visit(const StreamIf& branch) {
    search(branch.then_block);
    search(branch.else_block);
  }
  void visit(const Wait& wait) {
    if (wait.kind == WaitKind::equal) stop("waits for equality");
  }
  void visit(const Take&) { stop("takes tokens"); }
  void visit(const Barrier&) { stop("is a barrier"); }
  void visit(const Reset&) { stop("sets a semaphore to 0"); }
  void visit(const SignalNow&) { stop("raises a semaphore without a completion"); }

  void raises(const std::vector<SignalOn>& signals) {
    for (const SignalOn& signal : signals) {
      std::optional<EngineId>& raiser = raiser_[signal.target.semaphore];
      if (raiser && *raiser != stream_->engine)
        return stop(fmt::format("raises {}, which stream {} raises too",
                                streams_.semaphores[signal.target.semaphore].name,
                                program_.engines[*raiser].name));
      raiser = stream_->engine;
    }
  }

  void stop(const std::string& what) {
    reason_ = fmt::format("stream {}, line {}: '{}' {}", program_.engines[stream_->engine].name,
                          statement_->line.number,
                          print_statement(*statement_, *stream_, streams_, program_), what);
  }

  const Program& program_;
  const Streams& streams_;
  Table<SemaphoreId, std::optional<EngineId>> raiser_;
  const Stream* stream_ = nullptr;
  const StreamStatement* statement_ = nullptr;
  std::optional<std::string> reason_;
};

}  // namespace

std::optional<std::string> outside_domain(const Program& program, const Streams& streams) {
  return Search(program, streams).find();
}

}  // namespace tidemark
