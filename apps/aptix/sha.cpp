// aptix sha: SHA-256 of the bytes on disk, in the lines of sha256sum.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>

#include "base/json_writer.h"
#include "base/text.h"
#include "doc_path_names.h"
#include "ops/sha.h"

namespace aptix::app {
namespace {

constexpr uint64_t kMaxList = 1ull << 30;  // bytes of a list of checksums

constexpr Option kOptions[] = {
    {.name = "recursive", .letter = 'r', .help = "hash the files below folders; links, .git and .aptix are left out"},
    {.name = "check", .argument = "FILE", .help = "read checksums from FILE, as sha and sha256sum print them, and compare"},
    {.name = "doc-path", .help = "PATHs are docPaths, even where there are files of these names"},
    {.name = "normalized", .help = "hash as if every CR LF were LF"},
};

constexpr Example kExamples[] = {
    {"aptix sha src/main.c", "print the hash and the name of a file"},
    {"aptix sha -r . > sums", "hash a whole tree"},
    {"aptix sha --check sums", "compare the tree with what it was"},
};

// A line for a person or a pipe: a terminal would obey control characters in a name.
std::string shown(const Session& session, std::string line) {
  return session.environment.terminal_out ? escape_for_display(line) : line;
}

Result<ops::Tree> open_tree(const Session& session) {
  return ops::Tree::open(disk::posix_file_system(), std::string(session.arguments.value("root").value_or("")));
}

ops::HashForm form_of(const Session& session) {
  return session.flag("normalized") ? ops::HashForm::normalized : ops::HashForm::plain;
}

ops::ShaRequest make_request(const Session& session) {
  ops::ShaRequest request;
  request.recursive = session.flag("recursive");
  request.form = form_of(session);
  request.threads = session.environment.threads;
  request.interrupted = session.environment.interrupted;
  return request;
}

void note_interruption(bool finished, Said& said) {
  if (!finished) said.diagnostics.errors.push_back(make_error(Code::interrupted, "interrupted"));
}

void write_entry(json::Writer& w, const ops::ShaEntry& entry) {
  w.begin_object().field("path", entry.path).field("size", entry.size).field("sha256", entry.sha.hex()).end_object();
}

bool may_be_doc_path(const ops::ShaEntry& entry) {
  return entry.error && entry.error->code == Code::file_missing && entry.path.find('/') != std::string::npos && entry.path.front() != '/';
}

// What no file has for its name may be a docPath; when it is none either, the first error stays.
ops::ShaEntry hash_by_key(const ops::Tree& tree, ops::ShaRequest request, DocPathNames& names, const ops::ShaEntry& missing) {
  auto path = names.path_of(missing.path);
  ops::ShaEntry found = missing;
  if (!path) {
    if (path.error().code != Code::file_missing) found.error = std::move(path).error();
    return found;
  }
  request.paths = {std::move(*path)};
  ops::sha_files(tree, request, [&](const ops::ShaEntry& entry) { found = entry; });
  return found;
}

Answer hash_files(Session& session, const ops::Tree& tree) {
  ops::ShaRequest request = make_request(session);
  request.paths = session.arguments.operands();
  if (request.paths.empty()) request.paths.emplace_back(".");
  DocPathNames names(session);
  Said said;
  if (session.flag("doc-path")) {
    for (std::string& name : request.paths) {
      auto path = names.path_of(name);
      if (path) name = std::move(*path);
      else said.diagnostics.errors.push_back(std::move(path).error());
    }
    if (!said.diagnostics.ok()) return make_answer(session, said);
  }
  json::Writer w;
  w.begin_object().key("files").begin_array();
  auto tell = [&](const ops::ShaEntry& entry) {
    if (entry.error) said.diagnostics.errors.push_back(*entry.error);
    else if (session.json()) write_entry(w, entry);
    else session.out.write(shown(session, ops::format_sha_line(entry.sha, entry.path)) + "\n");
  };
  bool finished = ops::sha_files(tree, request, [&](const ops::ShaEntry& entry) {
    if (may_be_doc_path(entry)) tell(hash_by_key(tree, request, names, entry));
    else tell(entry);
  });
  w.end_array().end_object();
  note_interruption(finished, said);
  said.json = w.take();
  return make_answer(session, said);
}

// Without a PATH: what comes in, under the name that sha256sum gives it.
Answer hash_input(Session& session) {
  if (session.environment.terminal_in)
    return make_answer(session, make_error(Code::usage, "'aptix sha' hashes files, or what comes in through a pipe",
                                           "name a file: 'aptix sha src/main.c'"));
  ops::ShaEntry entry{.path = "-", .sha = {}, .error = {}};
  ops::StreamHasher hasher(form_of(session));
  Status read = read_pieces(STDIN_FILENO, "<stdin>", session.environment.interrupted, [&](std::string_view piece) -> Status {
    hasher.update(piece);
    entry.size += piece.size();
    return {};
  });
  if (!read) return make_answer(session, std::move(read).error());
  entry.sha = hasher.finish();
  json::Writer w;
  w.begin_object().key("files").begin_array();
  write_entry(w, entry);
  w.end_array().end_object();
  Said said;
  said.text = ops::format_sha_line(entry.sha, entry.path) + "\n";
  said.json = w.take();
  return make_answer(session, said);
}

// The lines of a list of checksums; what is no such line is counted.
struct List {
  std::vector<ops::ShaLine> lines;
  uint64_t malformed = 0;
};

List parse_list(std::string_view text) {
  List list;
  while (!text.empty()) {
    size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.empty()) continue;
    if (auto parsed = ops::parse_sha_line(line)) list.lines.push_back(std::move(*parsed));
    else ++list.malformed;
  }
  return list;
}

class Checker {
 public:
  Checker(Session& session, const List& list) : session_(session), list_(list) {
    writer_.begin_object().key("files").begin_array();
  }

