#include "format/find/refusal.h"

#include "base/text/bytes.h"

namespace aptix::format {
namespace {

constexpr std::string_view kRefusals[] = {
    "A patch cannot be safely generated with the information provided",  // APTIX_FILE_SPEC §2.4, §6.1
    "Unable to generate a safe Git patch",                               // APTIX_FILE_SPEC §3.2, §6.2
};

// A sentence may be wrapped: each of its spaces stands for white space and line ends.
bool begins_with_sentence(std::string_view text, std::string_view sentence) {
  size_t at = 0;
  for (char c : sentence) {
    size_t before = at;
    if (c == ' ') {
      while (at < text.size() && is_white(text[at])) ++at;
      if (at == before) return false;
    } else if (at == text.size() || text[at++] != c) {
      return false;
    }
  }
  return true;
}

}  // namespace

std::optional<size_t> find_refusal(std::string_view text, size_t line) {
  for (std::string_view sentence : kRefusals)
    for (size_t at = text.substr(0, line).find(sentence.front()); at < line;
         at = text.substr(0, line).find(sentence.front(), at + 1))
      if (begins_with_sentence(text.substr(at), sentence)) return at;
  return std::nullopt;
}

}  // namespace aptix::format
