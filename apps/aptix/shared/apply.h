// What the commands that read an answer have in common.
#pragma once

#include <optional>
#include <string>

#include "ops/apply/apply.h"
#include "ops/publish/publish.h"
#include "terminal/session.h"

namespace aptix::app {

// Where earlier texts of files may be found.
ops::BasePlaces base_places(const Opened& opened);

// The options of the command line and the settings as a request.
Result<ops::ApplyRequest> make_apply_request(const Session& session, const Opened& opened);

// All that an apply needs, and what came of it.
struct Applied {
  Opened opened;
  ops::ApplyRequest request;
  std::vector<std::unique_ptr<Input>> inputs;  // the report views them
  uint64_t most_tokens = 0;                    // of the feedback; 0: any number
  Report report{};
};

// Opens and reads the inputs. Fails with usage, and as these do.
Result<Applied> prepare(const Session& session);

// The same, lets `adjust` set what the command is about, and applies.
Result<Applied> apply_document(const Session& session, void (*adjust)(ops::ApplyRequest&));

// What the report has to say, with --json and --feedback, where a model may read it: without credentials, and without
// the content of sensitive files.
void hide_from_models(const Session& session, const Opened& opened, Report& report);

// The report as the answer, with --feedback as that.
Answer make_apply_answer(const Session& session, Applied& applied);

// The same for a whole run.
Result<Answer> run_apply(const Session& session, void (*adjust)(ops::ApplyRequest&));

// A document that was made, as the result object of --json; `paths` are of the files that it changes.
std::string document_json(std::string_view form, const std::vector<std::string>& paths, const std::string& document);

// --- --html FILE. The file is the person's own, like one after '>' in a shell: it does not belong to the transaction.

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
