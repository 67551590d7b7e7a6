#include "core/sync/operands.h"

#include <algorithm>
#include <optional>
#include <string>
#include <unordered_map>

#include <fmt/format.h>

#include "core/check.h"
#include "core/sync/mutant.h"

namespace tidemark::sync {
namespace {

// How the slots of one buffer are indexed, over the whole program.
struct Indexing {
  bool by_run = false;                  // some index is not a constant
  bool mixed = false;                   // moduli differ
  std::optional<std::int64_t> modulus;  // of every index that is not a constant
};

std::optional<std::int64_t> constant_slot(const Access& access) {
  if (!access.slot) return 0;
  if (!access.slot->form.is_constant()) return std::nullopt;
  return evaluate(*access.slot, [](Symbol) { return std::int64_t{0}; });
}

template <class Visit>
void for_each_access(const Program& program, Visit&& visit) {
  for (const Instruction& instruction : program.instructions) {
    for (const Access& access : instruction.reads) visit(access);
    for (const Access& access : instruction.writes) visit(access);
  }
  for (const Control& control : program.controls)
    if (const Load* load = load_of(control)) visit(*load);
}

Table<BufferId, Indexing> indexing_of(const Program& program) {
  Table<BufferId, Indexing> result(program.buffers.size());
  for_each_access(program, [&](const Access& access) {
    if (constant_slot(access)) return;
    Indexing& indexing = result[access.buffer];
    const std::int64_t slots = program.buffers[access.buffer].slot_count();
    const std::int64_t modulus =
        access.slot->modulus == 0 ? slots : std::min(access.slot->modulus, slots);
    indexing.mixed |= indexing.modulus && *indexing.modulus != modulus;
    // A larger modulus than there are slots wraps elsewhere than the ring does.
    indexing.mixed |= access.slot->modulus > slots;
    indexing.modulus = modulus;
    indexing.by_run = true;
  });
  return result;
}

}  // namespace

bool names_counter(const Affine& form) {
  return std::ranges::any_of(
      form.terms, [](const AffineTerm& term) { return term.symbol.kind == Symbol::Kind::counter; });
}

Affine reduced(const Affine& form, std::int64_t slots) {
  Affine result(floor_mod(form.constant, slots));
  for (const AffineTerm& term : form.terms)
    if (const std::int64_t c = floor_mod(term.coefficient, slots); c != 0)
      result.terms.push_back({term.symbol, c});
  return result;
}

struct Operands::Builder {
  struct CellRange {  // all cells of a buffer are consecutive
    std::uint32_t begin = 0, end = 0;
    std::int64_t size() const { return end - begin; }
  };

  const Program& program;
  Operands& out;
  Table<BufferId, Tracking> tracking;
  Table<BufferId, std::int64_t> ring_slots;
  Table<CellId, RegionId>& region_of_cell;
  Table<BufferId, CellRange> ranges;
  RegionId token{0};                                     // with `serialized`
  std::unordered_map<std::u32string, CourseId> courses;  // by symbols and coefficients
  std::u32string course_terms;                           // of the touch at hand
  std::vector<Toucher> joined_touchers;                  // the same

  Builder(const Program& p, Operands& o)
      : program(p),
        out(o),
        tracking(p.buffers.size(), Tracking::cells),
        ring_slots(p.buffers.size(), 1),
        region_of_cell(o.region_of_cell_),
        ranges(p.buffers.size()) {
    region_of_cell = Table<CellId, RegionId>(o.cells_.count());
    for (BufferId buffer : p.buffers.ids()) ranges[buffer] = range_of(buffer);
  }

