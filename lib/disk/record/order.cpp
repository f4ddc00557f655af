// Sorting by path keeps the files of one folder together, so that the folder is opened once.
#include "disk/record/order.h"

#include <algorithm>

namespace aptix::disk {

PublishOrder publish_order(const Manifest& manifest) {
  PublishOrder order;
  for (size_t i = 0; i < manifest.files.size(); ++i) {
    const ManifestFile& file = manifest.files[i];
    (!file.after.exists ? order.removed : file.before.exists ? order.replaced : order.created).push_back(i);
  }
  auto by_path = [&](size_t a, size_t b) { return manifest.files[a].path < manifest.files[b].path; };
  for (std::vector<size_t>* phase : {&order.removed, &order.replaced, &order.created})
    std::sort(phase->begin(), phase->end(), by_path);
  return order;
}

}  // namespace aptix::disk
