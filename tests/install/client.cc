#include <tidemark/tidemark.h>

#include <iostream>

int main() {
  const auto program = tidemark::parse_program(
      "program copy\nengine a, b\nbuffer x\n"
      "a load -> x\n"
      "b store x ->\n");
  if (!program) return std::cerr << tidemark::to_string(program.error()), 1;
  const tidemark::Streams streams = tidemark::synchronize(*program).streams;
  const auto checked = tidemark::check(*program, streams, tidemark::Inputs(*program));
  std::cout << tidemark::print(streams, *program) << tidemark::summary(*checked, *program) << "\n";
  return checked->verdict == tidemark::Verdict::exact ? 0 : 1;
}
