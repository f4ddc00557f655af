// Credentials in a text, and the two ways to find them. Pure, linear time.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace aptix::context {

// Bytes [start, end) of a text that are a credential, or its secret part.
struct Secret {
  size_t start = 0, end = 0;
  std::string_view kind;  // "github-token"; of static storage
};

namespace secrets {

// Finds credentials by a table of literals, each with a pattern or a reader: keys of known services, passwords in URLs
// and on command lines, private keys, values of names such as password, token, secret, and all values of Kubernetes
// Secrets. Unordered.
std::vector<Secret> find_by_table(std::string_view text);

// Finds random values in assignments, except to names of hashes, and keys that are recognised by their length.
std::vector<Secret> find_random(std::string_view text);

}  // namespace secrets
}  // namespace aptix::context
