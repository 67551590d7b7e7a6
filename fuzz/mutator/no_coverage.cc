// In a build that is instrumented throughout, the mutator for AFL++ is too, and is loaded by
// a program that collects no coverage: here it goes nowhere.
#include <cstdint>

extern "C" {
void __sanitizer_cov_trace_pc_guard(std::uint32_t*) {}
void __sanitizer_cov_trace_pc_guard_init(std::uint32_t*, std::uint32_t*) {}
}
