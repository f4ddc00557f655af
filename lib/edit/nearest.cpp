#include "edit/nearest.h"

namespace aptix::edit {

std::optional<Candidate> nearest(std::string_view, std::string_view) { return {}; }

}  // namespace aptix::edit
