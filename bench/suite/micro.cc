#include "bench/suite/micro.h"

#include <fmt/format.h>

#include <array>
#include <string>

#include "core/check.h"
#include "core/text/parse.h"

namespace tidemark {
namespace {

constexpr std::array<const char*, 5> kEngines = {"pe", "act", "dve", "pool", "sp"};

// The last of an engine's instructions passes the item on; those before keep it busy.
std::string instructions(const MicroShape& shape, int engine) {
  std::string text;
  for (int k = 0; k < shape.body; ++k) {
    const bool is_first = k == 0, is_last = k + 1 == shape.body;
    const std::string reads =
        is_first && engine > 0 ? fmt::format(" x{}[i % {}]", engine - 1, shape.ring) : "";
    const std::string writes = is_last && engine + 1 < shape.engines
                                   ? fmt::format(" x{}[i % {}]", engine, shape.ring)
                                   : "";
    text += fmt::format("  {} touch{} ->{}  columns 1\n", kEngines[engine], reads, writes);
  }
  return text;
}

}  // namespace

Program micro_program(const MicroShape& shape) {
  std::string text = "program micro\n";
  for (int e = 0; e < shape.engines; ++e) text += fmt::format("engine {}\n", kEngines[e]);
  for (int e = 0; e + 1 < shape.engines; ++e)
    text += fmt::format("buffer x{}[{}]\n", e, shape.ring);
  text += "param n\nfor i in 0..n {\n";
  for (int e = 0; e < shape.engines; ++e) text += instructions(shape, e);
  auto program = parse_program(text + "}\n");
  CHECK(program.has_value());
  return *std::move(program);
}

Inputs micro_inputs(const Program& program, std::int64_t iterations) {
  Inputs inputs(program);
  inputs.set(ParamId(0), iterations);
  return inputs;
}

}  // namespace tidemark
