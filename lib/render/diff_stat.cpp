// The widths are git's: names get the room that they need, up to five eighths of the line where the graph needs more
// than three.
#include "render/diff_stat.h"

#include <fmt/format.h>

#include <algorithm>

#include "diff/read/unified.h"

namespace aptix::render {
namespace {

constexpr uint64_t kLeastName = 10, kLeastGraph = 6, kBetween = 6;  // " ", " | ", " " and one to spare

// "dir/{old => new}/file": the folders that both have are said once.
std::string stat_name(const FileCount& file) {
  const std::string &from = file.from, &to = file.name;
  if (from.empty()) return diff::quote_name(to);
  if (diff::quote_name(from) != from || diff::quote_name(to) != to)
    return diff::quote_name(from) + " => " + diff::quote_name(to);
  size_t same = static_cast<size_t>(std::mismatch(from.begin(), from.end(), to.begin(), to.end()).first - from.begin());
  size_t slash = same == 0 ? std::string::npos : from.rfind('/', same - 1);
  size_t front = slash == std::string::npos ? 0 : slash + 1, back = 0;
  size_t most = std::min(from.size(), to.size()) - (front == 0 ? 0 : front - 1);  // the slash may be of both
  for (size_t i = 1; i <= most && from[from.size() - i] == to[to.size() - i]; ++i)
    if (from[from.size() - i] == '/') back = i;
  auto middle = [&](const std::string& name) {
    return front + back < name.size() ? name.substr(front, name.size() - front - back) : std::string();
  };
  std::string change = middle(from) + " => " + middle(to);
  return front + back == 0 ? change : from.substr(0, front) + "{" + change + "}" + from.substr(from.size() - back);
}

uint64_t digits(uint64_t number) { return std::to_string(number).size(); }

struct Widths {
  uint64_t name = 0, number = 0, graph = 0, most = 0;

  uint64_t scaled(uint64_t lines) const { return lines == 0 ? 0 : 1 + lines * (graph - 1) / most; }
};

Widths widths_of(const std::vector<FileCount>& files, const std::vector<std::string>& names, uint64_t width) {
  Widths out;
  uint64_t binary = 0;
  for (size_t i = 0; i < files.size(); ++i) {
    out.name = std::max<uint64_t>(out.name, names[i].size());
    const FileCount& file = files[i];
    if (!file.is_binary) out.most = std::max(out.most, file.added + file.removed);
    else binary = std::max(binary, 14 + digits(file.added) + digits(file.removed));  // "Bin N -> N bytes"
  }
  out.number = std::max<uint64_t>(digits(out.most), binary != 0 ? 3 : 0);
  width = std::max(width, kLeastName + kBetween + kLeastGraph + out.number);
  out.graph = out.most + 4 > binary ? out.most : binary - 4;
  if (out.name + out.number + kBetween + out.graph <= width) return out;
  uint64_t share = width * 3 / 8 - std::min(width * 3 / 8, out.number + kBetween);
  if (out.graph > share) out.graph = std::max(share, kLeastGraph);
  uint64_t room = width - out.number - kBetween;
  if (out.name > room - out.graph) out.name = room - out.graph;
  else out.graph = room - out.name;
  return out;
}

// The end of a name that is too long, from a slash on where there is one.
std::string fitted(const std::string& name, uint64_t width) {
  if (name.size() <= width) return name + std::string(width - name.size(), ' ');
  std::string end = name.substr(name.size() - (width - std::min<uint64_t>(width, 3)));
  if (size_t slash = end.find('/'); slash != std::string::npos) end.erase(0, slash);
  std::string shown = "..." + end;
  return shown + std::string(width - std::min<uint64_t>(width, shown.size()), ' ');
}

std::string count_line(const FileCount& file, const std::string& name, const Widths& widths) {
  std::string line = " " + fitted(name, widths.name) + " | ";
  if (file.is_binary)
    return line + fmt::format("{:>{}} {} -> {} bytes\n", "Bin", widths.number, file.removed, file.added);
  uint64_t added = file.added, removed = file.removed, total = added + removed;
  line += fmt::format("{:>{}}{}", total, widths.number, total == 0 ? "" : " ");
  if (widths.graph <= widths.most) {
    total = widths.scaled(total);
    if (total < 2 && added != 0 && removed != 0) total = 2;
    if (added < removed) removed = total - (added = widths.scaled(added));
    else added = total - (removed = widths.scaled(removed));
  }
  return line + std::string(added, '+') + std::string(removed, '-') + "\n";
}

}  // namespace

std::string diff_stat(const std::vector<FileCount>& files, uint64_t width) {
  if (files.empty()) return {};
  std::vector<std::string> names;
  for (const FileCount& file : files) names.push_back(stat_name(file));
  Widths widths = widths_of(files, names, width);
  std::string text;
  uint64_t added = 0, removed = 0;
  for (size_t i = 0; i < files.size(); ++i) {
    text += count_line(files[i], names[i], widths);
    if (files[i].is_binary) continue;
    added += files[i].added;
    removed += files[i].removed;
  }
  text += fmt::format(" {} {} changed", files.size(), files.size() == 1 ? "file" : "files");
  if (added != 0 || removed == 0) text += fmt::format(", {} insertion{}(+)", added, added == 1 ? "" : "s");
  if (removed != 0 || added == 0) text += fmt::format(", {} deletion{}(-)", removed, removed == 1 ? "" : "s");
  return text + "\n";
}

}  // namespace aptix::render
