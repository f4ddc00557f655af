#include "terminal/users.h"

#include <charconv>

#include "base/text/trim.h"
#include "terminal/streams.h"

namespace aptix::app {
namespace {

struct User {
  std::string name;
  uid_t number;
};

// A line for each user: name, password, number, and four fields more, with ":" between them.
std::vector<User> listed_users() {
  constexpr uint64_t kMostBytes = 64 << 20;
  std::vector<User> users;
  Result<std::string> list = read_file("/etc/passwd", kMostBytes, nullptr);
  if (!list) return users;
  for (std::string_view line : split(*list, '\n')) {
    std::vector<std::string_view> fields = split(line, ':');
    uid_t number = 0;
    bool is_user = fields.size() == 7 && !fields[0].empty() &&
        std::from_chars(fields[2].data(), fields[2].data() + fields[2].size(), number).ec == std::errc();
    if (is_user) users.push_back({std::string(fields[0]), number});
  }
  return users;
}

}  // namespace

std::optional<uid_t> user_named(std::string_view name) {
  for (const User& user : listed_users())
    if (user.name == name) return user.number;
  return std::nullopt;
}

}  // namespace aptix::app