  void decide_tracking() {
    const Table<BufferId, Indexing> indexing = indexing_of(program);
    for (BufferId buffer : program.buffers.ids()) {
      const Indexing& used = indexing[buffer];
      if (!used.by_run) continue;
      const bool ring = out.cells_.is_private(buffer) && !used.mixed;
      const std::int64_t tracked = ring ? *used.modulus : ranges[buffer].size();
      if (tracked > kMaxTrackedSlots) {
        tracking[buffer] = Tracking::whole;
        out.notes.push_back(fmt::format(
            "buffer {}[{}]: more than {} slots are chosen by the run; it is treated "
            "as one cell, so instances may wait for slots they do not touch",
            program.buffers[buffer].name, program.buffers[buffer].slot_count(), kMaxTrackedSlots));
      } else {
        tracking[buffer] = ring ? Tracking::ring : Tracking::any;
        ring_slots[buffer] = ring ? tracked : 1;
      }
    }
  }

  CellRange range_of(BufferId buffer) const {
    CellRange range;
    for (std::int64_t slot = 0; slot < program.buffers[buffer].slot_count(); ++slot)
      for (CellId cell : out.cells_.of(buffer, slot)) {
        if (range.size() == 0) range = {cell.value, cell.value + 1};
        range.begin = std::min(range.begin, cell.value);
        range.end = std::max(range.end, cell.value + 1);
      }
    return range;
  }

  // Regions in order of cells: a ring is one, a buffer treated as one cell is one.
  void make_regions() {
    constexpr std::uint32_t kAlone = 0;
    std::vector<std::uint32_t> joined_end(out.cells_.count(), kAlone);  // by first cell
    std::vector<std::int64_t> slots(out.cells_.count(), 1);
    Table<CellId, std::pair<BufferId, std::int64_t>> owner(out.cells_.count());
    for (BufferId buffer : program.buffers.ids()) {
      for (std::int64_t slot = program.buffers[buffer].slot_count(); slot-- > 0;)
        for (CellId cell : out.cells_.of(buffer, slot)) owner[cell] = {buffer, slot};
      const CellRange range = ranges[buffer];
      if (tracking[buffer] == Tracking::ring) {
        joined_end[range.begin] = range.begin + ring_slots[buffer];
        slots[range.begin] = ring_slots[buffer];
      } else if (tracking[buffer] == Tracking::whole) {
        joined_end[range.begin] = std::max(joined_end[range.begin], range.end);
      }
    }
    std::uint32_t joined = 0;
    for (std::uint32_t cell = 0; cell < out.cells_.count(); ++cell) {
      const bool starts = cell >= joined;
      joined = std::max(joined, joined_end[cell]);
      if (starts) {
        const auto [buffer, slot] = owner[CellId(cell)];
        out.regions.push({buffer, slot, slots[cell], {}, {}});
      }
      region_of_cell[CellId(cell)] = RegionId(out.regions.size() - 1);
    }
  }

  void add_touch(Touch touch) { out.touches.push_back(std::move(touch)); }

  void add_token() {
    Touch touch;
    touch.is_write = true;
    touch.first = token;
    add_touch(touch);
  }

  void add_access(const Access& access, bool is_write) {
    const Buffer& buffer = program.buffers[access.buffer];
    const std::optional<std::int64_t> slot = constant_slot(access);
    if (slot && (*slot < 0 || *slot >= buffer.slot_count())) return;  // an error in every run
    Touch touch;
    touch.is_write = is_write;
    touch.access = &access;
    touch.names_counter = access.slot && names_counter(access.slot->form);
    if (!slot && tracking[access.buffer] == Tracking::any) {
      const CellRange range = ranges[access.buffer];
      if (range.size() == 0) return;
      touch.kind = Touch::Kind::any;
      out.has_choices = true;
      touch.first = region_of_cell[CellId(range.begin)];
      touch.count = region_of_cell[CellId(range.end - 1)].value - touch.first.value + 1;
      add_touch(std::move(touch));
      return;
    }
    RegionId last(~std::uint32_t{0});
    for (CellId cell : out.cells_.of(access.buffer, slot.value_or(0))) {
      touch.first = region_of_cell[cell];
      if (touch.first == last) continue;
      last = touch.first;
      if (out.regions[touch.first].is_ring()) {
        touch.kind = Touch::Kind::ring;
        touch.slot = slot ? constant_form(*slot) : &access.slot->form;
        set_course(touch);
      }
      add_touch(touch);
      if (mutated(Mutant::one_range_of_several)) return;
    }
  }

