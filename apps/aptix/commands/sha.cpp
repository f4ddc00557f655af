// aptix sha: SHA-256 of the bytes on disk, in the lines of sha256sum.
#include <unistd.h>

#include <array>
#include <optional>
#include <set>

#include "base/text/trim.h"
#include "ops/files/sha.h"
#include "ops/files/tree_file.h"
#include "shared/sources.h"

namespace aptix::app {
namespace {

constexpr uint64_t kMaxList = 1ull << 30;  // bytes of a list of checksums

// A line for a person or a pipe: a terminal would obey control characters in a name.
std::string shown_line(const Session& session, std::string line) {
  return session.environment.terminal_out ? escape_for_display(line) : line;
}

ops::HashForm form_of(const Session& session) {
  return session.flag("normalized") ? ops::HashForm::normalized : ops::HashForm::plain;
}

ops::ShaRequest sha_request(const Session& session) {
  ops::ShaRequest request;
  request.recursive = session.flag("recursive");
  request.form = form_of(session);
  request.threads = session.environment.threads;
  request.interrupted = session.environment.interrupted;
  return request;
}

// A file of the name '-' is not what sha256sum calls so.
std::string_view name_of_file(std::string_view path) { return path == "-" ? "./-" : path; }

void note_interruption(bool finished, Said& said) {
  if (!finished) said.diagnostics.errors.push_back(make_error(Code::interrupted, "interrupted"));
}

// A file, or a cloud copy, and its hash.
struct Hashed {
  ops::ShaEntry entry;
  ops::FoundCopy copy = {};  // with a docPath where that is known
};

void write_entry(json::Writer& w, const Hashed& hashed) {
  w.begin_object().field("path", hashed.entry.path);
  if (!hashed.copy.doc_path.empty())
    w.field("displayPath", hashed.copy.path)
        .field("docPath", hashed.copy.doc_path)
        .field("source", ops::name(hashed.copy.source));
  w.field("size", hashed.entry.size).field("sha256", hashed.entry.sha.hex()).end_object();
}

// What files are called, and whose copies they are. Opens the workspace when it is first asked.
class Copies {
 public:
  explicit Copies(const Session& session) : session_(session) {}

  // The copy that a docPath stands for. Errors: those of Sources::find, path_outside_root, and those of open_sources.
  Result<ops::FoundCopy> find(const std::string& key) {
    TRY_ASSIGN(opened, open());
    TRY_ASSIGN(copy, opened->sources.find(key, {}));
    TRY(check_below_root(session_, *opened, key, copy.path));
    return copy;
  }

  // The hash of such a copy; its line has the path of a file, but the docPath of a cloud copy and of what is outside of
  // the root.
  Result<Hashed> hash(ops::FoundCopy copy, ops::ShaRequest request) {
    TRY_ASSIGN(opened, open());
    Hashed hashed{.entry = {.path = copy.doc_path}, .copy = std::move(copy)};
    if (hashed.copy.cloud) {
      ops::StreamHasher hasher(request.form);
      TRY_ASSIGN(content, opened->sources.content_of(hashed.copy));
      hasher.update(content);
      hashed.entry.size = content.size();
      hashed.entry.sha = hasher.finish();
      return hashed;
    }
    TRY_ASSIGN(top, ops::Tree::open_top(opened->opened.workspace->path(), opened->opened.workspace->guard()));
    request.paths = {hashed.copy.path};
    request.recursive = false;
    std::string shown = shown_path(opened->root_prefix, hashed.copy);
    ops::sha_files(top, request, [&](const ops::ShaEntry& entry) { hashed.entry = entry; });
    if (hashed.copy.source == ops::FileSource::active && hashed.entry.error &&
        hashed.entry.error->code == Code::file_missing)
      hashed.entry.error = std::make_shared<Error>(ops::active_is_gone(hashed.copy));
    hashed.entry.path = std::move(shown);
    return hashed;
  }

  // A file that was named by its path is the one on the disk. What is missing may have been meant as a docPath.
  Result<Hashed> name(const ops::ShaEntry& entry) {
    TRY_ASSIGN(opened, open());
    Hashed hashed{.entry = entry};
    auto path = opened->sources.path_in_workspace(entry.path);
    bool maybe_key = entry.error && entry.path.starts_with(opened->sources.doc_paths().repository() + "/");
    if (!path || maybe_key || find_invalid_utf8(*path)) return hashed;
    std::string key = opened->sources.doc_paths().key_of(*path);
    hashed.copy = {.doc_path = key,
        .path = std::move(*path),
        .source = active_.contains(key) ? ops::FileSource::active : ops::FileSource::disk};
    if (hashed.entry.error) hashed.entry.error->doc_path = key;
    return hashed;
  }

