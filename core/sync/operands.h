// What each site touches, and the keys that stand for it.
//
// A *site* is a place in the program that makes instances: an instruction, or one
// engine's read of a load that control depends on.
//
// A *region* is what is tracked as a unit: one cell, or a ring, whose slot is chosen by
// the run. Each engine that touches a region has two *keys* for each of its slots: the
// ordinal of its last write and of its last access. A reader needs the write keys of
// every engine, a writer the access keys. That covers RAW, WAW and WAR, since zero trips
// and untaken branches leave a key as it was.
//
// A *need* is one such pair (operand of a site, producing engine): what may become a wait.
// Needs are static; the analysis says which are ever needed, and how far back they lie.
#pragma once

#include <bitset>
#include <cstdint>
#include <deque>
#include <ranges>
#include <span>
#include <string>
#include <vector>

#include "core/ir/cells.h"
#include "core/ir/program.h"

namespace tidemark::sync {

constexpr std::size_t kMaxEngines = 256;
constexpr std::int64_t kMaxTrackedSlots = 1024;  // a larger buffer is treated as one cell

using EngineSet = std::bitset<kMaxEngines>;

// Some of the sites of one engine that touch one region: bit Touch::setter for each. The
// sites past the first 31 share the last bit.
using SetterSet = std::uint32_t;
constexpr SetterSet kAllSetters = ~SetterSet{0};
constexpr std::uint8_t kSharedSetter = 31;

using SiteId = Index<struct SiteTag>;
using RegionId = Index<struct RegionTag>;
using KeyId = Index<struct KeyTag>;
using NeedId = Index<struct NeedTag>;

// The keys of one engine for one region. Slot s has its write key at first_key + 2s and
// its access key after it.
struct Toucher {
  EngineId engine;
  bool writes = false, reads = false;  // somewhere in the program
  std::uint32_t sites = 0;             // that touch it
  SiteId last_site;                    // of them, in order of SiteId
  KeyId first_key;

  KeyId write_key(std::int64_t slot) const { return KeyId(first_key.value + 2 * slot); }
  KeyId access_key(std::int64_t slot) const { return KeyId(write_key(slot).value + 1); }

  // Counts a touch by the site, in order of SiteId; returns the site's number among them.
  std::uint32_t add(SiteId site) {
    if (sites == 0 || last_site != site) ++sites;
    last_site = site;
    return sites - 1;
  }
};

// How the slot of a ring moves: the terms of an index, as far as its slots tell them apart.
using CourseId = Index<struct CourseTag>;

bool names_counter(const Affine& form);

// The form with coefficients and constant in [0, slots).
Affine reduced(const Affine& form, std::int64_t slots);

struct Region {
  BufferId buffer;              // the buffer, or one of them, for names
  std::int64_t first_slot = 0;  // of the buffer, for names; 0 for a ring
  std::int64_t slots = 1;
  std::vector<Toucher> touchers;  // by engine
  std::vector<CourseId> courses;  // of a ring: of all its touches, sorted

  bool is_ring() const { return slots > 1; }
};

// One operand of a site, resolved as far as the text allows.
struct Touch {
  enum class Kind : std::uint8_t {
    cell,  // the one cell of region `first`
    ring,  // the slot of ring `first` that `slot` says
    any,   // one slot, not known, of several: regions [first, first + count)
  };
  Kind kind = Kind::cell;
  bool is_write = false;
  // Some counter is named in the index of its slot: else that is the same all along a block's
  // statements that have no control between them.
  bool names_counter = false;
  std::uint8_t setter = kSharedSetter;  // the site's bit among its engine's in this region
  RegionId first;
  std::uint32_t count = 1;
  KeyId own_key;                   // the site's engine's write key there, at slot 0
  CourseId course;                 // of a ring
  const Access* access = nullptr;  // in the program
  const Affine* slot = nullptr;    // of a ring, modulo its slots

  SetterSet setters() const { return SetterSet{1} << setter; }
};

struct Site {
  EngineId engine;
  std::uint32_t touches_begin = 0, touches_end = 0;
  std::uint32_t needs_begin = 0, needs_end = 0;
};

struct Need {
  SiteId site;
  std::uint32_t touch = 0;  // into Operands::touches
  EngineId producer;
  bool last_write = false;  // the producer's write key; otherwise its access key
  KeyId key;                // that key at slot 0; unused for an `any` touch
};

class Operands {
 public:
  explicit Operands(const Program& program);

  // As if every instance wrote one more cell that all of them share.
  static Operands serialized(const Program& program);

  Table<SiteId, Site> sites;
  Table<EngineId, std::vector<SiteId>> sites_of_engine;
  Table<RegionId, Region> regions;
  Table<NeedId, Need> needs;
  std::vector<Touch> touches;
  std::size_t key_count = 0;
  Table<KeyId, EngineId> key_engine;
  std::vector<EngineId> participants;
  bool has_choices = false;        // some touch is Kind::any
  std::vector<std::string> notes;  // buffers that are too large to be tracked slot by slot

  std::span<const Touch> touches_of(SiteId site) const {
    const Site& s = sites[site];
    return {touches.data() + s.touches_begin, touches.data() + s.touches_end};
  }

  SiteId site_of(InstructionId instruction) const { return SiteId(instruction.value); }
  auto participants_in(const EngineSet& engines) const {
    return participants |
           std::views::filter([engines](EngineId engine) { return engines.test(engine.value); });
  }
  // The participants' reads of a control statement with a load, in order of engine.
  std::span<const SiteId> reads_of(ControlId control) const { return reads_[control]; }

  // For an `any` touch: the regions of each slot of its buffer, counted from touch.first.
  std::vector<std::vector<std::uint32_t>> regions_by_slot(const Touch& touch) const;

  // The keys of one engine that a touch may concern: one for each region that it touches.
  template <class Visit>
  void for_each_key(const Touch& touch, EngineId engine, Visit&& visit) const {
    for (std::uint32_t r = touch.first.value; r < touch.first.value + touch.count; ++r)
      for (const Toucher& toucher : regions[RegionId(r)].touchers)
        if (toucher.engine == engine) visit(toucher.write_key(0));
  }

 private:
  enum class Tracking : std::uint8_t { cells, ring, any, whole };
  struct Builder;
  struct Serialized {};

  Operands(const Program& program, Serialized)
      : program_(&program), cells_(program), reads_(program.controls.size()) {}

  const Program* program_;
  std::deque<Affine> constant_slots_;  // that touches of rings point to
  Cells cells_;
  Table<CellId, RegionId> region_of_cell_;
  Table<ControlId, std::vector<SiteId>> reads_;
};

}  // namespace tidemark::sync
