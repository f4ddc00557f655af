#include "after_commit.h"

#include "batch.h"
#include "ops/cloud_push.h"

namespace aptix::app {
namespace {

constexpr int kPatienceMs = 3'000;  // the workspace stays locked meanwhile

Diagnostics push(Opened& opened, uint64_t transaction, const ops::Occasion& now) {
  auto sources = ops::Sources::open(*opened.workspace, opened.settings.repository, opened.settings.cloud_file);
  Diagnostics said;
  if (!sources) {
    said.warnings.push_back(std::move(sources).error());
    return said;
  }
  sources->set_patience(kPatienceMs);
  return ops::push_transaction(*opened.workspace, *sources, transaction, {.caller = now.caller, .time_ns = now.now_ns});
}

}  // namespace

Answer answer_and_push(const Session& session, std::shared_ptr<Opened> opened, uint64_t transaction, Diagnostics& diagnostics,
                       const std::function<Answer()>& make) {
  if (transaction == 0 || opened->settings.cloud_file.empty()) return make();
  ops::Occasion now = occasion(session);
  if (session.json()) {
    diagnostics.add(push(*opened, transaction, now));
    return make();
  }
  Answer answer = make();
  answer.afterwards = [opened, transaction, now, options = session.text_options(), before = std::move(answer.afterwards)] {
    std::string said = before ? before() : std::string();
    return said + render::render_diagnostics(push(*opened, transaction, now), options);
  };
  return answer;
}

}  // namespace aptix::app
