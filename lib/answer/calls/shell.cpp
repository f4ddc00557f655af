// What shell commands do to files, if that is plain to see. They are never run.
#include <set>
#include <utility>

#include "answer/basis/line.h"
#include "answer/calls/calls.h"
#include "answer/name/file_words.h"
#include "answer/name/paths.h"
#include "base/text/ascii.h"
#include "base/text/bytes.h"

namespace aptix::answer {
namespace {

// The effect of one command.
struct ShellChange {
  Operation operation = Operation::write;  // or remove, or rename
  std::string path;                        // the new file, or the one that is removed
  std::string from = {};                   // rename
  std::string_view content = {};           // write
  size_t offset = 0;                       // of the command
  bool terminated = true;                  // false: the here-document has no end
};

// A path that the shell does not expand; "" for any other word.
std::string plain_path(std::string_view word) {
  bool quoted = word.size() > 2 && (word[0] == '\'' || word[0] == '"') && word.back() == word[0];
  if (quoted) word = word.substr(1, word.size() - 2);
  bool special = word.find_first_of("$*?`<>|&()[]{}!~;\\'\"#") != std::string_view::npos;
  return special || word.empty() || word[0] == '-' || word.starts_with("/dev/") ? std::string() : std::string(word);
}

// The same; "" also for paths outside of every work tree.
std::string literal_path(std::string_view word) {
  std::string path = plain_path(word);
  return path.starts_with("/tmp/") || path.starts_with("/etc/") ? std::string() : path;
}

// The target of "> a.txt" or ">>a.txt", or the argument of tee.
std::string target_of(const std::vector<std::string_view>& words) {
  bool tee = words[0] == "tee";
  for (size_t i = 1; i < words.size(); ++i) {
    std::string_view word = words[i];
    if (tee && !word.starts_with('-') && !word.starts_with('<')) return literal_path(word);
    if (!word.starts_with('>')) continue;
    word.remove_prefix(std::min(word.find_first_not_of('>'), word.size()));
    if (word.empty() && i + 1 < words.size()) word = words[i + 1];
    return literal_path(word);
  }
  return {};
}

// The file that one command writes, removes, moves or edits; "" if none.
std::string changed_by(std::vector<std::string_view> words) {
  constexpr std::string_view kWriters[] = {"cat", "tee", "echo", "printf"}, kLeads[] = {"$", "sudo", "git"};
  while (!words.empty() && is_one_of(kLeads, words[0])) words.erase(words.begin());
  if (words.size() < 2) return {};
  if (is_one_of(kWriters, words[0])) return target_of(words);
  bool sed = words[0] == "sed" && words[1].starts_with("-i");
  if (sed || (words[0] == "perl" && (words[1].starts_with("-pi") || words[1] == "-i")))
    return literal_path(words.back());
  if (words[0] != "rm" && words[0] != "mv") return {};
  for (size_t i = 1; i < words.size(); ++i)
    if (std::string path = literal_path(words[i]); !path.empty()) return path;
  return {};
}

// Reads commands that consist only of `cat >` and `tee` from a here-document without expansion, `mkdir -p`, `rm`, `mv`,
// `git rm` and `git mv`, with literal paths. No changes if there is anything else.
class ShellReader {
 public:
  explicit ShellReader(std::string_view text) : text_(text) {}

  std::vector<ShellChange> read() {
    for (Line line = line_from(text_, 0); line.start < text_.size(); line = line_from(text_, line.next)) {
      std::string_view commands = trim(line.text);
      if (commands.starts_with("$ ")) commands = trim(commands.substr(2));
      if (commands.empty() || commands[0] == '#') continue;
      // Removes a remark: "rm a.txt  # unused"; in quotes it may be something else.
      if (commands.find_first_of("'\"\\`$") == std::string_view::npos)
        commands = trim(commands.substr(0, commands.find(" #")));
      offset_ = line.start;
      if (!read_line(commands, line)) return {};
    }
    return std::move(changes_);
  }

 private:
  // Reads "rm a && mv b c". `line` moves to the end of a here-document.
  bool read_line(std::string_view commands, Line& line) {
    while (!commands.empty()) {
      size_t end = std::min(commands.find("&&"), commands.find(';'));
      std::string_view command = commands.substr(0, end);
      bool document = command.find("<<") != std::string_view::npos;
      if (document ? end < commands.size() || !read_document(command, line)
                   : !read_command(words_between_blanks(command)))
        return false;
      if (end >= commands.size()) return true;
      commands.remove_prefix(end + (commands[end] == ';' ? 1 : 2));
      commands = trim(commands);
    }
    return true;
  }

  bool read_command(std::vector<std::string_view> words) {
    if (!words.empty() && words[0] == "git") words.erase(words.begin());
    if (words.size() < 2) return false;
    constexpr std::string_view kFlags[] = {"-f", "-p", "-v", "-q", "--"};
    std::string_view command = words[0];
    words.erase(words.begin());
    std::erase_if(words, [&](std::string_view word) { return is_one_of(kFlags, word); });
    std::vector<std::string> paths;
    for (std::string_view word : words) {
      paths.push_back(plain_path(word));
      if (paths.back().empty()) return false;
    }
    if (command == "mkdir")
      for (const std::string& path : paths) made_.insert(as_folder(path));
    else if (command == "rm")
      for (std::string& path : paths) add({.operation = Operation::remove, .path = std::move(path)});
    else if (command == "mv" && paths.size() == 2 && !is_made(paths[1])) {
      std::string to = paths[1].ends_with('/') ? paths[1] + std::string(base_name(paths[0])) : paths[1];
      add({.operation = Operation::rename, .path = std::move(to), .from = std::move(paths[0])});
    } else return false;
    return !paths.empty();
  }

