// Shared by the commands that read an answer.
#pragma once

#include <optional>
#include <string>

#include "ops/apply/apply.h"
#include "ops/publish/publish.h"
#include "terminal/session.h"

namespace aptix::app {

// Where to look for old texts of files.
ops::BasePlaces base_places(const Opened& opened);

// Makes a request from the command line and the settings.
Result<ops::ApplyRequest> make_apply_request(const Session& session, const Opened& opened);

// What an apply needs, and its result.
struct Applied {
  Opened opened;
  ops::ApplyRequest request;
  std::vector<std::unique_ptr<Input>> inputs;  // viewed by the report
  uint64_t most_tokens = 0;                    // limit for the feedback; 0: none
  Report report{};
};

// Opens the workspace and reads the inputs. Fails with usage, and as those do.
Result<Applied> prepare(const Session& session);

// As prepare(); then lets `adjust` set what the command needs, and applies.
Result<Applied> apply_document(const Session& session, void (*adjust)(ops::ApplyRequest&));

// Removes credentials and content of sensitive files from the report, with --json and --feedback, where a model may
// read it.
void hide_from_models(const Session& session, const Opened& opened, Report& report);

// The report as the answer; with --feedback, the feedback.
Answer make_apply_answer(const Session& session, Applied& applied);

// prepare(), apply and answer in one call.
Result<Answer> run_apply(const Session& session, void (*adjust)(ops::ApplyRequest&));

// A document as the result object of --json; `paths`: the files that it changes.
std::string document_json(std::string_view form, const std::vector<std::string>& paths, const std::string& document);

// --- --html FILE. The file is the person's own, like one after '>' in a shell: it is not part of the transaction.

// nullopt without --html. Fails with usage, and with io_error if FILE cannot be written, before anything is done.
Result<std::optional<ops::PageRequest>> make_page_request(const Session& session);

// True if the file is, or would be, in git's folder or the state folder.
bool is_kept_from_writing(const std::string& file);

// Replaces a regular file by a rename, so that nobody sees half a page. Fails with io_error.
Status write_page(const ops::PageRequest& request, std::string_view page);

// Writes the page of a report, if there is one. A failure is an error of the report, or a warning if the run is
// committed; it is also returned.
Status save_page(const std::optional<ops::PageRequest>& request, Report& report);

}  // namespace aptix::app
