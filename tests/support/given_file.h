// A large file as a run is given it: as if it had been written some time ago.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "base/given_text.h"

namespace aptix::test {

int64_t soon_ns();  // ten seconds from now, since 1970
std::shared_ptr<GivenText> given_file(const std::string& path);

}  // namespace aptix::test
