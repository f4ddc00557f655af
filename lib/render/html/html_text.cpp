#include "render/html/html_text.h"

#include <algorithm>

#include "base/text/text.h"

namespace aptix::render::html {
namespace {

// "" for a letter that stands for itself.
std::string_view entity(char c) {
  switch (c) {
    case '&': return "&amp;";
    case '<': return "&lt;";
    case '>': return "&gt;";
    case '"': return "&quot;";
    case '\'': return "&#39;";
    default: return {};
  }
}

void append_plain(std::string& out, std::string_view text) {
  for (char c : text) {
    std::string_view written = entity(c);
    if (written.empty()) out += c;
    else out += written;
  }
}

// How many bytes of `text` from `at` on are one character that cannot be shown; 0 when it can be.
size_t hidden_at(std::string_view text, size_t at) {
  if (text[at] == '\t') return 0;
  uint8_t size = utf8_sequence_size(text, at);
  if (size == 0) return 1;
  return is_invisible(decode_utf8(text, at).value) ? size : 0;
}

}  // namespace

std::string attribute(std::string_view text) {
  std::string out;
  append_plain(out, escape_for_display(text));
  return out;
}

void append_text(std::string& out, std::string_view text) {
  size_t plain = 0;
  for (size_t at = 0; at < text.size();) {
    size_t hidden = hidden_at(text, at);
    if (hidden == 0) {
      at += std::max<size_t>(utf8_sequence_size(text, at), 1);
      continue;
    }
    append_plain(out, text.substr(plain, at - plain));
    out += "<span class=\"c\">";
    append_plain(out, escape_for_display(text.substr(at, hidden)));
    out += "</span>";
    plain = at += hidden;
  }
  append_plain(out, text.substr(plain));
}

}  // namespace aptix::render::html
