# Installs <tidemark/tidemark.h> and every header of ours that it includes, however
# indirectly, so that there is no list to keep. In the tree a header is named from the
# top, "core/ir/ids.h"; installed it is "tidemark/core/ir/ids.h", which can meet no file
# of the user's. Reads source_dir and include_dir.

cmake_policy(VERSION 3.25)  # an install script starts with none

function(install_header from to)
  set(target "$ENV{DESTDIR}${include_dir}/tidemark/${to}")
  if("${target}" IN_LIST CMAKE_INSTALL_MANIFEST_FILES)
    return()
  endif()
  list(APPEND CMAKE_INSTALL_MANIFEST_FILES "${target}")
  set(CMAKE_INSTALL_MANIFEST_FILES "${CMAKE_INSTALL_MANIFEST_FILES}" PARENT_SCOPE)

  file(READ "${source_dir}/${from}" text)
  string(REGEX MATCHALL "#include \"[^\"]+\"" includes "${text}")
  string(REGEX REPLACE "#include \"([^\"]+)\"" "#include \"tidemark/\\1\"" text "${text}")
  file(WRITE "${target}" "${text}")
  foreach(include IN LISTS includes)
    string(REGEX REPLACE "#include \"(.+)\"" "\\1" header "${include}")
    install_header("${header}" "${header}")
    set(CMAKE_INSTALL_MANIFEST_FILES "${CMAKE_INSTALL_MANIFEST_FILES}" PARENT_SCOPE)
  endforeach()
endfunction()

message(STATUS "Installing headers: ${include_dir}/tidemark")
install_header(include/tidemark/tidemark.h tidemark.h)
