#include "tls.h"

namespace aptix::postgresql {
namespace {

bool is_local(std::string_view host) {
  if (host.empty() || host.front() == '/' || host.front() == '@') return true;  // a socket
  return host == "localhost" || host == "::1" || host == "127.0.0.1";
}

}  // namespace

bool are_local(std::string_view hosts, std::string_view addresses) {
  std::string_view list = addresses.empty() ? hosts : addresses;
  while (true) {
    std::string_view one = list.substr(0, list.find(','));
    // An empty address stands for the host at the same place: whoever writes so names hosts only.
    if (!is_local(one) || (one.empty() && !addresses.empty())) return false;
    if (one.size() == list.size()) return true;
    list.remove_prefix(one.size() + 1);
  }
}

}  // namespace aptix::postgresql
