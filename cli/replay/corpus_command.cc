// tidemark corpus add: a finding of a fuzzer becomes a regression.
#include "cli/command.h"
#include "cli/files.h"
#include "cli/replay/add_to_corpus.h"

namespace tidemark {
namespace {

class CorpusCommand : public Command {
 public:
  std::string_view name() const override { return "corpus"; }
  std::string_view summary() const override {
    return "corpus add FILE: make a regression of what a fuzzer found";
  }
  std::string_view lesson() const override {
    return "FILE is a program or a case of a fuzz target, for which a synchronizer of ours breaks\n"
           "its promise or deciders differ. It is made as small as it can be with the same cause,\n"
           "named by its cause, and written with its head filled in. If the folder has a file\n"
           "with that cause, none is added. The head expects what is right: `replay` fails on the\n"
           "file until the bug is mended. Nothing wrong: exit 0, and nothing is written.\n"
           "\n"
           "Example:\n"
           "  tidemark corpus add crash-8f3a01b2c4d5e6f7";
  }

  void declare(Flags& flags) override {
    flags.choice_by_position("ACTION", action_, {"add"}, "what to do: add");
    flags.required_file("FILE", path_, "what was found, or - for standard input");
    flags.text("--folder", folder_, "DIR", "where to (default corpus/regressions)");
    flags.number("--seconds", seconds_, "that shrinking may take (default 60)");
  }

  Report run(std::istream& standard_in) override {
    const auto text = read_text(path_, standard_in);
    if (!text) return text.error();
    AddOptions options{.shrinking = std::chrono::seconds(seconds_)};
    if (folder_) options.folder = *folder_;
    return add_to_corpus(*text, display_name(path_), options);
  }

 private:
  std::string action_;
  std::string path_;
  std::optional<std::string> folder_;
  std::uint64_t seconds_ = 60;
};

}  // namespace

std::unique_ptr<Command> make_corpus_command() { return std::make_unique<CorpusCommand>(); }

}  // namespace tidemark
