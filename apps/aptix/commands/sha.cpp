// aptix sha: SHA-256 of files, in the output format of sha256sum.
#include <unistd.h>

#include <set>

#include "base/text/trim.h"
#include "ops/files/sha.h"
#include "ops/files/tree_file.h"
#include "shared/sources.h"

namespace aptix::app {
namespace {

constexpr uint64_t kMaxList = 1ull << 30;  // limit for a list of checksums, in bytes

ops::HashForm form_of(const Session& session) {
  return session.flag("normalized") ? ops::HashForm::normalized : ops::HashForm::plain;
}

ops::ShaRequest sha_request(const Session& session, std::vector<std::string> paths) {
  ops::ShaRequest request;
  request.paths = std::move(paths);
  request.form = form_of(session);
  request.threads = session.environment.threads;
  request.interrupted = session.environment.around.interrupted;
  return request;
}

void note_interruption(bool finished, Said& said) {
  if (!finished) said.diagnostics.errors.push_back(make_error(Code::interrupted, "interrupted"));
}

// A file, or a cloud copy, and its hash.
struct Hashed {
  std::string name;  // in its output line
  uint64_t size = 0;
  Sha256 sha{};
  ops::FoundCopy copy{};  // with a docPath if known
};

void write_hashed(json::Writer& w, const Hashed& hashed) {
  w.begin_object().field("path", hashed.name);
  if (!hashed.copy.doc_path.empty())
    w.field("displayPath", hashed.copy.path)
        .field("docPath", hashed.copy.doc_path)
        .field("source", ops::name(hashed.copy.source));
  w.field("size", hashed.size).field("sha256", hashed.sha.hex()).end_object();
}

// Hashes what the operands name, and prints the results in that order.
class Teller {
 public:
  Teller(Session& session, OpenedSources& found, const ops::Tree& tree)
      : session_(session),
        found_(found),
        tree_(tree) {}

  Answer run() {
    std::vector<std::string> paths = session_.arguments.operands();
    if (paths.empty()) paths.emplace_back(".");
    bool finished = true;
    if (session_.json()) find_active();
    writer_.begin_object().key("files").begin_array();
    if (session_.flag("doc-path")) {
      for (const std::string& key : paths) tell(hash_by_key(key));
    } else {
      ops::ShaRequest request = sha_request(session_, std::move(paths));
      request.recursive = session_.flag("recursive");
      finished = ops::sha_files(tree_, request, [&](const ops::ShaEntry& entry) { take(entry); });
      ops::name_near_files(tree_, said_.diagnostics.errors);
    }
    writer_.end_array().end_object();
    note_interruption(finished, said_);
    said_.json = writer_.take();
    return make_answer(session_, said_);
  }

 private:
  void find_active() {
    auto files = found_.sources.active_list().list();
    if (!files) return said_.diagnostics.warnings.push_back(std::move(files).error());
    for (store::ActiveFile& file : *files) active_.insert(std::move(file.doc_path));
  }

  // A name without a file may be a docPath; if there is no such docPath either, the first error stays.
  void take(const ops::ShaEntry& entry) {
    if (entry.error && ops::may_be_doc_path(entry.path, *entry.error)) {
      auto hashed = hash_by_key(entry.path);
      if (hashed || !ops::is_unknown_key(hashed.error())) return tell(std::move(hashed));
    }
    Hashed hashed{.name = entry.path, .size = entry.size, .sha = entry.sha};
    if (session_.json()) name_copy(entry, hashed);
    if (!entry.error) return tell(std::move(hashed));
    Error error = *entry.error;
    if (!hashed.copy.doc_path.empty()) error.doc_path = hashed.copy.doc_path;
    tell(fail(std::move(error)));
  }

  // A file named by its path is the one on disk. A missing file may have been meant as a docPath.
  void name_copy(const ops::ShaEntry& entry, Hashed& hashed) {
    auto path = found_.sources.path_in_workspace(entry.path);
    ops::DocPaths& doc_paths = found_.sources.doc_paths();
    bool maybe_key = entry.error && entry.path.starts_with(doc_paths.repository() + "/");
    if (!path || maybe_key || find_invalid_utf8(*path)) return;
    std::string key = doc_paths.key_of(*path);
    ops::FileSource source = active_.contains(key) ? ops::FileSource::active : ops::FileSource::disk;
    hashed.copy = {.doc_path = std::move(key), .path = std::move(*path), .source = source};
  }

  // The line shows the path of a file, but the docPath of a cloud copy and of a file outside the root.
  Result<Hashed> hash_by_key(const std::string& key) {
    TRY_ASSIGN(copy, found_.sources.find(key, {}));
    TRY(check_below_root(session_, found_, key, copy.path));
    TRY_ASSIGN(content, found_.sources.content_of(copy));
    ops::StreamHasher hasher(form_of(session_));
    hasher.update(content);
    const std::string& prefix = found_.root_prefix;
    bool by_path = !copy.cloud && (prefix.empty() || copy.path.starts_with(prefix + "/"));
    std::string name = by_path ? copy.path.substr(prefix.empty() ? 0 : prefix.size() + 1) : copy.doc_path;
    return Hashed{std::move(name), content.size(), hasher.finish(), std::move(copy)};
  }

