#include "support/places.h"

namespace aptix::test {

std::string built_aptix() { return APTIX_BINARY; }
std::string source_folder() { return APTIX_SOURCE_DIR; }

}  // namespace aptix::test
