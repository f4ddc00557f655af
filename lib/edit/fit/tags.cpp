#include "edit/fit/tags.h"

#include <algorithm>
#include <unordered_map>

#include "base/text/ascii.h"
#include "base/text/bytes.h"
#include "base/text/trim.h"

namespace aptix::edit {
namespace {

constexpr std::string_view kMayStayOpen[] = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta",
    "param", "source", "track", "wbr", "p", "li", "dt", "dd", "tr", "td", "th", "tbody", "thead", "tfoot", "option",
    "optgroup", "colgroup", "rp", "rt"};

class TagScanner {
 public:
  explicit TagScanner(std::string_view text) : text_(text) {}

  std::vector<LoneTag> run() {
    for (size_t at = text_.find('<'); at < text_.size(); at = text_.find('<', at)) at = tag(at);
    for (const LoneTag& open : open_)
      if (!is_one_of(kMayStayOpen, open.name)) lone_.push_back(open);
    return std::move(lone_);
  }

 private:
  uint32_t line_of(size_t at) {
    line_ += static_cast<uint32_t>(
        std::count(text_.begin() + static_cast<ptrdiff_t>(counted_), text_.begin() + static_cast<ptrdiff_t>(at), '\n'));
    counted_ = at;
    return line_;
  }

  size_t past(std::string_view end, size_t at) const {
    size_t found = text_.find(end, at);
    return found == text_.npos ? text_.size() : found + end.size();
  }

  size_t tag(size_t at) {
    std::string_view rest = text_.substr(at);
    if (rest.starts_with("<!--")) return past("-->", at);
    if (rest.starts_with("<![CDATA[")) return past("]]>", at);
    if (rest.starts_with("<%")) return past("%>", at);
    if (rest.starts_with("<?")) return past("?>", at);
    bool ends = rest.starts_with("</");
    size_t start = at + (ends ? 2 : 1), name_end = start;
    while (name_end < text_.size() && is_of_name(text_[name_end])) ++name_end;
    if (name_end == start || !is_letter_or_digit(text_[start])) return at + 1;
    std::string name = ascii_lower(text_.substr(start, name_end - start));
    size_t end = end_of_tag(name_end);
    if (end == text_.npos) return at + 1;  // cut off, or no tag: "a <b"
    if (ends) close(name, at);
    else if (text_[end - 1] != '/') open(name, at);
    if (!ends && text_[end - 1] != '/' && (name == "script" || name == "style" || name == "textarea")) {
      size_t closing = text_.find("</" + name, end);
      return closing == text_.npos ? text_.size() : closing;
    }
    return end + 1;
  }

  static bool is_of_name(char c) { return is_of_word(c) || c == '-' || c == '_' || c == ':' || c == '.'; }

  // Its '>', which does not stand in quotes or braces.
  size_t end_of_tag(size_t at) const {
    int braces = 0;
    for (; at < text_.size(); ++at) {
      char c = text_[at];
      if ((c == '"' || c == '\'') && braces == 0) {
        at = text_.find(c, at + 1);
        if (at == text_.npos) return at;
      } else if (c == '{') ++braces;
      else if (c == '}') braces -= braces > 0 ? 1 : 0;
      else if (c == '>' && braces == 0) return at;
      else if (c == '<' && braces == 0) return text_.npos;
    }
    return text_.npos;
  }

  void open(const std::string& name, size_t at) {
    open_.push_back({name, line_of(at)});
    ++counts_[name];
  }

  void close(const std::string& name, size_t at) {
    if (counts_[name] == 0) {
      if (!is_one_of(kMayStayOpen, name)) lone_.push_back({"/" + name, line_of(at)});
      return;
    }
    for (; open_.back().name != name; open_.pop_back()) {
      --counts_[open_.back().name];
      if (!is_one_of(kMayStayOpen, open_.back().name)) lone_.push_back(open_.back());
    }
    --counts_[name];
    open_.pop_back();
  }

  std::string_view text_;
  size_t counted_ = 0;
  uint32_t line_ = 0;
  std::vector<LoneTag> open_, lone_;
  std::unordered_map<std::string, size_t> counts_;  // of the open ones
};

}  // namespace

std::vector<LoneTag> lone_tags(std::string_view text) { return TagScanner(text).run(); }

}  // namespace aptix::edit
