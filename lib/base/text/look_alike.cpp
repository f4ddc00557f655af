#include "base/text/look_alike.h"

#include <algorithm>

namespace aptix {
namespace {

constexpr LookAlike kTypography[] = {{"\xE2\x80\x98", "'"}, {"\xE2\x80\x99", "'"}, {"\xE2\x80\x9A", "'"},
    {"\xE2\x80\x9B", "'"}, {"\xE2\x80\xB2", "'"}, {"\xC2\xB4", "'"}, {"\xE2\x80\x9C", "\""}, {"\xE2\x80\x9D", "\""},
    {"\xE2\x80\x9E", "\""}, {"\xE2\x80\x9F", "\""}, {"\xE2\x80\xB3", "\""}, {"\xC2\xAB", "\""}, {"\xC2\xBB", "\""},
    {"\xE2\x80\x90", "-"}, {"\xE2\x80\x91", "-"}, {"\xE2\x80\x92", "-"}, {"\xE2\x80\x93", "-"}, {"\xE2\x80\x94", "-"},
    {"\xE2\x80\x95", "-"}, {"\xE2\x88\x92", "-"}, {"\xC2\xA0", " "}, {"\xE2\x80\x82", " "}, {"\xE2\x80\x83", " "},
    {"\xE2\x80\x87", " "}, {"\xE2\x80\x89", " "}, {"\xE2\x80\xAF", " "}, {"\xE3\x80\x80", " "}, {"\xE2\x80\xA6", "..."},
    {"\xE2\x80\x8B", ""}, {"\xEF\xBB\xBF", ""}};
constexpr LookAlike kEntities[] = {{"&amp;", "&"}, {"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", "\""}, {"&apos;", "'"},
    {"&#39;", "'"}, {"&#x27;", "'"}, {"&#34;", "\""}, {"&#x22;", "\""}, {"&#x2F;", "/"}, {"&#47;", "/"}, {"&#96;", "`"},
    {"&#x60;", "`"}, {"&#61;", "="}, {"&#x3D;", "="}};
// Quotes come first.
constexpr LookAlike kEscapes[] = {
    {"\\\"", "\""}, {"\\'", "'"}, {"\\\\", "\\"}, {"\\r\\n", "\n"}, {"\\n", "\n"}, {"\\t", "\t"}, {"\\/", "/"}};

}  // namespace

std::span<const LookAlike> typography() { return kTypography; }
std::span<const LookAlike> entities() { return kEntities; }
std::span<const LookAlike> escapes() { return kEscapes; }

const LookAlike* look_alike_at(std::string_view text, std::span<const LookAlike> table) {
  auto hit =
      std::find_if(table.begin(), table.end(), [&](const LookAlike& one) { return text.starts_with(one.shown); });
  return hit == table.end() ? nullptr : &*hit;
}

std::string as_meant(std::string_view text, std::span<const LookAlike> table) {
  std::string out;
  for (size_t at = 0; at < text.size();) {
    bool plain = static_cast<unsigned char>(text[at]) < 0x80 && text[at] != '&' && text[at] != '\\';
    const LookAlike* hit = plain ? nullptr : look_alike_at(text.substr(at), table);
    out += hit == nullptr ? text.substr(at, 1) : hit->meant;
    at += hit == nullptr ? 1 : hit->shown.size();
  }
  return out;
}

}  // namespace aptix
