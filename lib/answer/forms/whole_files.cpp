// Code blocks that name a file and are no edit of another form: all of that file, or a part of it. Whether they may
// replace what is there is not decided here.
#include <utility>

#include "answer/forms/forms.h"
#include "answer/name/file_words.h"
#include "answer/name/line_names.h"
#include "answer/name/paths.h"
#include "answer/tree/kind.h"
#include "base/text/ascii.h"
#include "base/text/text.h"

namespace aptix::answer {
namespace {

// JSON that names a file of another kind may be a call of an unknown tool. In the language of the file, it is only JSON
// if all of it is one value: '{"a", 1},' is a line of Go.
bool is_json_for_other_file(const Block& block) {
  std::string language = ascii_lower(language_of(block.info));
  std::string_view body = trim(block.body);
  constexpr std::string_view kTemplates[] = {"{%", "{{", "{#"};
  bool begins = (body.starts_with('{') && !begins_with_one_of(kTemplates, body)) || body.starts_with("[{");
  auto is_value = [&] {
    JsonShape shape = json_shape(body);
    return shape.state == JsonState::complete && shape.end == body.size();
  };
  bool json =
      language.starts_with("json") || (begins && (!is_language_of(block.info, block.naming.path) || is_value()));
  if (!json || block.naming.by == Naming::By::info) return false;
  constexpr std::string_view kCode[] = {".py", ".c", ".cc", ".cpp", ".h", ".hpp", ".java", ".go", ".rs", ".rb", ".php",
      ".cs", ".sh", ".html", ".vue", ".svelte", ".sql", ".toml", ".kt", ".swift"};
  return ends_with_one_of(kCode, block.naming.path);
}

// A comment with only the path of another file, which probably begins that file: it is labelled as a file, or an empty
// line is above it and the line below does not use the file.
struct SecondFile {
  size_t offset = 0;  // of the line, in the body
  std::string path;
};
std::optional<SecondFile> second_file(std::string_view body, size_t from, std::string_view path) {
  bool begins = false, holds = false;  // begins: after an empty line; holds: lines of the first file occurred
  for (const Line& line : lines_from(body, from)) {
    bool labelled = is_labelled_comment(line.text);
    std::string named = (begins || labelled) && holds ? path_in_dressed_comment(line.text) : std::string();
    std::string_view name = base_name(named), stem = name.substr(0, name.rfind('.'));
    bool other = is_likely_file(named, Written::bare) && !name.starts_with('.') && !is_same_file(path, named);
    if (other && (labelled || line_from(body, line.next).text.find(stem) == std::string_view::npos))
      return SecondFile{line.start, std::move(named)};
    begins = is_blank(line.text);
    holds = holds || !begins;
  }
  return std::nullopt;
}

class WholeReader : BodyReading {
 public:
  using BodyReading::BodyReading;

  void read() {
    if (!reading_.block.closed)
      findings_.error(Code::block_unterminated, last_line(), "",
          "the answer ends inside the code block for '" + excerpt_for_display(reading_.block.naming.path) +
              "': it may be cut short",
          "ask for the whole answer again");
    else add_named();
  }

 private:
  // Offset of the last line that is not blank.
  size_t last_line() const {
    size_t end = body_.find_last_not_of(" \t\r\n");
    return end == body_.npos ? 0 : body_.rfind('\n', end) + 1;
  }

  void add_named() {
    const Naming& naming = reading_.block.naming;
    std::optional<FileEdit> entry = file_edit(reading_, naming.path, Operation::write, 0);
    if (!entry) return;
    // A sentence that does not lead to the block names only an existing file.
    Whole whole{.content = body_,
        .told = naming.cited ? Whole::Told::cited : Whole::Told::shown,
        .of_existing = naming.by == Naming::By::sentence && !naming.leads,
        .of_new = naming.labels.created};
    whole.not_new = reading_.keep(why_not_new());
    if (naming.name_line_size != 0) whole.name_line = body_.substr(naming.name_line, naming.name_line_size);
    entry->edits.push_back({whole, findings_.origin(0)});
    entry->names.rivals = paths_of(naming.rivals);
    if (Result<RelPath> path = RelPath::parse(without_leading_dots(naming.of_prose))) entry->names.of_prose = *path;
    bool may_hold_second = naming.name_line_size != 0 && !naming.path.starts_with('.');
    std::optional<SecondFile> second =
        may_hold_second ? second_file(body_, naming.name_line + naming.name_line_size, naming.path) : std::nullopt;
    if (second)
      findings_.error(Code::block_unread, second->offset, "",
          "the code block may hold two files: a line in it names '" + excerpt_for_display(second->path) + "'",
          "give each file in a code block of its own");
    constexpr size_t kNear = 64;  // files
    std::vector<FileEdit>& files = reading_.plan.files;
    bool told = std::any_of(files.rbegin(), files.rbegin() + static_cast<std::ptrdiff_t>(std::min(files.size(), kNear)),
        [&](const FileEdit& before) { return before.path == entry->path; });
    if (naming.by == Naming::By::sentence && !told)
      findings_
          .warning(Code::path_repaired, 0, "",
              "the file name '" + entry->path.str() + "' was read from " +
                  (naming.name_line_size == 0 ? "the sentence above" : "the first line of") + " the code block",
              "put the path alone on the line above the code block, in backticks")
          .at(entry->path.str());
    files.push_back(std::move(*entry));
  }

  // Does the content use a file of that name: "open('data.csv')", 'href="about.html"'?
  bool quotes(std::string_view name) const {
    constexpr std::string_view kBefore = "\"'`/", kAfter = "\"'`#?";
    for (size_t at = body_.find(name); at != std::string_view::npos; at = body_.find(name, at + 1)) {
      size_t after = at + name.size();
      bool quoted = at != 0 && after < body_.size() && kBefore.find(body_[at - 1]) != std::string_view::npos &&
          kAfter.find(body_[after]) != std::string_view::npos;
      if (quoted) return true;
    }
    return false;
  }

  // Why the name may not be that of a new file; "" if nothing is against it.
  std::string why_not_new() const {
    const Naming& naming = reading_.block.naming;
    if (!naming.folder.empty())
      return "the sentence may name the folder of it, '" + escape_for_display(naming.folder) + "'";
    if (naming.by == Naming::By::sentence && quotes(base_name(naming.path)))
      return "the code itself works with a file of that name";
    bool slash = naming.path.find('/') != std::string::npos, script = body_.starts_with("#!");
    if ((naming.by == Naming::By::caption && !slash && !is_likely_file(naming.path, Written::in_quotes)) ||
        (naming.by == Naming::By::sentence && !script && !is_likely_file(naming.path, Written::bare)))
      return "no known kind of file has a name like that";
    return {};
  }
};

}  // namespace

bool detect_whole(const Block& block) {
  if (block.form != Block::Form::fenced) return false;
  bool diff = is_diff_language(block.info) && !is_for_diffs(block.naming.path);
  return block.naming.is_for_edit() && !is_json_for_other_file(block) && !diff;
}

void parse_whole(BlockReading& reading) { WholeReader(reading).read(); }

// A block that was cut off before its form is clear.
bool detect_cut(const Block& block) { return block.form == Block::Form::fenced && !block.closed; }

void parse_cut(BlockReading& reading) {
  reading.findings.error(Code::block_unterminated, 0, "",
      "the code block has no closing fence and holds no whole document: the answer may be cut short",
      "ask for the whole answer again");
}

}  // namespace aptix::answer
