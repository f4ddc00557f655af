// Credentials in a text, and the two ways to find them. Pure, linear time.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace aptix::context {

// Bytes [start, end) of a text that are a credential, or the part of one that says everything.
struct Secret {
  size_t start = 0, end = 0;
  std::string_view kind;  // "github-token"; from one of the tables, so it lives on
};

namespace secrets {

// By a table of literals, each with the pattern or the reader that is asked where it stands: keys of known services,
// passwords in addresses and on command lines, private keys; then values of names such as password, token, secret, and
// all values of Secret objects of Kubernetes. In no order.
std::vector<Secret> find_by_table(std::string_view text);

// Values of assignments that only chance makes, of any name but names of hashes; and keys that their length alone gives
// away.
std::vector<Secret> find_random(std::string_view text);

}  // namespace secrets
}  // namespace aptix::context
