#include "known_edits.h"

#include <string_view>

#include "answer/tree/compose.h"
#include "base/json/json_writer.h"
#include "edit/lines/edits_between.h"

namespace aptix::property {
namespace {

// Lines with indentation, braces and empty lines that stand again and again, tabs, quotes and entities here and there.
std::string line_of(int kind, size_t number) {
  std::string indent(static_cast<size_t>(kind % 4) * 4, ' ');
  switch (kind % 13) {
    case 0: return "\n";
    case 1: return indent + "}\n";
    case 2: return "\tindented_by_tab(" + std::to_string(number) + ");\n";
    case 3: return indent + "print(\"text \\n " + std::to_string(number) + "\");\n";
    case 4: return indent + "if (a < b && c > " + std::to_string(number) + ") {\n";
    case 5: return indent + "same();\n";
    case 6: return indent + "it's a 'quoted' word " + std::to_string(number) + "\n";
    case 7: return indent + "blanks_behind_" + std::to_string(number) + (number < 1000 ? "  \n" : "\n");
    default: return indent + "statement_" + std::to_string(number) + "(value);\n";
  }
}

std::string without_empty_lines(std::string_view text) {
  std::string out;
  for (char c : text)
    if (c != '\n' || !out.ends_with('\n')) out += c;
  return out.starts_with('\n') ? out.substr(1) : out;
}

std::vector<answer::ComposedFile> composed(const std::string& path, const std::vector<Pair>& pairs) {
  answer::ComposedFile file{.path = path, .operation = "patch"};
  for (const Pair& pair : pairs) file.patches.push_back({pair.find, pair.replace});
  return {file};
}

std::string as_calls(const std::string& path, const std::vector<Pair>& pairs) {
  std::string out;
  for (const Pair& pair : pairs) {
    json::Writer writer;
    writer.begin_object()
        .field("file_path", path)
        .field("old_string", pair.find)
        .field("new_string", pair.replace)
        .end_object();
    out += writer.take() + "\n";
  }
  return "```json\n" + out + "```\n";
}

std::string as_list(const std::string& path, const std::vector<Pair>& pairs) {
  json::Writer writer(json::Writer::Style::pretty);
  writer.begin_object()
      .field("name", "MultiEdit")
      .key("input")
      .begin_object()
      .field("file_path", path)
      .key("edits")
      .begin_array();
  for (const Pair& pair : pairs)
    writer.begin_object().field("old_string", pair.find).field("new_string", pair.replace).end_object();
  writer.end_array().end_object().end_object();
  return "```json\n" + writer.take() + "\n```\n";
}

std::string as_markup(const std::string& path, const std::vector<Pair>& pairs) {
  auto parameter = [](const std::string& name, const std::string& value) {
    return "<parameter name=\"" + name + "\">" + value + "</parameter>\n";
  };
  std::string out = "<function_calls>\n";
  for (const Pair& pair : pairs)
    out += "<invoke name=\"Edit\">\n" + parameter("file_path", path) + parameter("old_string", pair.find) +
        parameter("new_string", pair.replace) + "</invoke>\n";
  return out + "</function_calls>\n";
}

}  // namespace

Change any_change(Random& random) {
  while (true) {
    Change change;
    size_t lines = 1 + random.below(40);
    for (size_t i = 0; i < lines; ++i) {
      size_t what = random.below(12);
      std::string line = line_of(static_cast<int>(random.below(100)), what == 1 ? i + 1000 : i);
      if (what != 1) change.before += line;
      if (what != 0) change.after += what == 2 ? line_of(static_cast<int>(random.below(13)), i + 1000) : line;
    }
    auto found = edit::find_texts(change.before, change.after);
    if (!found || found->empty()) continue;
    bool empty = false;  // empty lines alone say nothing: they may belong to what stands around them
    for (const edit::Replacement& one : *found) {
      change.pairs.push_back({std::string(one.find), std::string(one.replace)});
      empty = empty || one.find.find_first_not_of(" \t\n") == std::string_view::npos ||
          without_empty_lines(one.find) == without_empty_lines(one.replace);
    }
    if (!empty) return change;
  }
}

const std::vector<Write> kDialects = {
    [](const std::string& path, const std::vector<Pair>& pairs) {
      return answer::compose_search_replace(composed(path, pairs));
    },
    [](const std::string& path, const std::vector<Pair>& pairs) { return answer::compose_v4a(composed(path, pairs)); },
    as_calls,
    as_list,
    as_markup,
};

}  // namespace aptix::property
