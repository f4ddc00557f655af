#include "store/cloud_place.h"

namespace aptix::store {
namespace {

HelperOptions helper_options(const CloudPlace& place, bool create, int busy_ms) {
  return {.create = create, .patience_ms = busy_ms, .unverified = place.unverified, .random = place.random};
}

}  // namespace

Result<std::unique_ptr<CloudSet>> open_cloud(
    const CloudPlace& place, int busy_ms, const std::atomic<bool>* interrupted) {
  if (place.url.empty()) return open_cloud_file(place.file, busy_ms, interrupted);
  return open_cloud_helper(place.url, place.start, helper_options(place, true, busy_ms));
}

Result<std::unique_ptr<CloudSet>> find_cloud(const CloudPlace& place) {
  if (place.empty()) return std::unique_ptr<CloudSet>();
  if (place.url.empty()) return find_cloud_file(place.file);
  return open_cloud_helper(place.url, place.start, helper_options(place, false, kReaderBusyMs));
}

}  // namespace aptix::store