  static std::string as_folder(const std::string& path) { return path.ends_with('/') ? path : path + '/'; }

  // Was it made as a folder? Then the file moves into it.
  bool is_made(const std::string& path) const {
    auto first = made_.lower_bound(as_folder(path));
    return first != made_.end() && first->starts_with(as_folder(path));
  }

  void add(ShellChange change) {
    change.offset = offset_;
    changes_.push_back(std::move(change));
  }

  // Reads "cat > a.txt <<'EOF'" and moves `line` to its end.
  bool read_document(std::string_view command, Line& line) {
    HereDocument document;
    std::vector<std::string_view> words = words_between_blanks(command);
    bool tee = words[0] == "tee";
    if (!tee && words[0] != "cat") return false;
    for (size_t i = 1; i < words.size(); ++i) {
      std::string_view word = words[i];
      std::string_view sign = word.starts_with("<<") ? "<<" : word.starts_with('>') ? ">" : "";
      word.remove_prefix(sign.size());
      if (!sign.empty() && word.empty() && ++i < words.size()) word = words[i];
      if (sign == ">" && tee && word == "/dev/null") continue;
      bool target = sign.empty() == tee;  // "tee a.txt", "cat > a.txt"
      if (sign == "<<" ? !document.take_delimiter(word) : !target || !document.take_path(word)) return false;
    }
    return add_document(std::move(document), line);
  }

  struct HereDocument {
    std::string path, delimiter;
    bool quoted = false;

    bool take_path(std::string_view word) {
      if (!path.empty()) return false;
      path = plain_path(word);
      return !path.empty();
    }

    bool take_delimiter(std::string_view word) {
      constexpr std::string_view kQuotes = "'\"\\";
      if (!delimiter.empty() || word.empty()) return false;
      quoted = kQuotes.find(word[0]) != std::string_view::npos;
      for (char byte : word)
        if (kQuotes.find(byte) == std::string_view::npos) delimiter += byte;
      return std::ranges::all_of(delimiter, is_word);
    }
  };

  bool add_document(HereDocument document, Line& line) {
    if (document.path.empty() || document.delimiter.empty()) return false;
    size_t start = line.next;
    Line at = line_from(text_, start);
    while (at.start < text_.size() && at.text != document.delimiter) at = line_from(text_, at.next);
    std::string_view content = text_.substr(start, at.start - start);
    if (!document.quoted && content.find_first_of("$`\\") != std::string_view::npos) return false;
    add({.path = std::move(document.path), .content = content, .terminated = at.start < text_.size()});
    line = at;
    return true;
  }

  std::string_view text_;
  size_t offset_ = 0;
  std::vector<ShellChange> changes_;
  std::set<std::string> made_;  // folders that mkdir makes
};

// Appends one change to the plan.
void add_change(BlockReading& reading, const ShellChange& change) {
  if (!change.terminated) {
    reading.findings.error(Code::block_unterminated, change.offset, "",
        "the here-document has no end: the answer may be cut short", "ask for the whole answer again");
    return;
  }
  std::optional<FileEdit> entry = file_edit(reading, change.path, change.operation, change.offset);
  if (!entry) return;
  if (change.operation == Operation::write) {
    entry->contract = Contract::literal;
    entry->edits.push_back({Whole{.content = change.content, .told = Whole::Told::called}, entry->origin});
  } else if (change.operation == Operation::rename) {
    entry->from = dialect_path(reading, change.from, change.offset);
    if (!entry->from) return;
  }
  reading.plan.files.push_back(std::move(*entry));
}

}  // namespace

bool detect_shell(const Block& block) {
  if (block.form != Block::Form::fenced || !block.closed || !block.naming.path.empty() || block.body.starts_with("#!"))
    return false;
  const BlockLabels& labels = block.naming.labels;
  if (labels.shown || labels.old) return false;
  std::string_view language = language_of(block.info);
  if (!is_shell(language)) return false;
  std::vector<ShellChange> changes = ShellReader(block.body).read();
  auto writes = [](const ShellChange& change) { return change.operation == Operation::write; };
  return language.empty() ? std::ranges::any_of(changes, writes) : !changes.empty();
}

void parse_shell(BlockReading& reading) {
  for (const ShellChange& change : ShellReader(reading.block.body).read()) add_change(reading, change);
}

std::string changed_by_commands(std::string_view commands) {
  for (size_t at = 0; at < commands.size();) {
    size_t end = std::min(commands.find_first_of("\n;|&", at), commands.size());
    if (std::string path = changed_by(words_between_blanks(commands.substr(at, end - at))); !path.empty()) return path;
    at = end + 1;
  }
  return {};
}

}  // namespace aptix::answer
