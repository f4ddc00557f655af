// The tables of the set and the function that pushes. All is in the schema 'aptix', named in full everywhere.
#pragma once

#include "server.h"

namespace aptix::postgresql {

// False: there is no set, and none was to be made. Fails where a newer program has made it.
Reply<bool> prepare_schema(Server& server, bool create);

}  // namespace aptix::postgresql
