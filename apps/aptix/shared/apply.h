// What the commands that read an answer have in common.
#pragma once

#include "ops/apply/apply.h"
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

}  // namespace aptix::app
