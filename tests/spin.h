// SPIN, as one runs it by hand: a model compiled into a verifier, in a folder of its own.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace tidemark {

class Spin {
 public:
  Spin();  // `spin` and `cc` are in the path
  ~Spin();
  Spin(const Spin&) = delete;
  Spin& operator=(const Spin&) = delete;

  // False where SPIN or the compiler does not take the model. `flags` are the compiler's.
  bool load(const std::string& model, std::string_view flags);

  struct Answer {
    bool has_errors = false;
    double states = 0;  // stored
    double mebibytes = 0;
    double seconds = 0;  // of this process' children, on a processor
  };
  // nullopt where the search did not come to its end: `flags` are those of pan.
  std::optional<Answer> search(std::string_view flags) const;

 private:
  int shell(const std::string& command) const;

  std::filesystem::path folder_;
};

}  // namespace tidemark
