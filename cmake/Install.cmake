# `cmake --install`: the command, the libraries, and the headers that <tidemark/tidemark.h>
# includes, for `find_package(tidemark)` and `target_link_libraries(... tidemark::tidemark)`.

include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/tidemark)
set(libraries tidemark_ir tidemark_text tidemark_run tidemark_target tidemark_sync tidemark_checker)

add_library(tidemark_all INTERFACE)
set_target_properties(tidemark_all PROPERTIES EXPORT_NAME tidemark)
target_link_libraries(tidemark_all INTERFACE ${libraries})
add_library(tidemark::tidemark ALIAS tidemark_all)

install(TARGETS ${libraries} tidemark_all EXPORT tidemark
        INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT tidemark NAMESPACE tidemark:: FILE tidemarkTargets.cmake DESTINATION ${package_dir})
install(TARGETS tidemark_command)

configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/tidemarkConfig.cmake.in
                              ${PROJECT_BINARY_DIR}/tidemarkConfig.cmake
                              INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/tidemarkConfigVersion.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/tidemarkConfig.cmake
              ${PROJECT_BINARY_DIR}/tidemarkConfigVersion.cmake DESTINATION ${package_dir})

install(CODE "set(source_dir \"${PROJECT_SOURCE_DIR}\")
set(include_dir \"\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_INCLUDEDIR}\")")
install(SCRIPT ${PROJECT_SOURCE_DIR}/cmake/InstallHeaders.cmake)
