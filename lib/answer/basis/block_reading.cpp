#include "answer/basis/block_reading.h"

#include <functional>
#include <string>
#include <utility>

namespace aptix::answer {

std::string_view BlockReading::keep(std::string_view text) {
  std::less_equal<const char*> in_order;
  std::string_view whole = input.bytes;
  bool is_view =
      in_order(whole.data(), text.data()) && in_order(text.data() + text.size(), whole.data() + whole.size());
  return is_view ? text : plan.keep(std::string(text));
}

Origin BlockReading::origin(size_t offset, std::string pointer) {
  Origin origin = findings.origin(offset);
  if (!pointer.empty()) origin.pointer = plan.keep(std::move(pointer));
  return origin;
}

}  // namespace aptix::answer
