// Fuzzes the diff parser, and looks for every hunk in a text made of the input.
#include <cstdlib>
#include <string>
#include <string_view>

#include "diff/find/locate.h"
#include "diff/read/unified.h"

using namespace aptix;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  std::string_view text(reinterpret_cast<const char*>(data), size);
  std::string old_side;
  for (size_t at = 0; at < text.size();) {
    size_t end = std::min(text.find('\n', at), text.size() - 1) + 1;
    if (text[at] == ' ' || text[at] == '-') old_side += text.substr(at + 1, end - at - 1);
    at = end;
  }
  diff::Locator locator(old_side);
  for (bool end_is_certain : {false, true}) {
    diff::ParseResult result = diff::parse_unified(text, {.end_is_certain = end_is_certain});
    for (const diff::ParseFault& fault : result.errors)
      if (fault.offset > size || fault.message.empty()) std::abort();
    for (const diff::FilePatch& file : result.files)
      for (const diff::Hunk& hunk : file.hunks) {
        if (locator.find(hunk).places.size() > 100) std::abort();
        if (locator.may_look_again()) locator.nearest(hunk);
      }
  }
  return 0;
}
