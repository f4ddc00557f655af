// The frame of a page: its facts, the list of files, the files.
#include "render/html/html.h"

#include <fmt/format.h>

#include "base/base64.h"
#include "base/hash/sha256.h"
#include "render/diff.h"
#include "render/html/html_parts.h"
#include "render/text.h"

namespace aptix::render {
namespace {

using html::FileFacts;

// "sha256-..." of the text of a <style> or <script>.
std::string source_of(std::string_view text) {
  Sha256 hash = sha256(text);
  return fmt::format("'sha256-{}'", base64({reinterpret_cast<const char*>(hash.bytes.data()), hash.bytes.size()}));
}

std::string head(const HtmlOptions& options, std::string_view style) {
  std::string out = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n";
  out += fmt::format(
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src {}; script-src {}; img-src "
      "data:; base-uri 'none'; form-action 'none'\">\n",
      source_of(style), source_of(html::kScript));
  out +=
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<meta name=\"referrer\" "
      "content=\"no-referrer\">\n";
  out += fmt::format("<link rel=\"icon\" href=\"data:,\">\n<title>{}</title>\n<style>{}</style>\n</head>\n",
      html::attribute(options.title), style);
  return out;
}

constexpr std::string_view kTools =
    "<div id=\"tools\" role=\"group\" aria-label=\"View\" hidden><div><span class=\"pair\"><button id=\"unified\" "
    "type=\"button\" aria-pressed=\"true\" aria-keyshortcuts=\"u\">Unified</button><button id=\"side\" type=\"button\" "
    "aria-pressed=\"false\" aria-keyshortcuts=\"s\">Side by side</button></span><span class=\"gap\"></span><button "
    "id=\"dark\" type=\"button\" aria-pressed=\"false\" aria-keyshortcuts=\"t\">Dark</button><button id=\"open\" "
    "type=\"button\" aria-haspopup=\"dialog\" aria-keyshortcuts=\"?\">Keys</button></div></div>\n";

constexpr std::string_view kHelp =
    "<dialog id=\"help\" aria-labelledby=\"help-title\"><h2 id=\"help-title\">Keys</h2>\n<dl><dt><kbd>n</kbd> "
    "<kbd>p</kbd></dt><dd>next change, the change before</dd><dt><kbd>N</kbd> <kbd>P</kbd></dt><dd>next file, the file "
    "before</dd><dt><kbd>u</kbd> <kbd>s</kbd></dt><dd>unified, side by side</dd><dt><kbd>t</kbd></dt><dd>light or "
    "dark</dd><dt><kbd>?</kbd></dt><dd>this help; <kbd>Esc</kbd> closes it</dd></dl>\n"
    "<p><label><input id=\"keys\" type=\"checkbox\" checked> use these keys</label></p>\n"
    "<button id=\"close\" type=\"button\">Close</button></dialog>\n"
    "<p id=\"said\" class=\"v\" role=\"status\" aria-live=\"polite\"></p>\n";

struct ListedFile {
  std::string name;
  FileFacts facts;
};

std::string banner(const HtmlOptions& options, const std::vector<ListedFile>& files) {
  uint64_t added = 0, removed = 0;
  for (const ListedFile& file : files) {
    added += file.facts.added;
    removed += file.facts.removed;
  }
  std::string out = fmt::format("<header>\n<h1>{}</h1>\n<p class=\"sum\">{} changed, {}</p>\n",
      html::attribute(options.title), count_of(files.size(), "file"), html::counts_in_words(added, removed));
  if (!options.facts.empty()) out += "<dl class=\"facts\">";
  for (const HtmlOptions::Fact& fact : options.facts) {
    out += fmt::format("<dt>{}</dt><dd>", html::attribute(fact.name));
    html::append_text(out, fact.value);
    out += "</dd>";
  }
  return out + (options.facts.empty() ? "</header>\n" : "</dl>\n</header>\n");
}

// The warnings of the run are part of the page.
std::string remarks(const std::vector<Diagnostic>& said) {
  if (said.empty()) return {};
  std::string out = "<section class=\"remarks\" aria-labelledby=\"remarks\"><h2 id=\"remarks\">Remarks</h2>\n<ul>";
  for (const Diagnostic& remark : said) out += fmt::format("<li>{}</li>\n", html::attribute(remark.message));
  return out + "</ul></section>\n";
}

std::string list_of(const std::vector<ListedFile>& entries) {
  std::string out = "<nav aria-labelledby=\"files\">\n<h2 id=\"files\">Files</h2>\n<ol>\n";
  for (size_t i = 0; i < entries.size(); ++i) {
    const FileFacts& facts = entries[i].facts;
    out += fmt::format("<li><a class=\"path\" href=\"#f{}h\">", i + 1);
    html::append_text(out, entries[i].name);
    out +=
        fmt::format("</a><span>{}<span class=\"v\">, {}</span> <span aria-hidden=\"true\">", facts.verb, facts.words);
    if (facts.added != 0) out += fmt::format("<span class=\"plus\">+{}</span> ", count_of(facts.added, ""));
    if (facts.removed != 0) out += fmt::format("<span class=\"minus\">−{}</span>", count_of(facts.removed, ""));
    out += "</span></span></li>\n";
  }
  return out + "</ol>\n</nav>\n";
}

}  // namespace

std::string html_page(const ChangeSet& changes, const HtmlOptions& options) {
  std::string sections;
  std::vector<ListedFile> entries;
  uint64_t rows = options.most_rows;
  for_each_file(changes, [&](const FileSide& before, const FileSide& after) {
    FileFacts facts = html::append_file(sections, before, after, entries.size() + 1, rows, options);
    entries.push_back({after.exists ? after.name : before.name, std::move(facts)});
  });
  std::string out = head(options, html::style());
  out += "<body>\n<a class=\"skip\" href=\"#changes\">Skip to the changes</a>\n";
  out += banner(options, entries);
  out += list_of(entries);
  out += kTools;
  out += "<main id=\"changes\" tabindex=\"-1\">\n" + remarks(options.remarks) + sections;
  if (entries.empty()) out += "<p>Nothing changes.</p>\n";
  out += "</main>\n";
  out.append("<footer><p>Made by aptix.</p></footer>\n").append(kHelp);
  out.append("<script>").append(html::kScript).append("</script>\n</body>\n</html>\n");
  return out;
}

}  // namespace aptix::render
