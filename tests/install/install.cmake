# Installs build_dir into an empty prefix.
file(REMOVE_RECURSE ${prefix})
execute_process(COMMAND ${CMAKE_COMMAND} --install ${build_dir} --prefix ${prefix}
                COMMAND_ERROR_IS_FATAL ANY)
