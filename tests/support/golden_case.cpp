#include "golden_case.h"

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <set>
#include <sstream>
#include <stdexcept>

#include "base/text/text.h"
#include "places.h"

namespace aptix::test {
namespace fs = std::filesystem;
namespace {

constexpr std::string_view kOpen = "-- ", kClose = " --";
constexpr size_t kNone = std::string_view::npos;

std::string_view first_line(std::string_view text) { return text.substr(0, text.find('\n')); }

// Where the name in the heading of a section ends; kNone: `line` is no heading.
size_t name_end(std::string_view line) {
  if (!line.starts_with(kOpen)) return kNone;
  size_t end = line.find(kClose, kOpen.size() + 1);
  if (end == kNone) return kNone;
  size_t after = end + kClose.size();
  return after == line.size() || line[after] == ' ' ? end : kNone;
}

std::string unescaped(std::string_view text) {
  std::string out;
  for (size_t at = 0; at < text.size(); ++at) {
    std::string_view rest = text.substr(at);
    if (rest[0] != '\\') out += rest[0];
    else if (rest.starts_with("\\\\")) out += '\\', at += 1;
    else if (rest.starts_with("\\r")) out += '\r', at += 1;
    else if (rest.starts_with("\\x"))
      out += static_cast<char>(std::stoi(std::string(rest.substr(2, 2)), nullptr, 16)), at += 3;
    else throw std::runtime_error("an escape that is not known: " + std::string(rest.substr(0, 2)));
  }
  return out;
}

void append_code(std::string& out, std::string_view bytes) {
  for (char byte : bytes) {
    char code[8];
    std::snprintf(code, sizeof code, "\\x%02x", static_cast<unsigned>(static_cast<unsigned char>(byte)));
    out += code;
  }
}

// `bytes` with escapes, and whether there was need of them: a backslash alone is none.
std::string escaped(std::string_view bytes, bool& needed) {
  std::string out;
  for (size_t at = 0; at < bytes.size();) {
    size_t size = utf8_sequence_size(bytes, at);
    std::string_view one = bytes.substr(at, std::max<size_t>(size, 1));
    bool begins = (at == 0 || bytes[at - 1] == '\n') && name_end(first_line(bytes.substr(at))) != kNone;
    bool seen = one == "\n" || one == "\t" || (size != 0 && !is_invisible(decode_utf8(bytes, at).value));
    if (one == "\\") out += "\\\\";
    else if (one == "\r") out += "\\r";
    else if (begins || !seen) append_code(out, one);
    else out += one;
    needed |= begins || !seen;
    at += one.size();
  }
  return out;
}

Section section_at(std::string_view heading, std::string_view lines) {
  Section section;
  size_t end = name_end(heading);
  section.name = heading.substr(kOpen.size(), end - kOpen.size());
  section.text = std::string(heading) + "\n" + std::string(lines);
  section.bytes = lines;
  std::istringstream words(std::string(heading.substr(end + kClose.size())));
  for (std::string word; words >> word;) {
    if (word == "runs") section.runs = true;
    else if (word == "escaped") section.bytes = unescaped(section.bytes);
    else if (word == "no-newline" && !section.bytes.empty()) section.bytes.pop_back();
    else throw std::runtime_error("section '" + section.name + "': '" + word + "' is not known");
  }
  return section;
}

std::string read_bytes(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) throw std::runtime_error("cannot read " + file.string());
  std::ostringstream bytes;
  bytes << in.rdbuf();
  return bytes.str();
}

// The sections whose names begin with `folder` and a slash.
GoldenTree tree_in(const std::vector<Section>& sections, std::string_view folder) {
  GoldenTree tree;
  std::string below = std::string(folder) + "/";
  for (const Section& section : sections)
    if (section.name.starts_with(below)) tree[section.name.substr(below.size())] = {section.bytes, section.runs};
  return tree;
}

GoldenTree named_tree(const fs::path& trees, const std::string& name) {
  GoldenTree tree = tree_in(read_sections(read_bytes(trees)), name);
  if (tree.empty()) throw std::runtime_error("no tree '" + name + "' in " + trees.string());
  return tree;
}

}  // namespace