  const Affine* constant_form(std::int64_t slot) { return &out.constant_slots_.emplace_back(slot); }

  void set_course(Touch& touch) {
    Region& ring = out.regions[touch.first];
    course_terms.clear();
    for (const AffineTerm& term : touch.slot->terms)
      if (const std::int64_t c = floor_mod(term.coefficient, ring.slots); c != 0)
        course_terms.append(
            {static_cast<char32_t>(term.symbol.kind), term.symbol.index, static_cast<char32_t>(c)});
    const auto next = CourseId(static_cast<std::uint32_t>(courses.size()));
    touch.course = courses.try_emplace(course_terms, next).first->second;
    const auto place = std::ranges::lower_bound(ring.courses, touch.course);
    if (place == ring.courses.end() || *place != touch.course)
      ring.courses.insert(place, touch.course);
  }

  void open_site(EngineId engine) {
    Site site{engine, 0, 0, 0, 0};
    site.touches_begin = static_cast<std::uint32_t>(out.touches.size());
    out.sites_of_engine[engine].push_back(out.sites.push(site));
  }

  void close_site() {
    if (serialized) add_token();
    Site& site = out.sites[SiteId(out.sites.size() - 1)];
    site.touches_end = static_cast<std::uint32_t>(out.touches.size());
  }

  bool serialized = false;

  void make_sites() {
    std::size_t accesses = 0;
    for_each_access(program, [&](const Access&) { ++accesses; });
    out.touches.reserve(accesses);
    out.sites.reserve(program.instructions.size());
    for (const Instruction& instruction : program.instructions) {
      open_site(instruction.engine);
      if (!serialized) {
        for (const Access& access : instruction.reads) add_access(access, false);
        for (const Access& access : instruction.writes) add_access(access, true);
      }
      close_site();
    }
    for (ControlId control : program.controls.ids()) {
      const Load* load = load_of(program.controls[control]);
      if (!load) continue;
      for (EngineId engine : out.participants) {
        out.reads_[control].push_back(SiteId(out.sites.size()));
        open_site(engine);
        if (!serialized) add_access(*load, false);
        close_site();
      }
    }
  }

  void make_keys() {
    for (SiteId id : out.sites.ids())
      for (std::uint32_t t = out.sites[id].touches_begin; t < out.sites[id].touches_end; ++t)
        add_touchers(id, out.touches[t]);
    for (Region& region : out.regions) {
      std::ranges::sort(region.touchers, {}, &Toucher::engine);
      for (Toucher& toucher : region.touchers) {
        toucher.first_key = KeyId(out.key_engine.size());
        for (std::int64_t k = 0; k < 2 * region.slots; ++k) out.key_engine.push(toucher.engine);
      }
    }
    out.key_count = out.key_engine.size();
    for (const Site& site : out.sites)
      for (std::uint32_t t = site.touches_begin; t < site.touches_end; ++t)
        out.touches[t].own_key = key_of(out.touches[t].first, site.engine);
  }

  KeyId key_of(RegionId region, EngineId engine) const {
    const std::vector<Toucher>& touchers = out.regions[region].touchers;
    const auto found = std::ranges::lower_bound(touchers, engine, {}, &Toucher::engine);
    return found == touchers.end() ? KeyId(0) : found->first_key;
  }

  void add_touchers(SiteId site, Touch& touch) {
    for (std::uint32_t r = 0; r < touch.count; ++r) {
      Region& region = out.regions[RegionId(touch.first.value + r)];
      Toucher& toucher = toucher_of(region, out.sites[site].engine);
      toucher.writes |= touch.is_write;
      toucher.reads |= !touch.is_write;
      const std::uint32_t setter = toucher.add(site);
      if (touch.kind != Touch::Kind::any)
        touch.setter = static_cast<std::uint8_t>(std::min<std::uint32_t>(setter, kSharedSetter));
    }
  }

