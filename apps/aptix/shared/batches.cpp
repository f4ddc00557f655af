#include "shared/batches.h"

#include <fmt/format.h>
#include <sys/random.h>
#include <time.h>

#include "shared/records.h"

namespace aptix::app {

ops::Occasion occasion(const Session& session) {
  timespec now{};
  ::clock_gettime(CLOCK_REALTIME, &now);
  ops::Occasion occasion;
  occasion.now_ns = static_cast<int64_t>(now.tv_sec) * 1'000'000'000 + now.tv_nsec;
  occasion.caller = session.environment.caller;
  // Right after the start of a machine there may be no random bits: then the time alone must do.
  if (::getrandom(&occasion.random, sizeof occasion.random, GRND_NONBLOCK) < 0)
    occasion.random = static_cast<uint64_t>(now.tv_nsec);
  return occasion;
}

std::string as_transaction(const store::Application& application) {
  if (application.transaction == 0) return " and there was nothing to change";
  return fmt::format(" as transaction {}", application.transaction);
}

void write_applications(json::Writer& w, const store::StoredBatch& batch) {
  w.objects("applications", batch.applications, [&](const store::Application& application) {
    render::write_transaction(w, application.transaction);
    w.field("time", utc_time(application.time_ns));
  });
}

}  // namespace aptix::app
