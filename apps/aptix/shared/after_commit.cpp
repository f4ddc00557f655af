#include "shared/after_commit.h"

#include <sys/random.h>

#include "shared/helper.h"

namespace aptix::app {
namespace {

constexpr int kPatienceMs = 3'000;  // the workspace stays locked meanwhile

Diagnostics push(Opened& opened, const ops::DoneTransaction& done, const ops::Occasion& now) {
  auto sources = ops::Sources::open(*opened.workspace, opened.settings.repository, cloud_place(opened.settings));
  Diagnostics said;
  if (!sources) {
    said.warnings.push_back(std::move(sources).error());
    return said;
  }
  sources->set_patience(kPatienceMs);
  return ops::push_transaction(*opened.workspace, *sources, done, {.caller = now.caller, .time_ns = now.now_ns});
}

}  // namespace

ops::Occasion occasion(const Session& session) {
  ops::Occasion occasion;
  occasion.now_ns = now_ns();
  occasion.caller = session.environment.caller;
  // Right after the start of a machine there may be no random bits: then the time alone must do.
  if (::getrandom(&occasion.random, sizeof occasion.random, GRND_NONBLOCK) < 0)
    occasion.random = static_cast<uint64_t>(occasion.now_ns);
  return occasion;
}

Answer answer_and_push(const Session& session, std::shared_ptr<Opened> opened, ops::DoneTransaction done,
    Diagnostics& diagnostics, const std::function<Answer()>& make) {
  if (done.transaction == 0 || !opened->settings.has_cloud()) return make();
  ops::Occasion now = occasion(session);
  if (session.json()) {
    diagnostics.add(push(*opened, done, now));
    return make();
  }
  Answer answer = make();
  answer.afterwards = [opened, done = std::move(done), now, options = session.text_options(),
                          before = std::move(answer.afterwards)] {
    std::string said = before ? before() : std::string();
    return said + render::render_diagnostics(push(*opened, done, now), options);
  };
  return answer;
}

}  // namespace aptix::app