  void tell(Result<Hashed> hashed) {
    if (!hashed) return said_.diagnostics.errors.push_back(std::move(hashed).error());
    if (session_.json()) return write_hashed(writer_, *hashed);
    // A file called '-' is not standard input, as for sha256sum. A terminal would obey control characters in a name.
    std::string line = ops::format_sha_line(hashed->sha, hashed->name == "-" ? "./-" : hashed->name);
    session_.out.write((session_.environment.terminal_out ? escape_for_display(line) : line) + "\n");
  }

  Session& session_;
  OpenedSources& found_;
  const ops::Tree& tree_;
  std::set<std::string, std::less<>> active_;  // docPaths
  Said said_;
  json::Writer writer_;
};

// Without a PATH: hashes standard input, under the name that sha256sum gives it.
Result<Answer> hash_input(Session& session) {
  if (session.environment.terminal_in)
    return fail(Code::usage, "'aptix sha' hashes files, or what comes in through a pipe",
        "name a file: 'aptix sha src/main.c'");
  Hashed hashed{.name = "-"};
  ops::StreamHasher hasher(form_of(session));
  TRY(read_pieces(
      STDIN_FILENO, "<stdin>", session.environment.around.interrupted, [&](std::string_view piece) -> Status {
        hasher.update(piece);
        hashed.size += piece.size();
        return {};
      }));
  hashed.sha = hasher.finish();
  json::Writer w;
  w.begin_object().key("files").begin_array();
  write_hashed(w, hashed);
  w.end_array().end_object();
  return make_answer(session, {.text = ops::format_sha_line(hashed.sha, hashed.name) + "\n", .json = w.take()});
}

// Parses a list of checksums, whose lines end with a NUL if one does; counts invalid lines.
struct ChecksumList {
  std::vector<ops::ShaLine> lines;
  uint64_t malformed = 0;
};

Result<ChecksumList> read_list(const Session& session, const std::string& file) {
  if (file == "-" && session.environment.terminal_in)
    return fail(Code::usage, "'aptix sha --check' reads its list from a file or a pipe", "name the file that it is in");
  TRY_ASSIGN(text, read_file(file, kMaxList, session.environment.around.interrupted));
  ChecksumList list;
  char line_end = text.find('\0') == std::string::npos ? '\n' : '\0';
  for (std::string_view rest = text; !rest.empty();) {
    std::string_view line = take_line(rest, line_end);
    if (line_end == '\n' && line.ends_with('\r')) line.remove_suffix(1);
    if (line.empty()) continue;
    if (auto parsed = ops::parse_sha_line(line)) list.lines.push_back(std::move(*parsed));
    else ++list.malformed;
  }
  if (!list.lines.empty()) return list;
  return fail(Code::input_unreadable, fmt::format("'{}' holds no checksum", escape_for_display(file)),
      "give a list that 'aptix sha' or 'sha256sum' has printed");
}

Answer check_files(Session& session, const ops::Tree& tree, const ChecksumList& list) {
  Said said;
  json::Writer w;
  size_t next = 0;
  uint64_t different = 0;
  auto check = [&](const ops::ShaEntry& entry) {
    const ops::ShaLine& line = list.lines[next++];
    bool matches = !entry.error && entry.sha == line.sha;
    if (entry.error) said.diagnostics.errors.push_back(*entry.error);
    else if (!matches) ++different;
    if (session.json()) {
      w.begin_object().field("path", entry.path).field("expected", line.sha.hex());
      if (!entry.error) w.field("sha256", entry.sha.hex());
      w.field("matches", matches).end_object();
    } else if (!matches || !session.flag("quiet")) {
      std::string_view verdict = matches ? "OK" : entry.error ? "FAILED open or read" : "FAILED";
      session.out.write(fmt::format("{}: {}\n", escape_for_display(entry.path), verdict));
    }
  };
  std::vector<std::string> paths;
  for (const ops::ShaLine& line : list.lines) paths.push_back(line.path);
  w.begin_object().key("files").begin_array();
  note_interruption(ops::sha_files(tree, sha_request(session, std::move(paths)), check), said);
  w.end_array().end_object();
  said.json = w.take();
  if (different != 0)
    said.diagnostics.errors.push_back(make_error(Code::check_failed,
        fmt::format("{} of {} {} not match", different, render::count_of(list.lines.size(), "file"),
            different == 1 ? "does" : "do")));
  if (list.malformed != 0)
    said.diagnostics.warnings.push_back(make_error(Code::check_failed,
        fmt::format("{} of the list {} no checksum", render::count_of(list.malformed, "line"),
            list.malformed == 1 ? "holds" : "hold")));
  return make_answer(session, said);
}

Result<Answer> run_sha(Session& session) {
  const std::vector<std::string>& paths = session.arguments.operands();
  bool input = (paths.empty() && !session.flag("recursive")) || (paths.size() == 1 && paths.front() == "-");
  auto file = session.arguments.value("check");
  if (input && !file) return hash_input(session);
  TRY_ASSIGN(found, open_sources(session));
  TRY_ASSIGN(tree, ops::Tree::open_root(*found.opened.workspace));
  if (!file) return Teller(session, found, tree).run();
  if (!paths.empty()) return fail(Code::usage, "'--check' takes the names from the list", "leave the PATHs out");
  TRY_ASSIGN(list, read_list(session, std::string(*file)));
  return check_files(session, tree, list);
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
