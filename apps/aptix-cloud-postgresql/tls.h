// Which servers are believed without a certificate: those of this machine. Pure.
#pragma once

#include <string>
#include <string_view>

namespace aptix::postgresql {

// Lists as libpq takes them, with commas; `addresses` win, where there are any. No host at all is a local socket.
bool are_local(std::string_view hosts, std::string_view addresses);

}  // namespace aptix::postgresql
