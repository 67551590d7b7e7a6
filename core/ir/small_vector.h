// A vector whose first element stands in it: for lists that large programs have millions of and
// that nearly always hold one element or none. As long as they do, they take no other memory.
//
// What it has of std::vector's members means what it means there, except that moving a vector
// of one element moves the element.
#pragma once

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <utility>

namespace tidemark {

template <class T>
class SmallVector {
 public:
  using value_type = T;
  using iterator = T*;
  using const_iterator = const T*;

  SmallVector() noexcept {}
  explicit SmallVector(T element) : size_(1) { std::construct_at(&one_, std::move(element)); }
  SmallVector(std::initializer_list<T> elements) {
    append_copies(elements.begin(), elements.size());
  }
  SmallVector(const SmallVector& other) { append_copies(other.begin(), other.size_); }
  SmallVector(SmallVector&& other) noexcept { take(other); }
  SmallVector& operator=(const SmallVector& other) { return *this = SmallVector(other); }
  SmallVector& operator=(SmallVector&& other) noexcept {
    if (this == &other) return *this;
    destroy();
    take(other);
    return *this;
  }
  ~SmallVector() { destroy(); }

  bool empty() const { return size_ == 0; }
  std::size_t size() const { return size_; }

  T* data() { return is_in_place() ? &one_ : many_; }
  const T* data() const { return is_in_place() ? &one_ : many_; }
  T* begin() { return data(); }
  T* end() { return data() + size_; }
  const T* begin() const { return data(); }
  const T* end() const { return data() + size_; }
  T& operator[](std::size_t i) { return data()[i]; }
  const T& operator[](std::size_t i) const { return data()[i]; }
  T& front() { return *begin(); }
  const T& front() const { return *begin(); }
  T& back() { return end()[-1]; }
  const T& back() const { return end()[-1]; }

  void push_back(T element) {
    if (size_ == capacity_) reserve(2 * size_);
    std::construct_at(end(), std::move(element));
    ++size_;
  }
  void pop_back() { erase(end() - 1); }
  T* erase(const T* place) { return erase(place, place + 1); }
  T* erase(const T* first, const T* last) {
    T* const into = begin() + (first - begin());
    if (first == last) return into;  // or elements would be moved into themselves
    T* const kept = std::move(begin() + (last - begin()), end(), into);
    std::destroy(kept, end());
    size_ = static_cast<std::uint32_t>(kept - begin());
    return into;
  }
  void reserve(std::size_t capacity) {
    if (capacity <= capacity_) return;
    T* const wider = std::allocator<T>().allocate(capacity);
    std::uninitialized_move(begin(), end(), wider);
    const std::uint32_t size = size_;
    destroy();
    many_ = wider;
    size_ = size;
    capacity_ = static_cast<std::uint32_t>(capacity);
  }

  friend bool operator==(const SmallVector& a, const SmallVector& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end());
  }

 private:
  bool is_in_place() const { return capacity_ == 1; }

  void append_copies(const T* from, std::size_t count) {
    reserve(count);
    std::uninitialized_copy_n(from, count, begin());
    size_ = static_cast<std::uint32_t>(count);
  }

  // The other's elements, into one that holds none; the other is left empty.
  void take(SmallVector& other) {
    if (other.is_in_place()) {
      std::uninitialized_move(other.begin(), other.end(), &one_);
      size_ = other.size_;
      other.destroy();
    } else {
      many_ = std::exchange(other.many_, nullptr);
      size_ = std::exchange(other.size_, 0);
      capacity_ = std::exchange(other.capacity_, 1);
    }
  }

  // Leaves it empty, its element in place.
  void destroy() {
    std::destroy(begin(), end());
    if (!is_in_place()) std::allocator<T>().deallocate(many_, capacity_);
    size_ = 0;
    capacity_ = 1;
  }

  union {
    T one_;
    T* many_;  // owned
  };
  std::uint32_t size_ = 0;
  std::uint32_t capacity_ = 1;  // 1: in place
};

template <class T, class Predicate>
std::size_t erase_if(SmallVector<T>& elements, Predicate predicate) {
  T* const kept = std::remove_if(elements.begin(), elements.end(), predicate);
  const auto erased = static_cast<std::size_t>(elements.end() - kept);
  elements.erase(kept, elements.end());
  return erased;
}

}  // namespace tidemark
