// Where the tests find what they test: the built program, and the tree of the sources.
#pragma once

#include <string>

namespace aptix::test {

std::string built_aptix();    // path of the program
std::string source_folder();  // the top of the repository

}  // namespace aptix::test
