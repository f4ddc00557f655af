// --html FILE. The file is the person's own, like one after '>' in a shell: it does not belong to the transaction.
#pragma once

#include <optional>
#include <string>

#include "ops/publish/publish.h"
#include "terminal/session.h"

namespace aptix::app {

// Nothing without --html. Fails with usage, io_error where FILE cannot be written, before anything is done.
Result<std::optional<ops::PageRequest>> make_page_request(const Session& session);

// Is the file, or would it be, in git's folder or in that of aptix?
bool is_kept_from_writing(const std::string& file);

// Nobody sees half a page: a regular file is replaced by a rename. Fails with io_error.
Status write_page(const ops::PageRequest& request, std::string_view page);

// Writes the page of a report, when there is one. If it cannot be written, that is an error of the report, or a
// warning when the run is done; it is returned, too.
Status save_page(const std::optional<ops::PageRequest>& request, Report& report);

}  // namespace aptix::app