  static Toucher& toucher_of(Region& region, EngineId engine) {
    auto found = std::ranges::find(region.touchers, engine, &Toucher::engine);
    if (found != region.touchers.end()) return *found;
    Toucher& added = region.touchers.emplace_back();
    added.engine = engine;
    return added;
  }

  void make_needs() {
    for (SiteId id : out.sites.ids()) {
      Site& site = out.sites[id];
      site.needs_begin = static_cast<std::uint32_t>(out.needs.size());
      for (std::uint32_t t = site.touches_begin; t < site.touches_end; ++t) add_needs(id, t);
      site.needs_end = static_cast<std::uint32_t>(out.needs.size());
    }
  }

  void add_needs(SiteId site, std::uint32_t touch_index) {
    const Touch& touch = out.touches[touch_index];
    const EngineId self = out.sites[site].engine;
    const bool is_serial = program.engines[self].inflight == 1;
    for (const Toucher& toucher : touchers_of(touch)) {
      if (!is_producer(toucher, touch.is_write)) continue;
      if (toucher.engine == self && (is_serial || mutated(Mutant::forget_own_results))) continue;
      // Where the producer never reads, its last write is its last access.
      const bool last_write =
          !touch.is_write && toucher.reads && !mutated(Mutant::wait_for_readers);
      out.needs.push({site, touch_index, toucher.engine, last_write,
                      last_write ? toucher.write_key(0) : toucher.access_key(0)});
    }
  }

  static bool is_producer(const Toucher& toucher, bool for_write) {
    if (!for_write) return toucher.writes || mutated(Mutant::wait_for_readers);
    return (toucher.reads && !mutated(Mutant::forget_war)) ||
           (toucher.writes && !mutated(Mutant::forget_waw));
  }

  // By engine. Of several regions they are joined, under their keys in the first.
  std::span<const Toucher> touchers_of(const Touch& touch) {
    if (touch.count == 1) return out.regions[touch.first].touchers;
    joined_touchers.clear();
    for (std::uint32_t r = 0; r < touch.count; ++r)
      for (const Toucher& toucher : out.regions[RegionId(touch.first.value + r)].touchers) {
        const auto place =
            std::ranges::lower_bound(joined_touchers, toucher.engine, {}, &Toucher::engine);
        if (place == joined_touchers.end() || place->engine != toucher.engine) {
          joined_touchers.insert(place, toucher)->first_key = key_of(touch.first, toucher.engine);
        } else {
          place->reads |= toucher.reads;
          place->writes |= toucher.writes;
        }
      }
    return joined_touchers;
  }

  void run() {
    CHECK(program.engines.size() <= kMaxEngines);
    out.sites_of_engine = Table<EngineId, std::vector<SiteId>>(program.engines.size());
    out.participants = tidemark::participants(program);
    if (serialized) {
      token = out.regions.push({});
    } else {
      decide_tracking();
      make_regions();
    }
    make_sites();
    make_keys();
    make_needs();
  }
};

Operands::Operands(const Program& program)
    : program_(&program), cells_(program), reads_(program.controls.size()) {
  Builder(program, *this).run();
}

Operands Operands::serialized(const Program& program) {
  Operands result(program, Serialized{});
  Builder builder(program, result);
  builder.serialized = true;
  builder.run();
  return result;
}

std::vector<std::vector<std::uint32_t>> Operands::regions_by_slot(const Touch& touch) const {
  CHECK(touch.kind == Touch::Kind::any);
  const BufferId buffer = touch.access->buffer;
  std::vector<std::vector<std::uint32_t>> result;
  for (std::int64_t slot = 0; slot < program_->buffers[buffer].slot_count(); ++slot) {
    std::vector<std::uint32_t>& regions_here = result.emplace_back();
    for (CellId cell : cells_.of(buffer, slot)) {
      const std::uint32_t region = region_of_cell_[cell].value - touch.first.value;
      if (regions_here.empty() || regions_here.back() != region) regions_here.push_back(region);
    }
  }
  return result;
}

}  // namespace tidemark::sync
