// What the suite's figures do when one thing changes: a table for each.
#pragma once

#include <string>
#include <vector>

#include "bench/suite/measure.h"
#include "bench/suite/report_table.h"

namespace tidemark {

struct LoadedKernel {  // stays where it is: the contenders refer to the program
  LoadedKernel(SuiteKernel the_kernel, const Target& target)
      : kernel(std::move(the_kernel)), contenders(kernel.program, target, kernel.by_hand) {}
  LoadedKernel(const LoadedKernel&) = delete;
  LoadedKernel& operator=(const LoadedKernel&) = delete;

  SuiteKernel kernel;
  Contenders contenders;
};

// Over figures of the target: barrier cost, semaphore latency, how waits are issued.
std::vector<ReportTable> sweep_target(const std::vector<const LoadedKernel*>& kernels,
                                      const Target& target);

// Over trips of the outer loop.
ReportTable sweep_trips(const std::vector<const LoadedKernel*>& kernels, const Target& target);

// Over the slots of all rings of two or three slots. There are no streams by hand for these.
ReportTable sweep_rings(const std::vector<const LoadedKernel*>& kernels, const Target& target);

// The micro-benchmark over engines, body length, ring and barrier cost.
std::vector<ReportTable> sweep_micro(const Target& target);

}  // namespace tidemark
