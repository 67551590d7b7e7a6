// What has to hold at each instance and wait of a joint walk for the streams to be exact.
//
// At an instance c of f with needed keys N, after the waits (s, t) that f has passed since
// its last instance (d: 1 right after a control read, else the in-flight limit):
//   safe     for each k in N: k is 0, or known (oracle/joint_walk.h), or some wait makes k's
//            instance certain, or that of a key q which brings k
//   minimal  for each wait: s had reached t with f's own instance o - d, or reaches it with
//            the instance of some key in `ideal`
// (asked where the goal is exact)
// At a wait:
//   no deadlock  t is at most what s is raised to before it in sequential order
//
// A wait s >= t makes certain the instance that brings s to t or more: k's or a later one iff
// t is more than what s is raised to before k's. With all three everywhere, streams' clocks
// and ideal clocks are equal, and the streams follow the sequential order, so none gets
// stuck: exact, for every run. (By induction over the sequential order: thresholds at most
// what the ideal clock holds keep the streams' clock below it; needs that are certain keep it
// above.) `no deadlock` is sufficient only: its failure is no finding.
//
// Without `minimal` the same induction gives safe and free of deadlock, where `known` may be
// any certainty that the streams have: barriers add to it.
#pragma once

#include <optional>
#include <string>

#include "oracle/joint_walk.h"

namespace tidemark {

class Obligations {
 public:
  Obligations(const JointCode& code, const Watch& watch, Reasoner& reasoner, Goal goal)
      : code_(code), watch_(watch), reasoner_(reasoner), goal_(goal) {}

  // Each says which obligation could not be proved, and where.
  std::optional<std::string> at_instance(const InstancePoint& point);
  std::optional<std::string> at_wait(const WaitPoint& point);

 private:
  struct Passed;  // a wait

  std::vector<Passed> passed(const InstancePoint& point) const;
  std::optional<std::string> safe(const InstancePoint& point, const std::vector<Passed>& waits);
  std::optional<std::string> minimal(const InstancePoint& point, const Passed& wait);
  bool makes_certain(const Passed& wait, KeyId key, const JointState& state,
                     std::vector<Constraint>& otherwise) const;
  bool is_safe(const InstancePoint& point, const std::vector<Passed>& waits, KeyId key);
  std::string describe(const JointNode& node) const;

  const JointCode& code_;
  const Watch& watch_;
  Reasoner& reasoner_;
  Goal goal_;
};

}  // namespace tidemark
