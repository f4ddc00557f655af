// Reads the few lines of git's configuration that name the origin. Never runs git.
#include <fcntl.h>

#include <algorithm>

#include "base/text/ascii.h"
#include "base/text/text.h"
#include "base/text/trim.h"
#include "ops/files/doc_paths.h"

namespace aptix::ops {
namespace {

constexpr uint64_t kMaxConfig = 1 << 20;

std::string read_text(disk::FileSystem& fs, int dir, const char* name) {
  std::string text;
  return disk::read_whole(fs, dir, name, kMaxConfig, text) == 0 ? text : std::string();
}

// A path of git's files, which may be relative to the folder that it stands in.
disk::Fd open_named(disk::FileSystem& fs, int dir, const std::string& path) {
  if (path.starts_with('/')) return disk::Fd(fs, fs.open_root(path.c_str()));
  std::string base;
  if (fs.path_of(dir, base) < 0) return {};
  return disk::Fd(fs, fs.open_root((base + "/" + path).c_str()));
}

// The folder that holds git's configuration: `.git`, or what its file leads to in a work tree of its own.
disk::Fd git_folder(disk::FileSystem& fs, int top) {
  disk::Fd folder(fs, fs.open(top, ".git", O_RDONLY | O_DIRECTORY, 0));
  if (folder.ok()) return folder;
  constexpr std::string_view kPrefix = "gitdir:";
  std::string file = read_text(fs, top, ".git");
  if (!file.starts_with(kPrefix)) return {};
  disk::Fd own = open_named(fs, top, std::string(trim(std::string_view(file).substr(kPrefix.size()))));
  if (!own.ok()) return {};
  std::string common(trim(read_text(fs, own.get(), "commondir")));
  return common.empty() ? std::move(own) : open_named(fs, own.get(), common);
}

// Whether a header, as it stands between its brackets, is that of the origin: [remote "origin"], whatever the case of
// the first word.
bool names_origin(std::string_view header) {
  size_t quote = header.find('"');
  return quote != std::string_view::npos && ascii_lower(trim(header.substr(0, quote))) == "remote" &&
      header.substr(quote) == "\"origin\"";
}

// A value as git reads it: quotes keep what is in them, a backslash escapes, '#' and ';' begin a comment.
std::string config_value(std::string_view text) {
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
    if (byte == '\\' && at + 1 < text.size()) byte = text[++at];
    value += byte;
    if (quoted || (byte != ' ' && byte != '\t')) kept = value.size();
  }
  value.resize(kept);
  return value;
}

// The value of `url` in [remote "origin"]; the last one counts.
std::string origin_url(std::string_view config) {
  bool inside = false;
  std::string url;
  while (!config.empty()) {
    std::string_view line = trim(take_line(config));
    if (line.starts_with('[')) {
      size_t close = std::min(line.find(']'), line.size());
      inside = names_origin(trim(line.substr(1, close - 1)));
      line = trim(line.substr(std::min(close + 1, line.size())));  // a value may follow it
    }
    size_t equals = line.find('=');
    if (!inside || equals == std::string_view::npos || ascii_lower(trim(line.substr(0, equals))) != "url") continue;
    url = config_value(trim(line.substr(equals + 1)));
  }
  return url;
}

}  // namespace

std::string origin_name(disk::FileSystem& fs, int top) {
  disk::Fd git = git_folder(fs, top);
  if (!git.ok()) return {};
  std::string url = origin_url(read_text(fs, git.get(), "config"));
  while (url.ends_with('/')) url.pop_back();
  if (url.ends_with(".git")) url.resize(url.size() - 4);
  while (url.ends_with('/')) url.pop_back();
  return url.substr(url.find_last_of("/:") + 1);
}

}  // namespace aptix::ops
