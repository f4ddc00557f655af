#include "context/tree/git_config.h"

#include <algorithm>

#include "base/text/ascii.h"
#include "base/text/text.h"
#include "base/text/trim.h"

namespace aptix::context {
namespace {

// `core` of [core], `remote.origin` of [remote "origin"]. "" when it is not a header.
std::string section_of(std::string_view header) {
  size_t quote = header.find('"');
  std::string section = ascii_lower(trim(header.substr(0, quote)));
  if (quote == std::string_view::npos) return section;
  section += '.';
  for (size_t at = quote + 1; at < header.size() && header[at] != '"'; ++at) {
    if (header[at] == '\\' && at + 1 < header.size()) ++at;
    section += header[at];
  }
  return section;
}

// Where the `]` of a header stands, which is not one within its quotes.
size_t end_of_header(std::string_view line) {
  bool quoted = false;
  for (size_t at = 1; at < line.size(); ++at) {
    if (line[at] == '\\' && quoted) ++at;
    else if (line[at] == '"') quoted = !quoted;
    else if (line[at] == ']' && !quoted) return at;
  }
  return line.size();
}

char escaped(char letter) {
  switch (letter) {
    case 'n': return '\n';
    case 't': return '\t';
    case 'b': return '\b';
    default: return letter;
  }
}

// A value: quotes keep what is in them, a backslash escapes, '#' and ';' begin a comment. It goes on in the next line
// after a backslash at the end of one.
std::string take_value(std::string_view text, std::string_view& rest) {
  std::string value;
  size_t kept = 0;  // what may not be trimmed
  bool quoted = false;
  for (size_t at = 0; at < text.size(); ++at) {
    char byte = text[at];
    if (!quoted && (byte == '#' || byte == ';')) break;
    if (byte == '"') {
      quoted = !quoted;
      kept = value.size();
      continue;
    }
    if (byte == '\\' && (at + 1 == text.size() || text.substr(at + 1) == "\r")) {
      text = take_line(rest);
      at = static_cast<size_t>(-1);
      continue;
    }
    if (byte == '\\') byte = escaped(text[++at]);
    value += byte;
    if (quoted || (byte != ' ' && byte != '\t' && byte != '\r')) kept = value.size();
  }
  value.resize(kept);
  return value;
}

}  // namespace

std::vector<GitSetting> read_git_config(std::string_view text) {
  std::vector<GitSetting> settings;
  std::string section;
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  while (!text.empty()) {
    std::string_view line = trim(take_line(text));
    if (line.starts_with('[')) {
      size_t close = end_of_header(line);
      section = section_of(line.substr(1, close - 1));
      line = trim(line.substr(std::min(close + 1, line.size())));  // a setting may follow it
    }
    if (line.empty() || line.front() == '#' || line.front() == ';') continue;
    size_t equals = line.find('=');
    std::string_view name = trim(line.substr(0, std::min(equals, line.find_first_of("#;"))));
    GitSetting setting{section + "." + ascii_lower(name), std::nullopt};
    if (equals != std::string_view::npos) setting.value = take_value(trim(line.substr(equals + 1)), text);
    settings.push_back(std::move(setting));
  }
  return settings;
}

}  // namespace aptix::context
