// CHECK: a fault of our own. On in every build; says where and what, then aborts.
#pragma once

#include <cstdio>
#include <cstdlib>

namespace tidemark::internal {

[[noreturn]] inline void check_failed(const char* file, int line, const char* what) {
  std::fprintf(stderr, "%s:%d: internal fault: CHECK(%s) failed. This is a bug in tidemark.\n",
               file, line, what);
  std::abort();
}

}  // namespace tidemark::internal

#define CHECK(condition)                                                                  \
  do {                                                                                    \
    if (!(condition)) ::tidemark::internal::check_failed(__FILE__, __LINE__, #condition); \
  } while (false)