  void take(const ops::ShaEntry& entry) {
    const ops::ShaLine& line = list_.lines[next_++];
    bool matches = !entry.error && entry.sha == line.sha;
    if (entry.error) said_.diagnostics.errors.push_back(*entry.error);
    else if (!matches) ++different_;
    if (session_.json()) {
      writer_.begin_object().field("path", entry.path).field("expected", line.sha.hex());
      if (!entry.error) writer_.field("sha256", entry.sha.hex());
      writer_.field("matches", matches).end_object();
    } else if (!matches || !session_.flag("quiet")) {
      std::string_view verdict = matches ? "OK" : entry.error ? "FAILED open or read" : "FAILED";
      session_.out.write(fmt::format("{}: {}\n", escape_for_display(entry.path), verdict));
    }
  }

  Answer finish(bool finished) {
    writer_.end_array().end_object();
    said_.json = writer_.take();
    note_interruption(finished, said_);
    if (different_ != 0)
      said_.diagnostics.errors.push_back(make_error(Code::check_failed, fmt::format("{} of {} {} not match", different_,
                                                                                    render::count_of(list_.lines.size(), "file"),
                                                                                    different_ == 1 ? "does" : "do")));
    if (list_.malformed != 0)
      said_.diagnostics.warnings.push_back(
          make_error(Code::check_failed, fmt::format("{} of the list are no checksums", render::count_of(list_.malformed, "line"))));
    return make_answer(session_, said_);
  }

 private:
  Session& session_;
  const List& list_;
  Said said_;
  json::Writer writer_;
  size_t next_ = 0;
  uint64_t different_ = 0;
};

Answer check_files(Session& session, const ops::Tree& tree, const std::string& file) {
  if (!session.arguments.operands().empty())
    return make_answer(session, make_error(Code::usage, "'--check' takes the names from the list", "leave the PATHs out"));
  auto text = read_file(file, kMaxList, session.environment.interrupted);
  if (!text) return make_answer(session, std::move(text).error());
  List list = parse_list(*text);
  if (list.lines.empty())
    return make_answer(session, make_error(Code::input_unreadable, fmt::format("'{}' holds no checksum", escape_for_display(file)),
                                           "give a list that 'aptix sha' or 'sha256sum' has printed"));
  ops::ShaRequest request = make_request(session);
  request.recursive = false;
  for (const ops::ShaLine& line : list.lines) request.paths.push_back(line.path);
  Checker checker(session, list);
  bool finished = ops::sha_files(tree, request, [&](const ops::ShaEntry& entry) { checker.take(entry); });
  return checker.finish(finished);
}

Answer run(Session& session) {
  const std::vector<std::string>& paths = session.arguments.operands();
  bool input = (paths.empty() && !session.flag("recursive")) || (paths.size() == 1 && paths.front() == "-");
  auto list = session.arguments.value("check");
  if (input && !list) return hash_input(session);
  auto tree = open_tree(session);
  if (!tree) return make_answer(session, std::move(tree).error());
  if (list) return check_files(session, *tree, std::string(*list));
  return hash_files(session, *tree);
}

}  // namespace

const Command kSha = {
    .name = "sha",
    .summary = "print or check the SHA-256 of files",
    .operands = "[PATH...]",
    .description =
        "Prints a line for each file, as sha256sum does: the hash of the bytes on disk, two blanks, the name; a name with a "
        "backslash or a line feed is escaped, and the line then begins with a backslash. Without PATH it hashes standard input. "
        "PATHs are relative to the root and must be below it, and symbolic links are not followed. What is no path may be the docPath "
        "of a file. A file that cannot be read "
        "is reported, and the others are hashed all the same.",
    .shared = kEverywhere,
    .options = kOptions,
    .examples = kExamples,
    .run = run,
    .fill = Fill::files,
};

}  // namespace aptix::app
