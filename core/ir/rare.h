// A value that is rarely there: an optional in the room of a pointer, for what large
// programs have millions of. Copies are deep; an empty one costs no memory.
#pragma once

#include <memory>
#include <optional>
#include <utility>

namespace tidemark {

template <class T>
class Rare {
 public:
  Rare() = default;
  Rare(std::nullopt_t) {}                                           // NOLINT: like std::optional
  Rare(T value) : value_(std::make_unique<T>(std::move(value))) {}  // NOLINT: like std::optional
  Rare(std::optional<T> value) {                                    // NOLINT: like std::optional
    if (value) value_ = std::make_unique<T>(*std::move(value));
  }

  Rare(const Rare& other) : value_(other ? std::make_unique<T>(*other) : nullptr) {}
  Rare(Rare&&) noexcept = default;
  Rare& operator=(const Rare& other) { return *this = Rare(other); }
  Rare& operator=(Rare&&) noexcept = default;
  ~Rare() = default;

  explicit operator bool() const { return value_ != nullptr; }
  T& operator*() { return *value_; }
  const T& operator*() const { return *value_; }
  T* operator->() { return value_.get(); }
  const T* operator->() const { return value_.get(); }

  friend bool operator==(const Rare& a, const Rare& b) { return a && b ? *a == *b : !a && !b; }

 private:
  std::unique_ptr<T> value_;
};

}  // namespace tidemark