  Diagnostics take_warnings() { return std::move(said_); }

 private:
  Result<OpenedSources*> open() {
    if (opened_) return &*opened_;
    TRY_ASSIGN(found, open_sources(session_));
    opened_.emplace(std::move(found));
    auto files = opened_->sources.active_list().list();
    if (!files) said_.warnings.push_back(std::move(files).error());
    else
      for (store::ActiveFile& file : *files) active_.insert(std::move(file.doc_path));
    return &*opened_;
  }

  static std::string shown_path(const std::string& prefix, const ops::FoundCopy& copy) {
    if (prefix.empty()) return copy.path;
    return copy.path.starts_with(prefix + "/") ? copy.path.substr(prefix.size() + 1) : copy.doc_path;
  }

  const Session& session_;
  std::optional<OpenedSources> opened_;
  std::set<std::string, std::less<>> active_;
  Diagnostics said_;
};

// Hashes and tells what the operands name, in their order.
class Teller {
 public:
  Teller(Session& session, const ops::Tree& tree)
      : session_(session),
        tree_(tree),
        request_(sha_request(session)),
        copies_(session) {
    writer_.begin_object().key("files").begin_array();
  }

  Answer run() {
    request_.paths = session_.arguments.operands();
    if (request_.paths.empty()) request_.paths.emplace_back(".");
    bool finished = true;
    if (session_.flag("doc-path")) {
      for (const std::string& key : request_.paths) tell(hash_by_key(key));
    } else {
      finished = ops::sha_files(tree_, request_, [&](const ops::ShaEntry& entry) { take(entry); });
      ops::name_near_files(tree_, said_.diagnostics.errors);
    }
    writer_.end_array().end_object();
    note_interruption(finished, said_);
    said_.diagnostics.add(copies_.take_warnings());
    said_.json = writer_.take();
    return make_answer(session_, said_);
  }

 private:
  // A name that no file has may be a docPath; when there is no such docPath either, the first error stays.
  void take(const ops::ShaEntry& entry) {
    if (entry.error && may_be_doc_path(entry.path, *entry.error)) {
      auto hashed = hash_by_key(entry.path);
      if (hashed || !is_unknown_key(hashed.error())) return tell(hashed);
    }
    tell(session_.json() ? copies_.name(entry) : Result<Hashed>(Hashed{.entry = entry}));
  }

  Result<Hashed> hash_by_key(const std::string& key) {
    TRY_ASSIGN(copy, copies_.find(key));
    return copies_.hash(std::move(copy), request_);
  }

  void tell(const Result<Hashed>& hashed) {
    if (!hashed) said_.diagnostics.errors.push_back(hashed.error());
    else if (hashed->entry.error) said_.diagnostics.errors.push_back(*hashed->entry.error);
    else if (session_.json()) write_entry(writer_, *hashed);
    else
      session_.out.write(
          shown_line(session_, ops::format_sha_line(hashed->entry.sha, name_of_file(hashed->entry.path))) + "\n");
  }

  Session& session_;
  const ops::Tree& tree_;
  ops::ShaRequest request_;
  Copies copies_;
  Said said_;
  json::Writer writer_;
};

// Without a PATH: what comes in, under the name that sha256sum gives it.
Result<Answer> hash_input(Session& session) {
  if (session.environment.terminal_in)
    return fail(Code::usage, "'aptix sha' hashes files, or what comes in through a pipe",
        "name a file: 'aptix sha src/main.c'");
  ops::ShaEntry entry{.path = "-"};
  ops::StreamHasher hasher(form_of(session));
  TRY(read_pieces(STDIN_FILENO, "<stdin>", session.environment.interrupted, [&](std::string_view piece) -> Status {
    hasher.update(piece);
    entry.size += piece.size();
    return {};
  }));
  entry.sha = hasher.finish();
  auto json = json::object([&](json::Writer& w) {
    w.list("files", std::array{Hashed{.entry = entry}}, [&](const Hashed& hashed) { write_entry(w, hashed); });
  });
  return make_answer(session, {.text = ops::format_sha_line(entry.sha, entry.path) + "\n", .json = std::move(json)});
}

// The lines of a list of checksums, which end with a NUL where one does; what is no such line is counted.
struct ChecksumList {
  std::vector<ops::ShaLine> lines;
  uint64_t malformed = 0;
};

ChecksumList parse_list(std::string_view text) {
  ChecksumList list;
  char line_end = text.find('\0') == std::string_view::npos ? '\n' : '\0';
  while (!text.empty()) {
    std::string_view line = take_line(text, line_end);
    if (line_end == '\n' && line.ends_with('\r')) line.remove_suffix(1);
    if (line.empty()) continue;
    if (auto parsed = ops::parse_sha_line(line)) list.lines.push_back(std::move(*parsed));
    else ++list.malformed;
  }
  return list;
}

class Checker {
 public:
  Checker(Session& session, const ChecksumList& list) : session_(session), list_(list) {
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
      said_.diagnostics.errors.push_back(make_error(Code::check_failed,
          fmt::format("{} of {} {} not match", different_, render::count_of(list_.lines.size(), "file"),
              different_ == 1 ? "does" : "do")));
    if (list_.malformed != 0)
      said_.diagnostics.warnings.push_back(make_error(Code::check_failed,
          fmt::format("{} of the list {} no checksum", render::count_of(list_.malformed, "line"),
              list_.malformed == 1 ? "holds" : "hold")));
    return make_answer(session_, said_);
  }

