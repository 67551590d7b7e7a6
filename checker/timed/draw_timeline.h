// A timeline as a picture for people without a trace viewer.
//
// Both are self-contained: no script, font or image is fetched. The SVG is still, for a few
// hundred instances. The page draws on a canvas, with the wheel to zoom, dragging to move and
// the instance under the pointer in words; it stays readable and quick at many thousands.
#pragma once

#include <string>

#include "checker/timed/timeline.h"

namespace tidemark {

struct Picture {
  const Program& program;
  const Timeline& timeline;
  std::string title;  // "softmax, dynamic on trn2: 12.3 us, simulated"
};

std::string timeline_svg(const Picture& picture);
std::string timeline_page(const Picture& picture);

}  // namespace tidemark