std::vector<Section> read_sections(std::string_view text) {
  std::vector<Section> sections;
  std::set<std::string> names;
  if (!text.empty() && text.back() != '\n') throw std::runtime_error("the last line has no line feed");
  for (size_t at = 0; at < text.size();) {
    std::string_view heading = first_line(text.substr(at));
    if (name_end(heading) == kNone) throw std::runtime_error("no section begins with: " + std::string(heading));
    size_t from = at + heading.size() + 1, to = from;
    while (to < text.size() && name_end(first_line(text.substr(to))) == kNone)
      to += first_line(text.substr(to)).size() + 1;
    sections.push_back(section_at(heading, text.substr(from, to - from)));
    if (!names.insert(sections.back().name).second)
      throw std::runtime_error("section '" + sections.back().name + "' stands twice");
    at = to;
  }
  return sections;
}

Section make_section(std::string name, std::string bytes, bool runs) {
  bool escapes = false;
  std::string lines = escaped(bytes, escapes);
  if (!escapes) lines = bytes;
  bool ends = lines.empty() || lines.back() == '\n';
  std::string text = std::string(kOpen) + name + std::string(kClose);
  if (escapes) text += " escaped";
  if (!ends) text += " no-newline", lines += '\n';
  if (runs) text += " runs";
  return {std::move(name), std::move(bytes), runs, text + "\n" + lines};
}

GoldenCase::GoldenCase(fs::path file) : file_(std::move(file)), sections_(read_sections(read_bytes(file_))) {}

const Section* GoldenCase::find(std::string_view name) const {
  auto at = std::find_if(sections_.begin(), sections_.end(), [&](const Section& one) { return one.name == name; });
  return at == sections_.end() ? nullptr : &*at;
}

std::string GoldenCase::bytes(std::string_view name) const {
  const Section* section = find(name);
  return section == nullptr ? "" : section->bytes;
}

GoldenTree GoldenCase::tree(std::string_view folder) const {
  GoldenTree tree = tree_in(sections_, folder);
  std::string named = std::string(folder) + " @";
  for (const Section& section : sections_)
    if (section.name.starts_with(named))
      tree.merge(named_tree(file_.parent_path() / "trees.txt", section.name.substr(named.size())));
  return tree;
}

void GoldenCase::set(std::string_view name, const std::string& bytes) {
  for (Section& section : sections_)
    if (section.name == name && section.bytes != bytes) section = make_section(section.name, bytes, section.runs);
}

void GoldenCase::set_tree(std::string_view folder, const GoldenTree& files) {
  std::string below = std::string(folder) + "/";
  std::vector<Section> made;
  for (const auto& [path, file] : files) {
    const Section* old = find(below + path);
    bool same = old != nullptr && old->bytes == file.bytes && old->runs == file.runs;
    made.push_back(same ? *old : make_section(below + path, file.bytes, file.runs));
  }
  auto is_old = [&](const Section& section) { return section.name.starts_with(below); };
  auto at = std::find_if(sections_.begin(), sections_.end(), is_old);
  at = sections_.insert(at, made.begin(), made.end());
  sections_.erase(std::remove_if(at + static_cast<ptrdiff_t>(made.size()), sections_.end(), is_old), sections_.end());
}

void GoldenCase::save() const {
  std::string text;
  for (const Section& section : sections_) text += section.text;
  if (text != read_bytes(file_)) std::ofstream(file_, std::ios::binary) << text;
}

fs::path golden_folder() { return fs::path(source_folder()) / "tests" / "golden"; }

std::vector<fs::path> golden_files(const fs::path& folder) {
  std::vector<fs::path> files;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder))
    if (entry.path().extension() == ".case") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace aptix::test
