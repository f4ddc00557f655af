#include "edit/left_out/placeholder_words.h"

#include <algorithm>
#include <iterator>

namespace aptix::edit {
namespace {

struct Word {
  std::string_view text;
  unsigned roles;
};

// Sorted, for the search.
constexpr Word kWords[] = {
    {"above", kFiller},
    {"abridged", kStrong | kState},
    {"all", kFiller | kLead},
    {"and", kFiller | kLead},
    {"any", kFiller | kLead},
    {"are", kFiller},
    {"as", kFiller},
    {"as-is", kState},
    {"before", kState},
    {"below", kFiller},
    {"body", kNoun},
    {"brevity", kStrong | kState},
    {"case", kNoun},
    {"cases", kNoun},
    {"changes", kNoun},
    {"class", kNoun | kText},
    {"classes", kNoun},
    {"code", kNoun | kPlain | kText},
    {"component", kNoun | kText},
    {"components", kNoun},
    {"config", kNoun},
    {"configuration", kNoun},
    {"constructor", kNoun},
    {"content", kNoun},
    {"contents", kNoun},
    {"continue", kFiller},
    {"continues", kFiller},
    {"css", kNoun},
    {"declarations", kNoun},
    {"definition", kNoun},
    {"definitions", kNoun},
    {"dependencies", kNoun},
    {"document", kNoun | kText},
    {"elided", kStrong | kState},
    {"else", kFiller},
    {"entries", kNoun},
    {"everything", kFiller | kLead},
    {"exactly", kFiller},
    {"existing", kStrong},
    {"exports", kNoun},
    {"fields", kNoun},
    {"file", kNoun | kText},
    {"files", kNoun},
    {"for", kFiller},
    {"from", kFiller},
    {"function", kNoun | kText},
    {"functions", kNoun | kPlain},
    {"goes", kFiller},
    {"handlers", kNoun},
    {"helpers", kNoun},
    {"here", kFiller},
    {"html", kNoun},
    {"identical", kStrong | kState},
    {"implementation", kNoun | kPlain | kText},
    {"implementations", kNoun},
    {"import", kNoun},
    {"imports", kNoun | kPlain},
    {"in", kFiller},
    {"intact", kState},
    {"is", kFiller},
    {"items", kNoun},
    {"its", kFiller},
    {"jsx", kNoun},
    {"keep", kStrong | kLead},
    {"kept", kState},
    {"lines", kNoun},
    {"logic", kNoun | kPlain | kText},
    {"markup", kNoun},
    {"method", kNoun | kText},
    {"methods", kNoun | kPlain},
    {"module", kNoun | kText},
    {"more", kFiller},
    {"not", kFiller},
    {"of", kFiller},
    {"omitted", kStrong | kState},
    {"original", kStrong},
    {"other", kStrong},
    {"others", kStrong},
    {"our", kFiller | kLead},
    {"page", kNoun | kText},
    {"part", kNoun},
    {"parts", kNoun},
    {"previous", kStrong},
    {"previously", kStrong},
    {"properties", kNoun},
    {"props", kNoun},
    {"remain", kState},
    {"remainder", kStrong},
    {"remaining", kStrong},
    {"remains", kState},
    {"rest", kStrong},
    {"routes", kNoun},
    {"same", kStrong | kState},
    {"script", kNoun | kText},
    {"section", kNoun},
    {"sections", kNoun},
    {"settings", kNoun},
    {"setup", kNoun},
    {"shown", kState},
    {"skipped", kStrong | kState},
    {"snip", kStrong | kState},
    {"snipped", kStrong | kState},
    {"some", kFiller | kLead},
    {"state", kNoun},
    {"stay", kState},
    {"stays", kState},
    {"styles", kNoun},
    {"test", kNoun},
    {"tests", kNoun},
    {"text", kNoun},
    {"that", kFiller},
    {"the", kFiller | kLead},
    {"this", kFiller | kLead},
    {"truncated", kStrong | kState},
    {"unchanged", kStrong | kState},
    {"unmodified", kStrong | kState},
    {"untouched", kStrong | kState},
    {"variables", kNoun},
    {"your", kFiller | kLead},
};
static_assert(
    std::is_sorted(std::begin(kWords), std::end(kWords), [](const Word& a, const Word& b) { return a.text < b.text; }));

// "12", "10-20"
bool is_number(std::string_view word) {
  return word.find_first_not_of("0123456789-") == std::string_view::npos && word.front() != '-';
}

}  // namespace

unsigned roles_of(std::string_view word) {
  if (is_number(word)) return kFiller;
  auto at = std::lower_bound(std::begin(kWords), std::end(kWords), word,
      [](const Word& entry, std::string_view wanted) { return entry.text < wanted; });
  return at != std::end(kWords) && at->text == word ? at->roles : 0;
}

}  // namespace aptix::edit
