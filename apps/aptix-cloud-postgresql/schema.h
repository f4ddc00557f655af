// The tables of the set and the function that pushes, all in the schema 'aptix' and qualified everywhere.
#pragma once

#include "server.h"

namespace aptix::postgresql {

// False: there is no set, and `create` is false. Fails if a newer program has made it.
Reply<bool> prepare_schema(Server& server, bool create);

}  // namespace aptix::postgresql
