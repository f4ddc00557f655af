#include "tools/roots.h"

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstdlib>

namespace aptix::app {

Result<std::vector<std::string>> tool_roots(const Session& session) {
  std::vector<std::string> given = session.arguments.values("root"), roots;
  if (given.empty()) given.emplace_back(".");
  for (const std::string& root : given) {
    char real[PATH_MAX];
    struct stat about {};
    bool known = ::realpath(root.c_str(), real) != nullptr && ::stat(real, &about) == 0;
    int error = known && !S_ISDIR(about.st_mode) ? ENOTDIR : known ? 0 : errno;
    if (error != 0)
      return fail(Code::usage, fmt::format("cannot open the root {}: {}", in_quotes(root), system_message(error)),
          "name a folder that is there");
    if (std::find(roots.begin(), roots.end(), real) == roots.end()) roots.emplace_back(real);
  }
  return roots;
}

}  // namespace aptix::app
