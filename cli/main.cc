#include <iostream>

#include "cli/tidemark.h"

int main(int count, char** arguments) {
  return tidemark::run_tidemark({arguments + 1, arguments + count}, std::cin, std::cout, std::cerr);
}
