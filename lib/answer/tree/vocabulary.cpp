// To read a new spelling, add a word to a row.
#include "answer/tree/vocabulary.h"

#include <algorithm>
#include <iterator>
#include <unordered_map>

#include "answer/basis/line.h"
#include "answer/name/file_words.h"
#include "base/text/ascii.h"
#include "base/text/bytes.h"
#include "base/text/trim.h"

namespace aptix::answer {
namespace {

using json::Type;

constexpr Word kWords[] = {
    {"name toolname recipientname", Meaning::tool, Type::string},
    {"tool", Meaning::tool, Type::string, kWrapsCall},
    {"command", Meaning::command, Type::string, kMayBePatch},
    {"type", Meaning::command, Type::string, kWeak},
    {"action operation", Meaning::command, Type::string, kWeak | kWrapsCall},
    {"path paths file filepath filename targetfile relativepath relativefilepath relativeworkspacepath absolutepath "
     "absolutefilepath pathinproject notebookpath",
        Meaning::path, Type::string},
    {"oldpath originalfilepath sourcepath sourcefile", Meaning::from_path, Type::string},
    {"source src from", Meaning::from_path, Type::string, kWeak},
    {"newpath newfilepath targetpath destinationpath", Meaning::to_path, Type::string},
    {"destination dest target to", Meaning::to_path, Type::string, kWeak},
    {"oldstr oldstring oldtext oldcode oldcontent targetcontent searchtext searchstring originaltext",
        Meaning::old_text, Type::string},
    {"old search find original before", Meaning::old_text, Type::string, kWeak},
    {"newstr newstring newtext newcode newcontent replacementcontent replacementtext replacementcode inserttext",
        Meaning::new_text, Type::string},
    {"new replace replacement replacewith updated patched after", Meaning::new_text, Type::string, kWeak},
    {"filetext filecontent filecontents codecontent documentcontent", Meaning::content, Type::string},
    {"content contents", Meaning::plain_content, Type::string, kWrapsCall},
    {"text", Meaning::plain_content, Type::string, kWeak},
    {"codeedit", Meaning::excerpt, Type::string},
    {"code", Meaning::excerpt, Type::string, kWeak},
    {"insertline afterline", Meaning::insert_line, Type::number},
    {"line", Meaning::line, Type::number, kWeak},
    {"replaceall allowmultiple", Meaning::replace_all, Type::boolean},
    {"limit", Meaning::replace_all, Type::string, kWeak},
    {"expectedreplacements", Meaning::expected, Type::number},
    {"edits replacements replacementchunks changes updates modifications", Meaning::edits, Type::array},
    {"diff", Meaning::diff, Type::string},
    {"patch patchtext", Meaning::diff, Type::string, kMayBePatch},
    {"cmd", Meaning::none, Type::string, kMayBePatch},
    {"input arguments toolinput", Meaning::none, Type::object, kWrapsCall | kMayBePatch},
    {"args parameters params actioninput tooluse function functioncall message files", Meaning::none, Type::object,
        kWrapsCall},
    {"choices candidates parts output actions toolcalls tooluses functioncalls calls", Meaning::none, Type::array,
        kWrapsCall},
    {"startline endline", Meaning::range, Type::number, kWeak},
    {"useregex isregex ignorecase", Meaning::alters, Type::boolean},
    {"regex append", Meaning::alters, Type::boolean, kWeak},
    {"mode position occurrence encoding", Meaning::alters, Type::string, kWeak},
    {"cellid celltype newsource editmode", Meaning::cell, Type::string},
    {"cellnumber", Meaning::cell, Type::number},
    {"dryrun", Meaning::trial, Type::boolean},
    {"toolresult toolresponse tooluseresult functionresponse functioncalloutput", Meaning::result, Type::object},
    {"instruction instructions explanation description reason summary language codemarkdownlanguage toolsummary "
     "toolaction id",
        Meaning::for_people, Type::string},
    {"linecount complexity", Meaning::for_people, Type::number},
    {"emptyfile", Meaning::for_people, Type::boolean},
    {"viewrange", Meaning::for_people, Type::array},
    {"overwrite", Meaning::overwrite, Type::boolean},
};

// The first row that fits decides.
enum class Fit : uint8_t { whole, part };
constexpr struct ToolRow {
  std::string_view names;
  Fit fit;
  Act act;
} kTools[] = {
    {"director folder todo issue comment pullrequest", Fit::part, Act::look},
    {"notebook append prepend lines regex symbol", Fit::part, Act::append},
    {"insertcontent", Fit::whole, Act::insert_before},
    {"deletefile deletefiles deletepath lovdelete dyaddelete removefile removefiles removepath", Fit::whole,
        Act::remove},
    {"movefile movepath renamefile renamepath lovrename dyadrename", Fit::whole, Act::move},
    {"copyfile copypath", Fit::whole, Act::copy},
    {"edit multiedit editfile fileedit replace strreplace strreplaceeditor strreplacebasededittool replaceinfile "
     "replacestringinfile multireplacestringinfile replacefilecontent multireplacefilecontent searchreplace "
     "searchandreplace inserteditintofile applydiff",
        Fit::whole, Act::edit},
    {"write writefile writetofile boltaction", Fit::whole, Act::write},
    {"createfile", Fit::whole, Act::create},
    {"create", Fit::part, Act::create},
    {"write savefile updatefile", Fit::part, Act::write},
};

constexpr struct {
  std::string_view names;
  Act act;
} kCommands[] = {
    {"strreplace replace", Act::replace},
    {"edit", Act::edit},
    {"insert", Act::insert},
    {"create createfile", Act::create},
    {"write", Act::write},
    {"updatefile", Act::patch},
    {"delete remove deletefile rm", Act::remove},
    {"rename move mv", Act::move},
    {"copy cp", Act::copy},
    {"append prepend insertafter insertbefore", Act::append},
    {"undoedit", Act::undo},
    {"view", Act::look},
};

// The key in lower case without '_' and '-'.
std::string letters_in(std::string_view key) {
  std::string letters = ascii_lower(key);
  std::erase_if(letters, [](char byte) { return byte == '_' || byte == '-'; });
  return letters;
}

// The name of the tool itself: "write_file" in "mcp__files__write_file", "functions.write_file".
std::string letters_of(std::string_view name) {
  if (size_t server = name.rfind("__"); server != std::string_view::npos) name = name.substr(server);
  return letters_in(name.substr(name.find_last_of(".:/") + 1));
}

const ToolRow* row_of(std::string_view tool) {
  std::string letters = letters_of(tool);
  for (const ToolRow& row : kTools)
    if (any_word(row.names, [&](std::string_view name) {
          return row.fit == Fit::whole ? letters == name : letters.find(name) != std::string::npos;
        }))
      return &row;
  return nullptr;
}

}  // namespace

const Word& word_of(std::string_view key) {
  // By spelling, as JSON may have very many keys.
  static const auto kSpellings = [] {
    std::unordered_map<std::string_view, const Word*> all;
    for (const Word& row : kWords)
      for (std::string_view spelling : split(row.spellings, ' ')) all.emplace(spelling, &row);
    return all;
  }();
  static constexpr Word kUnknown = {{}, Meaning::none, Type::null};
  auto found = kSpellings.find(letters_in(key));
  return found == kSpellings.end() ? kUnknown : *found->second;
}

bool Word::is_path() const {
  return !is(kWeak) && (meaning == Meaning::path || meaning == Meaning::from_path || meaning == Meaning::to_path);
}

bool is_text_meaning(Meaning meaning) {
  constexpr Meaning kTexts[] = {Meaning::old_text, Meaning::new_text, Meaning::content, Meaning::plain_content,
      Meaning::excerpt, Meaning::diff, Meaning::cell};
  return std::ranges::find(kTexts, meaning) != std::end(kTexts);
}

bool is_path_text(std::string_view text) {
  return text.find('\n') == std::string_view::npos && is_file(text, Written::in_quotes) &&
      text.find_first_not_of("./") != std::string_view::npos;
}

Act act_of_tool(std::string_view name) {
  const ToolRow* row = row_of(name);
  return row == nullptr ? Act::unknown : row->act;
}

Act act_of_command(std::string_view command) {
  constexpr size_t kLongestCommand = 64;  // it may be all of a patch
  if (command.size() > kLongestCommand) return Act::unknown;
  std::string letters = letters_in(command);
  for (const auto& row : kCommands)
    if (any_word(row.names, [&](std::string_view name) { return name == letters; })) return row.act;
  return Act::unknown;
}

bool changes_files(Act act) { return act != Act::unknown && act != Act::look; }

bool is_edit_tool(std::string_view name) {
  const ToolRow* row = row_of(name);
  constexpr Act kEdits[] = {Act::edit, Act::write, Act::create, Act::insert_before};
  return row != nullptr && row->fit == Fit::whole && std::ranges::find(kEdits, row->act) != std::end(kEdits);
}

bool is_name_of_writer(std::string_view tool) {
  constexpr std::string_view kVerbs[] = {"write", "create", "edit", "replace", "insert", "delete", "remove", "move",
      "rename", "change", "patch", "update", "modify", "append", "save", "apply"};
  std::string letters = letters_of(tool);
  return holds_one_of(kVerbs, letters) && act_of_tool(tool) != Act::look;
}

bool is_name_of_looker(std::string_view tool) {
  constexpr std::string_view kVerbs[] = {"read", "reads", "view", "show", "display", "list", "ls", "dir", "search",
      "find", "grep", "glob", "open", "cat", "get", "fetch", "load", "look", "lookup", "goto", "scroll", "query", "ask",
      "explain", "describe", "analyze", "analyse", "review", "summarize", "inspect", "stat", "check", "lint", "test",
      "tests", "validate", "verify", "run", "exec", "execute", "shell", "bash", "terminal", "browse", "browser", "tree",
      "outline", "definition", "definitions", "reference", "references", "usages", "diagnostics", "problems", "watch",
      "compile", "build", "diff", "log", "blame", "status", "count", "exists", "info", "help", "think", "plan", "task",
      "message", "notify", "complete", "completion", "submit", "finish", "done", "screenshot", "download", "preview",
      "memory", "memories", "note", "notes"};
  std::string words;
  char last = ' ';
  for (char byte : tool) {
    if (is_capital_letter(byte) && is_small_letter(last)) words += ' ';
    words += is_letter(byte) ? byte : ' ';
    last = byte;
  }
  return act_of_tool(tool) == Act::look ||
      any_word(ascii_lower(words), [&](std::string_view word) { return is_one_of(kVerbs, word); });
}

}  // namespace aptix::answer
