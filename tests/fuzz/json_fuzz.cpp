// Fuzzes the JSON reader against simdjson: what one accepts and the other refuses must be one of the
// refusals that are ours on purpose.
#include <simdjson.h>

#include <cstdlib>
#include <string_view>

#include "base/json/json.h"

using namespace aptix;

static bool ours_on_purpose(const json::ReadResult& result) {
  for (const json::Fault& fault : result.errors)
    if (fault.code != Code::json_duplicate_key && fault.code != Code::json_too_deep &&
        fault.code != Code::json_surrogate)
      return false;
  return true;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  std::string_view text(reinterpret_cast<const char*>(data), size);
  json::ReadResult result = json::read(text);
  for (const json::Fault& fault : result.errors)
    if (fault.offset > size) std::abort();
  if (result.end > size) std::abort();

  simdjson::dom::parser parser;
  simdjson::error_code error = parser.parse(text.data(), text.size()).error();
  bool plain = result.document.has_value() && result.errors.empty() && result.repairs.empty();
  // simdjson refuses integers beyond 64 bits and drops a byte-order mark, we do neither.
  if (plain && error != simdjson::SUCCESS && error != simdjson::NUMBER_ERROR && error != simdjson::NUMBER_OUT_OF_RANGE)
    std::abort();
  if (!plain && error == simdjson::SUCCESS && !text.starts_with("\xEF\xBB\xBF") && !ours_on_purpose(result))
    std::abort();
  return 0;
}