 private:
  Session& session_;
  const ChecksumList& list_;
  Said said_;
  json::Writer writer_;
  size_t next_ = 0;
  uint64_t different_ = 0;
};

Result<Answer> check_files(Session& session, const ops::Tree& tree, const std::string& file) {
  if (!session.arguments.operands().empty())
    return fail(Code::usage, "'--check' takes the names from the list", "leave the PATHs out");
  if (file == "-" && session.environment.terminal_in)
    return fail(Code::usage, "'aptix sha --check' reads its list from a file or a pipe", "name the file that it is in");
  TRY_ASSIGN(text, read_file(file, kMaxList, session.environment.interrupted));
  ChecksumList list = parse_list(text);
  if (list.lines.empty())
    return fail(Code::input_unreadable, fmt::format("'{}' holds no checksum", escape_for_display(file)),
        "give a list that 'aptix sha' or 'sha256sum' has printed");
  ops::ShaRequest request = sha_request(session);
  request.recursive = false;
  for (const ops::ShaLine& line : list.lines) request.paths.push_back(line.path);
  Checker checker(session, list);
  bool finished = ops::sha_files(tree, request, [&](const ops::ShaEntry& entry) { checker.take(entry); });
  return checker.finish(finished);
}

Result<Answer> run_sha(Session& session) {
  const std::vector<std::string>& paths = session.arguments.operands();
  bool input = (paths.empty() && !session.flag("recursive")) || (paths.size() == 1 && paths.front() == "-");
  auto list = session.arguments.value("check");
  if (input && !list) return hash_input(session);
  TRY_ASSIGN(tree, open_tree(session));
  if (list) return check_files(session, tree, std::string(*list));
  return Teller(session, tree).run();
}

}  // namespace

extern constexpr Command kSha = {
    .name = "sha",
    .summary = "print or check the SHA-256 of files",
    .operands = "[PATH...]",
    .description =
        "Prints a line for each file, as sha256sum does: the hash of the bytes on disk, two spaces, the name. A name "
        "with a backslash or a line feed is escaped, and its line begins with a backslash; a file called '-' is './-'. "
        "Without PATH it hashes standard input. PATHs are relative to the root and must be below it, and symbolic "
        "links are not followed. A file that cannot be read, or that changes while it is read, is reported, and the "
        "others are hashed all the same.\n\n"
        "A PATH that does not exist may be a docPath. Then the hash is that of the copy that 'aptix read' would print: "
        "of an active file, else of the cloud copy where a Cloud File Set is configured, else of the file on the disk. "
        "The line of a cloud copy has its docPath for a name. With --json: path, displayPath (from the workspace on), "
        "docPath, source (\"active\", \"cloud\" or \"disk\"), size and sha256 of each.",
    .options = {flag("recursive", "hash the files below folders, but not links, .git and .aptix", 'r'),
        option("check", "FILE",
            "read checksums from FILE, as sha and sha256sum print them (with --tag and --zero, too), and compare"),
        kByDocPath, flag("normalized", "hash as if every CR LF were LF")},
    .examples = {{"aptix sha src/main.c", "print the hash and the name of a file"},
        {"aptix sha -r . > sums", "hash a whole tree"},
        {"aptix sha --check sums", "compare the tree with what it was"}},
    .run = run_sha,
    .audited = Audited::reads,
};

}  // namespace aptix::app
