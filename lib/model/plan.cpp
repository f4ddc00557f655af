// The words by which operations are reported.
#include "model/plan.h"

#include "base/assert.h"

namespace aptix {

std::string_view name(Operation operation) {
  switch (operation) {
    case Operation::create: return "create";
    case Operation::write: return "replace";
    case Operation::remove: return "delete";
    case Operation::modify: return "patch";
    case Operation::rename: return "rename";
    case Operation::copy: return "copy";
  }
  throw Bug("no such operation");
}

std::string_view name(Source source) { return kSourceNames[static_cast<size_t>(source)]; }

}  // namespace aptix
