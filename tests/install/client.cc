#include <tidemark/tidemark.h>

#include <iostream>

int main() {
  const auto program = tidemark::parse_program(
      "program copy\nengine a, b\nbuffer x\n"
      "a load -> x\n"
      "b store x ->\n");
  if (!program) return std::cerr << tidemark::to_string(program.error()), 1;
  std::cout << tidemark::print(tidemark::synchronize(*program).streams, *program);
}
