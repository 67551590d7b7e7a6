# What every target of the project has in common, and the two functions that make one.

set(CMAKE_CXX_STANDARD 23)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

find_program(TIDEMARK_CCACHE ccache)
if(TIDEMARK_CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${TIDEMARK_CCACHE})
endif()

add_library(tidemark_options INTERFACE)
target_compile_options(tidemark_options INTERFACE -Wall -Wextra -Werror)
target_include_directories(tidemark_options INTERFACE
  $<BUILD_INTERFACE:${CMAKE_SOURCE_DIR}>)

# tidemark_library(NAME [DEPENDS target...])
#   A static library of the *.cc files of this folder; its *_test.cc files become one
#   test program beside it, NAME_test.
function(tidemark_library name)
  cmake_parse_arguments(ARG "" "" "DEPENDS;TEST_DEPENDS" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cc)
  set(tests ${sources})
  list(FILTER sources EXCLUDE REGEX "_test\\.cc$")
  list(FILTER tests INCLUDE REGEX "_test\\.cc$")
  if(sources)
    add_library(${name} STATIC ${sources})
    target_link_libraries(${name} PUBLIC tidemark_options ${ARG_DEPENDS})
  else()
    add_library(${name} INTERFACE)
    target_link_libraries(${name} INTERFACE tidemark_options ${ARG_DEPENDS})
  endif()
  if(tests)
    tidemark_test(${name}_test SOURCES ${tests} DEPENDS ${name} ${ARG_TEST_DEPENDS})
  endif()
endfunction()

# tidemark_test(NAME SOURCES file... DEPENDS target...)
function(tidemark_test name)
  cmake_parse_arguments(ARG "" "" "SOURCES;DEPENDS" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE ${ARG_DEPENDS} GTest::gtest GTest::gmock GTest::gtest_main)
  target_compile_definitions(${name} PRIVATE TIDEMARK_SOURCE_DIR="${CMAKE_SOURCE_DIR}")
  add_test(NAME ${name} COMMAND ${name})
endfunction()
