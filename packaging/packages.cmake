# What is installed, and the Debian packages. 'cmake --install' takes the binary as it was built. The packages have
# another link of the same objects, with Debian's shared libraries, and the library for other programs:
#   cmake --build build/release --target packages && (cd build/release && cpack)
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(APTIX_STAGED ${CMAKE_BINARY_DIR}/packages)  # what packaging/stage makes

# --- a prefix

install(TARGETS aptix RUNTIME DESTINATION bin)
file(GLOB APTIX_MAN_PAGES CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/man/*.1)
install(FILES ${APTIX_MAN_PAGES} DESTINATION share/man/man1)
foreach(pair IN ITEMS bash:bash-completion/completions/aptix zsh:zsh/site-functions/_aptix fish:fish/vendor_completions.d/aptix.fish)
  string(REGEX MATCH "^[a-z]+" shell ${pair})
  string(REGEX REPLACE "^[a-z]+:" "" place ${pair})
  install(CODE "
    set(file \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/share/${place}\")
    cmake_path(GET file PARENT_PATH folder)
    file(MAKE_DIRECTORY \"\${folder}\")
    execute_process(COMMAND $<TARGET_FILE:aptix> completion ${shell} OUTPUT_FILE \"\${file}\" COMMAND_ERROR_IS_FATAL ANY)
    message(STATUS \"Installing: \${file}\")")
endforeach()

# --- the library

add_library(aptix_library STATIC EXCLUDE_FROM_ALL ${CMAKE_SOURCE_DIR}/apps/library/apply.cpp
  $<TARGET_OBJECTS:aptix_hot> $<TARGET_OBJECTS:aptix_cold>)
target_include_directories(aptix_library PUBLIC ${CMAKE_SOURCE_DIR}/include PRIVATE ${CMAKE_SOURCE_DIR}/lib)
target_compile_definitions(aptix_library PRIVATE APTIX_VERSION="${PROJECT_VERSION}")
target_link_libraries(aptix_library PRIVATE aptix_flags tl::expected)
set_target_properties(aptix_library PROPERTIES OUTPUT_NAME aptix ARCHIVE_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/library)

set(APTIX_CMAKE_FOLDER lib/cmake/aptix)
set(CMAKE_INSTALL_LIBDIR lib)
configure_package_config_file(${CMAKE_SOURCE_DIR}/packaging/aptix-config.cmake.in ${APTIX_STAGED}/aptix-config.cmake
  INSTALL_DESTINATION ${APTIX_CMAKE_FOLDER} PATH_VARS CMAKE_INSTALL_LIBDIR CMAKE_INSTALL_INCLUDEDIR)
write_basic_package_version_file(${APTIX_STAGED}/aptix-config-version.cmake COMPATIBILITY SameMajorVersion)
configure_file(${CMAKE_SOURCE_DIR}/packaging/aptix.pc.in ${APTIX_STAGED}/aptix.pc @ONLY)
install(FILES ${CMAKE_SOURCE_DIR}/include/aptix/apply.h DESTINATION include/aptix COMPONENT dev EXCLUDE_FROM_ALL)
install(FILES ${APTIX_STAGED}/libaptix.a DESTINATION lib COMPONENT dev EXCLUDE_FROM_ALL)
install(FILES ${APTIX_STAGED}/aptix.pc DESTINATION lib/pkgconfig COMPONENT dev EXCLUDE_FROM_ALL)
install(FILES ${APTIX_STAGED}/aptix-config.cmake ${APTIX_STAGED}/aptix-config-version.cmake
  DESTINATION ${APTIX_CMAKE_FOLDER} COMPONENT dev EXCLUDE_FROM_ALL)

# --- the binary on Debian's own libraries

add_executable(aptix_system EXCLUDE_FROM_ALL ${CMAKE_SOURCE_DIR}/apps/aptix/main.cpp
  $<TARGET_OBJECTS:aptix_hot> $<TARGET_OBJECTS:aptix_cold> $<TARGET_OBJECTS:aptix_app>)
target_include_directories(aptix_system PRIVATE ${CMAKE_SOURCE_DIR}/lib ${CMAKE_SOURCE_DIR}/apps/aptix)
foreach(name IN ITEMS crypto z utf8proc sqlite3 re2 simdjson edit)
  find_library(APTIX_SYSTEM_${name} NAMES lib${name}.so)
  list(APPEND APTIX_SYSTEM_LIBRARIES ${APTIX_SYSTEM_${name}})
endforeach()
set(APTIX_SYSTEM_TARGETS aptix_system)
if(TARGET aptix-cloud-postgresql)
  add_executable(aptix_cloud_system EXCLUDE_FROM_ALL ${APTIX_POSTGRESQL_SOURCES} $<TARGET_OBJECTS:aptix_hot> $<TARGET_OBJECTS:aptix_cold>)
  target_include_directories(aptix_cloud_system PRIVATE ${CMAKE_SOURCE_DIR}/lib)
  target_include_directories(aptix_cloud_system SYSTEM PRIVATE ${PQ_INCLUDE_DIR})
  target_link_libraries(aptix_cloud_system PRIVATE ${PQ_LIBRARY})
  list(APPEND APTIX_SYSTEM_TARGETS aptix_cloud_system)
endif()
foreach(target IN LISTS APTIX_SYSTEM_TARGETS)
  target_link_libraries(${target} PRIVATE aptix_flags tl::expected Threads::Threads ${APTIX_SYSTEM_LIBRARIES} ${CMAKE_DL_LIBS})
  target_link_options(${target} PRIVATE -pie -Wl,-z,relro,-z,now,--as-needed,--gc-sections)
  target_compile_definitions(${target} PRIVATE APTIX_VERSION="${PROJECT_VERSION}")
  set_target_properties(${target} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/system)
endforeach()
set_target_properties(aptix_system PROPERTIES OUTPUT_NAME aptix)

set(APTIX_SYSTEM_FILES $<TARGET_FILE:aptix_system>)
if(TARGET aptix_cloud_system)
  set_target_properties(aptix_cloud_system PROPERTIES OUTPUT_NAME aptix-cloud-postgresql)
  list(APPEND APTIX_SYSTEM_FILES $<TARGET_FILE:aptix_cloud_system>)
  install(PROGRAMS ${APTIX_STAGED}/aptix-cloud-postgresql DESTINATION libexec/aptix COMPONENT cloud EXCLUDE_FROM_ALL)
endif()
add_custom_target(packages
  COMMAND ${CMAKE_SOURCE_DIR}/packaging/stage ${APTIX_STAGED} ${PROJECT_VERSION} $<TARGET_FILE:aptix_library> ${APTIX_SYSTEM_FILES}
  DEPENDS ${APTIX_SYSTEM_TARGETS} aptix_library COMMAND_EXPAND_LISTS VERBATIM)

install(PROGRAMS ${APTIX_STAGED}/aptix DESTINATION bin COMPONENT aptix EXCLUDE_FROM_ALL)
install(DIRECTORY ${APTIX_STAGED}/man1 ${APTIX_STAGED}/man7 DESTINATION share/man COMPONENT aptix EXCLUDE_FROM_ALL)
install(FILES ${APTIX_STAGED}/aptix.bash DESTINATION share/bash-completion/completions RENAME aptix COMPONENT aptix EXCLUDE_FROM_ALL)
install(FILES ${APTIX_STAGED}/aptix.zsh DESTINATION share/zsh/vendor-completions RENAME _aptix COMPONENT aptix EXCLUDE_FROM_ALL)
install(FILES ${APTIX_STAGED}/aptix.fish DESTINATION share/fish/vendor_completions.d COMPONENT aptix EXCLUDE_FROM_ALL)
set(APTIX_PACKAGES aptix:aptix dev:libaptix-dev)
if(TARGET aptix_cloud_system)
  list(APPEND APTIX_PACKAGES cloud:aptix-cloud-postgresql)
endif()
set(CPACK_COMPONENTS_ALL)
foreach(pair IN LISTS APTIX_PACKAGES)
  string(REGEX MATCH "^[a-z]+" component ${pair})
  string(REGEX REPLACE "^[a-z]+:" "" package ${pair})
  list(APPEND CPACK_COMPONENTS_ALL ${component})
  install(FILES ${APTIX_STAGED}/copyright ${APTIX_STAGED}/changelog.gz ${APTIX_STAGED}/changelog.Debian.gz
    DESTINATION share/doc/${package} COMPONENT ${component} EXCLUDE_FROM_ALL)
  install(FILES ${CMAKE_SOURCE_DIR}/packaging/${package}.lintian DESTINATION share/lintian/overrides RENAME ${package}
    COMPONENT ${component} EXCLUDE_FROM_ALL)
endforeach()

# --- Debian packages

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME aptix)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_CONTACT "The aptix authors <maintainers@users.noreply.github.com>")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
  OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION TRUE)
set(CPACK_DEBIAN_APTIX_PACKAGE_NAME aptix)
set(CPACK_DEBIAN_APTIX_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_APTIX_PACKAGE_SHLIBDEPS ON)
set(CPACK_COMPONENT_APTIX_DESCRIPTION "apply the edits in a language model's answer, all or none
Reads a whole chat answer, finds the edits in it (file bundles, unified diffs,
SEARCH/REPLACE blocks, calls of edit tools, whole files) and applies them to a
work tree as one transaction, which survives a crash and can be undone.")
set(CPACK_DEBIAN_CLOUD_PACKAGE_NAME aptix-cloud-postgresql)
set(CPACK_DEBIAN_CLOUD_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_CLOUD_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_CLOUD_PACKAGE_DEPENDS "aptix (= ${PROJECT_VERSION}-1)")
set(CPACK_COMPONENT_CLOUD_DESCRIPTION "share aptix's Cloud File Set by a PostgreSQL server
The program that aptix starts where its configuration names a database as the
place of the shared set of files, for many people and machines.")
set(CPACK_DEBIAN_DEV_PACKAGE_NAME libaptix-dev)
set(CPACK_DEBIAN_DEV_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEV_PACKAGE_DEPENDS
  "libssl-dev, zlib1g-dev, libutf8proc-dev, libsqlite3-dev, libre2-dev, libsimdjson-dev")
set(CPACK_COMPONENT_DEV_DESCRIPTION "library that applies the edits in a language model's answer
The header, the static library and the files for CMake and pkg-config of what
the command aptix does: an answer and a folder in, a report out.")
include(CPack)
