// A new spelling is a row.
#include "format/json/vocabulary.h"

#include <algorithm>
#include <iterator>
#include <string>

#include "base/text/ascii.h"
#include "format/names/file_words.h"

namespace aptix::format {
namespace {

using json::Type;

constexpr Word kWords[] = {
    {"name", Meaning::tool, Type::string},
    {"tool", Meaning::tool, Type::string, kWrapsCall},
    {"toolname", Meaning::tool, Type::string},
    {"recipientname", Meaning::tool, Type::string},
    {"command", Meaning::command, Type::string, kMayBePatch},
    {"type", Meaning::command, Type::string, kWeak},
    {"action", Meaning::command, Type::string, kWeak | kWrapsCall},
    {"operation", Meaning::command, Type::string, kWeak | kWrapsCall},
    {"path", Meaning::path, Type::string},
    {"paths", Meaning::path, Type::string},
    {"file", Meaning::path, Type::string},
    {"filepath", Meaning::path, Type::string},
    {"filename", Meaning::path, Type::string},
    {"targetfile", Meaning::path, Type::string},
    {"relativepath", Meaning::path, Type::string},
    {"relativefilepath", Meaning::path, Type::string},
    {"relativeworkspacepath", Meaning::path, Type::string},
    {"absolutepath", Meaning::path, Type::string},
    {"absolutefilepath", Meaning::path, Type::string},
    {"pathinproject", Meaning::path, Type::string},
    {"notebookpath", Meaning::path, Type::string},
    {"oldpath", Meaning::from_path, Type::string},
    {"originalfilepath", Meaning::from_path, Type::string},
    {"sourcepath", Meaning::from_path, Type::string},
    {"sourcefile", Meaning::from_path, Type::string},
    {"source", Meaning::from_path, Type::string, kWeak},
    {"src", Meaning::from_path, Type::string, kWeak},
    {"from", Meaning::from_path, Type::string, kWeak},
    {"newpath", Meaning::to_path, Type::string},
    {"newfilepath", Meaning::to_path, Type::string},
    {"targetpath", Meaning::to_path, Type::string},
    {"destinationpath", Meaning::to_path, Type::string},
    {"destination", Meaning::to_path, Type::string, kWeak},
    {"dest", Meaning::to_path, Type::string, kWeak},
    {"target", Meaning::to_path, Type::string, kWeak},
    {"to", Meaning::to_path, Type::string, kWeak},
    {"oldstr", Meaning::old_text, Type::string},
    {"oldstring", Meaning::old_text, Type::string},
    {"oldtext", Meaning::old_text, Type::string},
    {"oldcode", Meaning::old_text, Type::string},
    {"oldcontent", Meaning::old_text, Type::string},
    {"targetcontent", Meaning::old_text, Type::string},
    {"searchtext", Meaning::old_text, Type::string},
    {"searchstring", Meaning::old_text, Type::string},
    {"originaltext", Meaning::old_text, Type::string},
    {"old", Meaning::old_text, Type::string, kWeak},
    {"search", Meaning::old_text, Type::string, kWeak},
    {"find", Meaning::old_text, Type::string, kWeak},
    {"original", Meaning::old_text, Type::string, kWeak},
    {"before", Meaning::old_text, Type::string, kWeak},
    {"newstr", Meaning::new_text, Type::string},
    {"newstring", Meaning::new_text, Type::string},
    {"newtext", Meaning::new_text, Type::string},
    {"newcode", Meaning::new_text, Type::string},
    {"newcontent", Meaning::new_text, Type::string},
    {"replacementcontent", Meaning::new_text, Type::string},
    {"replacementtext", Meaning::new_text, Type::string},
    {"inserttext", Meaning::new_text, Type::string},
    {"new", Meaning::new_text, Type::string, kWeak},
    {"replace", Meaning::new_text, Type::string, kWeak},
    {"replacement", Meaning::new_text, Type::string, kWeak},
    {"updated", Meaning::new_text, Type::string, kWeak},
    {"after", Meaning::new_text, Type::string, kWeak},
    {"filetext", Meaning::content, Type::string},
    {"filecontent", Meaning::content, Type::string},
    {"filecontents", Meaning::content, Type::string},
    {"codecontent", Meaning::content, Type::string},
    {"documentcontent", Meaning::content, Type::string},
    {"content", Meaning::plain_content, Type::string, kWrapsCall},
    {"contents", Meaning::plain_content, Type::string, kWrapsCall},
    {"text", Meaning::plain_content, Type::string, kWeak},
    {"codeedit", Meaning::excerpt, Type::string},
    {"code", Meaning::excerpt, Type::string, kWeak},
    {"insertline", Meaning::insert_line, Type::number},
    {"afterline", Meaning::insert_line, Type::number},
    {"line", Meaning::line, Type::number, kWeak},
    {"replaceall", Meaning::replace_all, Type::boolean},
    {"allowmultiple", Meaning::replace_all, Type::boolean},
    {"expectedreplacements", Meaning::expected, Type::number},
    {"edits", Meaning::edits, Type::array},
    {"replacements", Meaning::edits, Type::array},
    {"replacementchunks", Meaning::edits, Type::array},
    {"changes", Meaning::edits, Type::array},
    {"diff", Meaning::diff, Type::string},
    {"patch", Meaning::diff, Type::string, kMayBePatch},
    {"patchtext", Meaning::diff, Type::string, kMayBePatch},
    {"cmd", Meaning::none, Type::string, kMayBePatch},
    {"startline", Meaning::range, Type::number, kWeak},
    {"endline", Meaning::range, Type::number, kWeak},
    {"useregex", Meaning::alters, Type::boolean},
    {"isregex", Meaning::alters, Type::boolean},
    {"regex", Meaning::alters, Type::boolean, kWeak},
    {"ignorecase", Meaning::alters, Type::boolean},
    {"append", Meaning::alters, Type::boolean, kWeak},
    {"mode", Meaning::alters, Type::string, kWeak},
    {"position", Meaning::alters, Type::string, kWeak},
    {"occurrence", Meaning::alters, Type::string, kWeak},
    {"encoding", Meaning::alters, Type::string, kWeak},
    {"limit", Meaning::replace_all, Type::string, kWeak},
    {"cellid", Meaning::cell, Type::string},
    {"cellnumber", Meaning::cell, Type::number},
    {"celltype", Meaning::cell, Type::string},
    {"newsource", Meaning::cell, Type::string},
    {"editmode", Meaning::cell, Type::string},
    {"dryrun", Meaning::trial, Type::boolean},
    {"toolresult", Meaning::result, Type::object},
    {"toolresponse", Meaning::result, Type::object},
    {"tooluseresult", Meaning::result, Type::object},
    {"functionresponse", Meaning::result, Type::object},
    {"instruction", Meaning::for_people, Type::string},
    {"instructions", Meaning::for_people, Type::string},
    {"explanation", Meaning::for_people, Type::string},
    {"description", Meaning::for_people, Type::string},
    {"reason", Meaning::for_people, Type::string},
    {"summary", Meaning::for_people, Type::string},
    {"language", Meaning::for_people, Type::string},
    {"codemarkdownlanguage", Meaning::for_people, Type::string},
    {"toolsummary", Meaning::for_people, Type::string},
    {"toolaction", Meaning::for_people, Type::string},
    {"linecount", Meaning::for_people, Type::number},
    {"complexity", Meaning::for_people, Type::number},
    {"emptyfile", Meaning::for_people, Type::boolean},
    {"overwrite", Meaning::overwrite, Type::boolean},
    {"viewrange", Meaning::for_people, Type::array},
    {"id", Meaning::for_people, Type::string},
    {"input", Meaning::none, Type::object, kWrapsCall | kMayBePatch},
    {"arguments", Meaning::none, Type::object, kWrapsCall | kMayBePatch},
    {"args", Meaning::none, Type::object, kWrapsCall},
    {"parameters", Meaning::none, Type::object, kWrapsCall},
    {"params", Meaning::none, Type::object, kWrapsCall},
    {"toolinput", Meaning::none, Type::object, kWrapsCall | kMayBePatch},
    {"actioninput", Meaning::none, Type::object, kWrapsCall},
    {"tooluse", Meaning::none, Type::object, kWrapsCall},
    {"function", Meaning::none, Type::object, kWrapsCall},
    {"functioncall", Meaning::none, Type::object, kWrapsCall},
    {"message", Meaning::none, Type::object, kWrapsCall},
    {"choices", Meaning::none, Type::array, kWrapsCall},
    {"candidates", Meaning::none, Type::array, kWrapsCall},
    {"parts", Meaning::none, Type::array, kWrapsCall},
    {"output", Meaning::none, Type::array, kWrapsCall},
    {"actions", Meaning::none, Type::array, kWrapsCall},
    {"files", Meaning::none, Type::object, kWrapsCall},
    {"toolcalls", Meaning::none, Type::array, kWrapsCall},
    {"tooluses", Meaning::none, Type::array, kWrapsCall},
    {"functioncalls", Meaning::none, Type::array, kWrapsCall},
    {"calls", Meaning::none, Type::array, kWrapsCall},
};

// The first row that fits decides.
enum class Fit : uint8_t { whole, part };
constexpr struct {
  std::string_view letters;
  Fit fit;
  Act act;
} kTools[] = {
    {"director", Fit::part, Act::look},
    {"folder", Fit::part, Act::look},
    {"todo", Fit::part, Act::look},
    {"issue", Fit::part, Act::look},
    {"comment", Fit::part, Act::look},
    {"pullrequest", Fit::part, Act::look},
    {"notebook", Fit::part, Act::append},
    {"append", Fit::part, Act::append},
    {"prepend", Fit::part, Act::append},
    {"lines", Fit::part, Act::append},
    {"regex", Fit::part, Act::append},
    {"symbol", Fit::part, Act::append},
    {"insertcontent", Fit::whole, Act::insert_before},
    {"deletefile", Fit::whole, Act::remove},
    {"deletefiles", Fit::whole, Act::remove},
    {"deletepath", Fit::whole, Act::remove},
    {"lovdelete", Fit::whole, Act::remove},
    {"dyaddelete", Fit::whole, Act::remove},
    {"removefile", Fit::whole, Act::remove},
    {"removefiles", Fit::whole, Act::remove},
    {"removepath", Fit::whole, Act::remove},
    {"movefile", Fit::whole, Act::move},
    {"movepath", Fit::whole, Act::move},
    {"renamefile", Fit::whole, Act::move},
    {"renamepath", Fit::whole, Act::move},
    {"lovrename", Fit::whole, Act::move},
    {"dyadrename", Fit::whole, Act::move},
    {"copyfile", Fit::whole, Act::copy},
    {"copypath", Fit::whole, Act::copy},
    {"edit", Fit::whole, Act::edit},
    {"multiedit", Fit::whole, Act::edit},
    {"editfile", Fit::whole, Act::edit},
    {"fileedit", Fit::whole, Act::edit},
    {"replace", Fit::whole, Act::edit},
    {"strreplace", Fit::whole, Act::edit},
    {"strreplaceeditor", Fit::whole, Act::edit},
    {"strreplacebasededittool", Fit::whole, Act::edit},
    {"replaceinfile", Fit::whole, Act::edit},
    {"replacestringinfile", Fit::whole, Act::edit},
    {"multireplacestringinfile", Fit::whole, Act::edit},
    {"replacefilecontent", Fit::whole, Act::edit},
    {"multireplacefilecontent", Fit::whole, Act::edit},
    {"searchreplace", Fit::whole, Act::edit},
    {"searchandreplace", Fit::whole, Act::edit},
    {"inserteditintofile", Fit::whole, Act::edit},
    {"applydiff", Fit::whole, Act::edit},
    {"write", Fit::whole, Act::write},
    {"writefile", Fit::whole, Act::write},
    {"writetofile", Fit::whole, Act::write},
    {"boltaction", Fit::whole, Act::write},
    {"createfile", Fit::whole, Act::create},
    {"create", Fit::part, Act::create},
    {"write", Fit::part, Act::write},
    {"savefile", Fit::part, Act::write},
    {"updatefile", Fit::part, Act::write},
};

constexpr struct {
  std::string_view letters;
  Act act;
} kCommands[] = {
    {"strreplace", Act::replace},
    {"replace", Act::replace},
    {"edit", Act::edit},
    {"insert", Act::insert},
    {"create", Act::create},
    {"createfile", Act::create},
    {"write", Act::write},
    {"updatefile", Act::patch},
    {"delete", Act::remove},
    {"remove", Act::remove},
    {"deletefile", Act::remove},
    {"rename", Act::move},
    {"move", Act::move},
    {"undoedit", Act::undo},
    {"view", Act::look},
};

bool is_joint(char byte) { return byte == '_' || byte == '-'; }

// But for capital letters and what joins the words. REQUIRES: `letters` are small ones.
bool is_spelt(std::string_view key, std::string_view letters) {
  size_t i = 0;
  for (char byte : key) {
    if (is_joint(byte)) continue;
    if (i == letters.size() || ascii_lower(byte) != letters[i++]) return false;
  }
  return i == letters.size();
}

// Of the tool itself: "mcp__files__write_file", "functions.write_file".
std::string letters_of(std::string_view name) {
  if (size_t server = name.rfind("__"); server != std::string_view::npos) name = name.substr(server);
  std::string letters = ascii_lower(name.substr(name.find_last_of(".:/") + 1));
  std::erase_if(letters, is_joint);
  return letters;
}

bool contains_any(std::string_view name, std::span<const std::string_view> words) {
  return std::any_of(
      words.begin(), words.end(), [&](std::string_view word) { return name.find(word) != std::string_view::npos; });
}

}  // namespace

const Word* word_of(std::string_view key) {
  auto row =
      std::find_if(std::begin(kWords), std::end(kWords), [&](const Word& word) { return is_spelt(key, word.letters); });
  return row == std::end(kWords) ? nullptr : row;
}

Meaning meaning_of(std::string_view key) {
  const Word* word = word_of(key);
  return word == nullptr ? Meaning::none : word->meaning;
}

bool is_path_word(const Word& word) {
  bool path = word.meaning == Meaning::path || word.meaning == Meaning::from_path || word.meaning == Meaning::to_path;
  return path && !word.is(kWeak);
}

bool is_text_meaning(Meaning meaning) {
  constexpr Meaning kTexts[] = {Meaning::old_text, Meaning::new_text, Meaning::content, Meaning::plain_content,
      Meaning::excerpt, Meaning::diff, Meaning::cell};
  return std::find(std::begin(kTexts), std::end(kTexts), meaning) != std::end(kTexts);
}

bool is_text_word(const Word& word) { return !word.is(kWeak) && is_text_meaning(word.meaning); }

bool is_path_key(std::string_view key) {
  const Word* word = word_of(key);
  return word != nullptr && is_path_word(*word);
}

bool is_path_text(std::string_view text) {
  return text.find('\n') == std::string_view::npos && is_file(text, Written::in_quotes) &&
      text.find_first_not_of("./") != std::string_view::npos;
}

bool may_wrap_call(std::string_view key) {
  const Word* word = word_of(key);
  return word != nullptr && word->is(kWrapsCall);
}

bool may_hold_patch(std::string_view key) {
  const Word* word = word_of(key);
  return word != nullptr && word->is(kMayBePatch);
}

Act act_of_tool(std::string_view name) {
  std::string letters = letters_of(name);
  for (const auto& row : kTools)
    if (row.fit == Fit::whole ? letters == row.letters : letters.find(row.letters) != std::string::npos) return row.act;
  return Act::unknown;
}

Act act_of_command(std::string_view command) {
  for (const auto& row : kCommands)
    if (is_spelt(command, row.letters)) return row.act;
  return Act::unknown;
}

bool changes_files(Act act) { return act != Act::unknown && act != Act::look; }

bool is_edit_tool(std::string_view name) {
  std::string letters = letters_of(name);
  return std::any_of(std::begin(kTools), std::end(kTools), [&](const auto& row) {
    bool edits =
        row.act == Act::edit || row.act == Act::write || row.act == Act::create || row.act == Act::insert_before;
    return edits && row.fit == Fit::whole && row.letters == letters;
  });
}

bool is_name_of_writer(std::string_view tool) {
  constexpr std::string_view kVerbs[] = {"write", "create", "edit", "replace", "insert", "delete", "remove", "move",
      "rename", "change", "patch", "update", "modify", "append", "save", "apply"};
  std::string letters = letters_of(tool);
  return contains_any(letters, kVerbs) && act_of_tool(tool) != Act::look;
}

}  // namespace aptix::format
