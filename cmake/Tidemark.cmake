# What every target of the project has in common, and the functions that make one:
#   tidemark_library   a folder's library and its tests
#   tidemark_mutated   a second build of a library, in which faults can be planted
#   tidemark_test      a test program, run by every `./tidemark test`
#   tidemark_long      a part of the long campaign, run by `./tidemark test --long`

set(CMAKE_CXX_STANDARD 23)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

find_program(TIDEMARK_CCACHE ccache)
if(TIDEMARK_CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${TIDEMARK_CCACHE})
endif()

set(TIDEMARK_SANITIZE "" CACHE STRING "Sanitizers for everything, as -fsanitize= takes them")
if(TIDEMARK_SANITIZE)
  add_compile_options(-fsanitize=${TIDEMARK_SANITIZE} -fno-sanitize-recover=all
                      -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${TIDEMARK_SANITIZE})
endif()

add_library(tidemark_options INTERFACE)
target_compile_options(tidemark_options INTERFACE -Wall -Wextra -Werror)
# g++ 12 sees an overlap in `"literal" + std::string` that is none (GCC bug 105651).
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  target_compile_options(tidemark_options INTERFACE -Wno-restrict)
endif()
# clang blames whoever sorts stably for a deprecated function inside of libstdc++'s sort.
if(CMAKE_CXX_COMPILER_ID STREQUAL Clang)
  target_compile_options(tidemark_options INTERFACE -Wno-deprecated-declarations)
endif()
target_include_directories(tidemark_options INTERFACE ${PROJECT_SOURCE_DIR}
                                                      ${PROJECT_SOURCE_DIR}/include)

# tidemark_library(NAME [FOLDERS folder...] [DEPENDS target...] [TEST_DEPENDS target...])
#   A static library of the *.cc files of this folder, and of FOLDERS in it; their *_test.cc
#   files become one test program beside it, NAME_test. A main.cc is left to whoever makes
#   a program of it.
function(tidemark_library name)
  cmake_parse_arguments(ARG "" "" "FOLDERS;DEPENDS;TEST_DEPENDS" ${ARGN})
  set(globs ${CMAKE_CURRENT_SOURCE_DIR}/*.cc)
  foreach(folder ${ARG_FOLDERS})
    list(APPEND globs ${CMAKE_CURRENT_SOURCE_DIR}/${folder}/*.cc)
  endforeach()
  file(GLOB sources CONFIGURE_DEPENDS ${globs})
  set(tests ${sources})
  list(FILTER sources EXCLUDE REGEX "_test\\.cc$|/main\\.cc$")
  list(FILTER tests INCLUDE REGEX "_test\\.cc$")
  if(sources)
    add_library(${name} STATIC ${sources})
    target_link_libraries(${name} PUBLIC $<BUILD_INTERFACE:tidemark_options> ${ARG_DEPENDS})
  else()
    add_library(${name} INTERFACE)
    target_link_libraries(${name} INTERFACE $<BUILD_INTERFACE:tidemark_options> ${ARG_DEPENDS})
  endif()
  if(tests)
    tidemark_test(${name}_test SOURCES ${tests} DEPENDS ${name} ${ARG_TEST_DEPENDS})
  endif()
endfunction()

# tidemark_mutated(NAME MACRO)
#   A second build of library NAME, NAME_mutated, with MACRO defined: the one in which faults
#   can be planted (core/planted.h). For tests; nothing that is installed links it.
function(tidemark_mutated name macro)
  if(NOT TIDEMARK_TESTS)
    return()
  endif()
  get_target_property(sources ${name} SOURCES)
  get_target_property(libraries ${name} LINK_LIBRARIES)
  add_library(${name}_mutated STATIC ${sources})
  target_link_libraries(${name}_mutated PUBLIC ${libraries})
  target_compile_definitions(${name}_mutated PUBLIC ${macro})
endfunction()

# tidemark_test(NAME SOURCES file... DEPENDS target...)
function(tidemark_test name)
  if(NOT TIDEMARK_TESTS)
    return()
  endif()
  cmake_parse_arguments(ARG "" "" "SOURCES;DEPENDS" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE tidemark_options ${ARG_DEPENDS}
                                        GTest::gtest GTest::gmock GTest::gtest_main)
  target_compile_definitions(${name} PRIVATE TIDEMARK_SOURCE_DIR="${PROJECT_SOURCE_DIR}"
                                             TIDEMARK_BINARY_DIR="${PROJECT_BINARY_DIR}")
  add_test(NAME ${name} COMMAND ${name})
endfunction()

# tidemark_long(NAME COMMAND command...)
#   A part of the long campaign: a command that prints each figure beside its mark
#   (tests/mark.h) and fails if one is missed. It runs in the source folder, as `ctest
#   -C Long` alone, and has no time limit of ours.
function(tidemark_long name)
  if(NOT TIDEMARK_TESTS)
    return()
  endif()
  cmake_parse_arguments(ARG "" "" "COMMAND" ${ARGN})
  add_test(NAME long.${name} CONFIGURATIONS Long COMMAND ${ARG_COMMAND}
           WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  set_tests_properties(long.${name} PROPERTIES LABELS long TIMEOUT 1000000 RUN_SERIAL ON)
endfunction()
