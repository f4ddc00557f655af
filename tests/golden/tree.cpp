#include "tree.h"

#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string_view>
#include <vector>

namespace aptix::golden {
namespace fs = std::filesystem;
namespace {

std::string read_file(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream bytes;
  bytes << in.rdbuf();
  return bytes.str();
}

void write_file(const fs::path& file, const std::string& bytes) {
  fs::create_directories(file.parent_path());
  std::ofstream(file, std::ios::binary) << bytes;
}

// The words of a directive; a word in double quotes may hold blanks and escapes.
class Words {
 public:
  explicit Words(const std::string& line) : line_(line) {}

  std::string next() {
    while (at_ < line_.size() && line_[at_] == ' ') ++at_;
    if (at_ >= line_.size()) throw std::runtime_error("a word is missing in: " + line_);
    if (line_[at_] == '"') return quoted();
    size_t end = std::min(line_.find(' ', at_), line_.size());
    std::string word = line_.substr(at_, end - at_);
    at_ = end;
    return word;
  }

 private:
  std::string quoted() {
    std::string out;
    for (++at_; at_ < line_.size() && line_[at_] != '"'; ++at_) out += line_[at_] == '\\' ? escaped() : line_[at_];
    ++at_;
    return out;
  }

  char escaped() {
    char letter = line_.at(++at_);
    switch (letter) {
      case 'n': return '\n';
      case 'r': return '\r';
      case 't': return '\t';
      case '0': return '\0';
      case 'x': at_ += 2; return static_cast<char>(std::stoi(line_.substr(at_ - 1, 2), nullptr, 16));
      default: return letter;
    }
  }

  const std::string& line_;
  size_t at_ = 0;
};

void must(int result, const std::string& line) {
  if (result != 0) throw std::runtime_error("cannot carry out: " + line);
}

void carry_out_line(const std::string& line, const fs::path& target) {
  Words words(line);
  std::string verb = words.next();
  if (verb == "mkdir") {
    fs::create_directories(target / words.next());
  } else if (verb == "bytes") {
    fs::path file = target / words.next();
    write_file(file, words.next());
  } else if (verb == "repeat") {
    int count = std::stoi(words.next());
    fs::path file = target / words.next();
    std::string text = words.next(), all;
    for (int i = 0; i < count; ++i) all += text;
    write_file(file, all);
  } else if (verb == "mode") {
    mode_t mode = static_cast<mode_t>(std::stoi(words.next(), nullptr, 8));
    must(chmod((target / words.next()).c_str(), mode), line);
  } else if (verb == "symlink") {
    std::string points_to = words.next();
    fs::path link = target / words.next();
    fs::create_directories(link.parent_path());
    must(symlink(points_to.c_str(), link.c_str()), line);
  } else if (verb == "hardlink") {
    fs::path existing = target / words.next();
    must(link(existing.c_str(), (target / words.next()).c_str()), line);
  } else if (verb == "fifo") {
    must(mkfifo((target / words.next()).c_str(), 0644), line);
  } else if (verb == "xattr") {
    std::string name = words.next(), value = words.next();
    must(setxattr((target / words.next()).c_str(), name.c_str(), value.data(), value.size(), 0), line);
  } else if (verb == "remove") {
    fs::remove_all(target / words.next());
  } else {
    throw std::runtime_error("unknown directive: " + line);
  }
}

std::string escaped(std::string_view bytes) {
  std::string out;
  for (char c : bytes) {
    bool plain = static_cast<unsigned char>(c) >= 0x20 && c != '\x7f';
    char code[8] = "";
    if (!plain) std::snprintf(code, sizeof code, "\\x%02x", static_cast<unsigned>(static_cast<unsigned char>(c)));
    out += c == '\n' ? "\\n" : plain ? std::string(1, c) : code;
  }
  return out;
}

std::string attributes(const fs::path& path) {
  std::vector<char> names(4096);
  ssize_t size = llistxattr(path.c_str(), names.data(), names.size());
  std::string out;
  for (ssize_t at = 0; at < size; at += static_cast<ssize_t>(std::string(&names[static_cast<size_t>(at)]).size()) + 1) {
    std::string name = &names[static_cast<size_t>(at)];
    if (!name.starts_with("user.")) continue;
    std::vector<char> value(4096);
    ssize_t length = lgetxattr(path.c_str(), name.c_str(), value.data(), value.size());
    out += " " + name + "=" + std::string(value.data(), static_cast<size_t>(std::max<ssize_t>(length, 0)));
  }
  return out;
}

std::string describe(const fs::path& path) {
  struct stat status {};
  if (lstat(path.c_str(), &status) != 0) return "unreadable";
  char mode[16];
  std::snprintf(mode, sizeof mode, " %04o", status.st_mode & 07777);
  switch (status.st_mode & S_IFMT) {
    case S_IFDIR: return std::string("folder") + mode;
    case S_IFLNK: return "link to " + fs::read_symlink(path).string();
    case S_IFREG: return std::string("file") + mode + attributes(path) + " \"" + escaped(read_file(path)) + "\"";
    default: return std::string("special file") + mode;
  }
}

}  // namespace

void lay_out(const test::GoldenTree& files, const fs::path& target) {
  for (const auto& [path, file] : files) {
    write_file(target / path, file.bytes);
    chmod((target / path).c_str(), file.runs ? 0755 : 0644);
  }
}

test::GoldenTree files_in(const fs::path& folder) {
  test::GoldenTree files;
  for (auto entry = fs::recursive_directory_iterator(folder); entry != fs::recursive_directory_iterator(); ++entry) {
    fs::path path = entry->path().lexically_relative(folder);
    if (path == ".aptix") entry.disable_recursion_pending();
    else if (entry->symlink_status().type() == fs::file_type::regular)
      files[path.string()] = {
          read_file(entry->path()), (entry->status().permissions() & fs::perms::owner_exec) != fs::perms::none};
  }
  return files;
}

void carry_out(const std::string& script, const fs::path& target) {
  std::istringstream lines(script);
  for (std::string line; std::getline(lines, line);)
    if (!line.empty()) carry_out_line(line, target);
}

Tree snapshot(const fs::path& folder) {
  Tree tree;
  for (auto entry = fs::recursive_directory_iterator(folder); entry != fs::recursive_directory_iterator(); ++entry) {
    std::string name = entry->path().lexically_relative(folder).string();
    if (name == ".aptix") {
      entry.disable_recursion_pending();
      continue;
    }
    tree[name] = describe(entry->path());
  }
  return tree;
}

std::string differences(const Tree& expected, const Tree& found) {
  std::string out;
  for (const auto& [path, what] : expected) {
    auto at = found.find(path);
    if (at == found.end()) out += path + ": missing, expected " + what + "\n";
    else if (at->second != what) out += path + ":\n  expected " + what + "\n  found    " + at->second + "\n";
  }
  for (const auto& [path, what] : found)
    if (!expected.contains(path)) out += path + ": not expected: " + what + "\n";
  return out;
}

}  // namespace aptix::golden
