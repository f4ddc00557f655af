// Pages for a browser: exact pieces, and that nothing from a file gets out of its place.
#include "render/html/html.h"

#include <doctest/doctest.h>

#include <iterator>
#include <random>

#include "base/base64.h"
#include "base/hash/sha256.h"
#include "base/text/text.h"
#include "render/html/html_parts.h"
#include "unit/render/changes.h"

namespace aptix::render {
namespace {

using test::change;

std::string page_of(std::vector<FileChange> changes, HtmlOptions options = {.title = "Transaction 1"}) {
  ChangeSet set;
  set.changes = std::move(changes);
  return html_page(set, options);
}

bool has(const std::string& page, std::string_view piece) { return page.find(piece) != std::string::npos; }

size_t count(const std::string& page, std::string_view piece) {
  size_t found = 0;
  for (size_t at = page.find(piece); at != std::string::npos; at = page.find(piece, at + 1)) ++found;
  return found;
}

std::string between(const std::string& page, std::string_view from, std::string_view to) {
  size_t start = page.find(from);
  REQUIRE(start != std::string::npos);
  start += from.size();
  return page.substr(start, page.find(to, start) - start);
}

// The bodies of the tables of the page.
std::string rows_of(const std::string& page) { return between(page, "<tbody>\n", "</tbody>"); }

TEST_CASE("a changed line is two rows, with numbers, the sign, the word for it, and what differs set off") {
  CHECK(rows_of(page_of({change("a.c", "one\nint x = 1;\n", "one\nint x = 2;\n")})) ==
      "<tr><td class=\"n\">1</td><td class=\"n\">1</td><td class=\"s\"></td><td class=\"t\">one</td></tr>\n"
      "<tr class=\"r\"><td class=\"n\">2</td><td class=\"n\"></td><td class=\"s\">-<span class=\"v\"> "
      "removed</span></td>"
      "<td class=\"t\">int x = <b>1</b>;</td></tr>\n"
      "<tr class=\"a\"><td class=\"n\"></td><td class=\"n\">2</td><td class=\"s\">+<span class=\"v\"> added</span></td>"
      "<td class=\"t\">int x = <b>2</b>;</td></tr>\n");
}

TEST_CASE("markup in a file stays text") {
  std::string page = page_of({change("a.html", std::nullopt, "</script><img src=x onerror=\"alert('1')\">&amp;\n")});
  CHECK(has(page, "&lt;/script&gt;&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;amp;"));
  CHECK_FALSE(has(page, "<img"));
  CHECK(count(page, "<script") == 1);
  CHECK(count(page, "</script") == 1);
}

TEST_CASE("markup in names, facts and remarks stays text") {
  HtmlOptions options{.title = "<b>T</b>",
      .facts = {{"Command", "aptix '<script>'"}},
      .remarks = {make_error(Code::match_not_found, "no '<i>' in \x1b[31m")}};
  std::string page = page_of({change("a<img src=x>&\"b.c", "1\n", "2\n")}, options);
  CHECK(has(page, "<title>&lt;b&gt;T&lt;/b&gt;</title>"));
  CHECK(has(page, "<dt>Command</dt><dd>aptix &#39;&lt;script&gt;&#39;</dd>"));
  CHECK(has(page, "<li>no &#39;&lt;i&gt;&#39; in \\x1b[31m</li>"));
  CHECK(has(page, "href=\"#f1h\">a&lt;img src=x&gt;&amp;&quot;b.c</a>"));
  CHECK_FALSE(has(page, "<img"));
  CHECK_FALSE(has(page, "<i>"));
}

TEST_CASE("what cannot be seen is shown as an escape, and the page is well-formed UTF-8") {
  std::string page = page_of({change("a", std::nullopt,
      "\xE2\x80\xAE"
      "evil\x1b[2J\xff\xC3\n\ttab\n")});
  CHECK(has(page,
      "<td class=\"t\"><span class=\"c\">\\u{202e}</span>evil<span class=\"c\">\\x1b</span>[2J<span "
      "class=\"c\">\\xff</span>"
      "<span class=\"c\">\\xc3</span></td>"));
  CHECK(has(page, "<td class=\"t\">\ttab</td>"));
  CHECK_FALSE(find_invalid_utf8(page));
  CHECK_FALSE(has(page, "\xE2\x80\xAE"));
}

TEST_CASE("the policy lets only the page's own style and script be") {
  std::string page = page_of({change("a", "1\n", "2\n")});
  auto source = [](std::string_view text) {
    Sha256 hash = sha256(text);
    return "'sha256-" + base64({reinterpret_cast<const char*>(hash.bytes.data()), hash.bytes.size()}) + "'";
  };
  CHECK(between(page, "<meta http-equiv=\"Content-Security-Policy\" content=\"", "\">") ==
      "default-src 'none'; style-src " + source(between(page, "<style>", "</style>")) + "; script-src " +
          source(between(page, "<script>", "</script>")) + "; img-src data:; base-uri 'none'; form-action 'none'");
  CHECK_FALSE(has(page, " style="));
  CHECK_FALSE(has(page, "http:"));
  CHECK_FALSE(has(page, "https:"));
  CHECK_FALSE(has(page,
      "//"
      "cdn"));
}

TEST_CASE("each file is a section with its name as heading, told in words") {
  FileChange gone = change("old.txt", "x\n", std::nullopt);
  FileChange moved = change("dir/new.txt", std::nullopt, "x\ny\n");
  moved.from = gone.path;
  std::string page = page_of({gone, moved, change("c", std::nullopt, "1\n"), change("d", "1\n2\n", std::nullopt)});
  CHECK(count(page, "<section class=\"file\"") == 3);
  CHECK(has(page,
      "<section class=\"file\" aria-labelledby=\"f1h\">\n<div class=\"head\"><h2 id=\"f1h\" "
      "tabindex=\"-1\">dir/<b>new.txt</b></h2>\n"
      "<p><span class=\"verb renamed\">renamed</span> from <code>old.txt</code> 1 line added</p></div>"));
  CHECK(has(page, "<span class=\"verb created\">created</span> 1 line added</p>"));
  CHECK(has(page, "<span class=\"verb deleted\">deleted</span> 2 lines removed</p>"));
  CHECK(has(page, "<p class=\"sum\">3 files changed, 2 lines added, 2 removed</p>"));
  CHECK(has(page, "<caption>Line 1, new</caption>"));
  CHECK(has(page, "<caption>Lines 1 to 2, removed</caption>"));
}

TEST_CASE("modes, links and files that are no text are told of") {
  FileChange mode = change("run.sh", "x\n", "x\n");
  mode.after_kind = FileKind::executable;
  FileChange link = change("link", "a<b", "c");
  link.before.kind = link.after_kind = FileKind::symlink;
  FileChange binary = change("logo", std::string_view("\0\1", 2), std::string_view("\0\1\2", 3));
  std::string page = page_of({mode, link, binary});
  CHECK(has(page, "<span class=\"verb changed\">changed</span> no line changed, now an executable file</p>"));
  CHECK(has(page, "The link led to <code>a&lt;b</code>. Now it leads to <code>c</code>."));
  CHECK(has(page, "The content is not shown: 2 bytes before, 3 bytes now."));
  CHECK(count(page, "<table") == 0);
}

TEST_CASE("line ends are shown where they differ, and only there") {
  CHECK_FALSE(has(page_of({change("a", "1\r\n2\r\n", "1\r\n3\r\n")}), "\\r"));
  CHECK(has(page_of({change("a", "1\r\n2\r\n", "1\r\n2\n")}), "2<span class=\"c\">\\r</span>"));
  CHECK(has(page_of({change("a", "1\n", "1")}), "1<i>no newline at the end of the file</i>"));
}

TEST_CASE("a long change is folded up, a longer one is cut, and both are said") {
  std::string before, after;
  for (int i = 0; i < 100; ++i) {
    before += "old\n";
    after += "new\n";
  }
  HtmlOptions folded{.title = "T", .open_rows = 100};
  std::string page = page_of({change("a", before, after)}, folded);
  CHECK(has(page, "<details><summary>1 change<span class=\"v\"> in a</span>, folded up because it is long</summary>"));
  CHECK(count(page, "<tr class=") == 200);

  HtmlOptions cut{.title = "T", .rest_hint = "See 'the <rest>'.", .most_rows = 50};
  page = page_of({change("a", before, after), change("b", "1\n", "2\n")}, cut);
  CHECK(count(page, "<tr class=") == 50);
  CHECK(count(page, "<table") == 1);
  CHECK(has(
      page, "<details open><summary>Not shown<span class=\"v\"> in b</span></summary>\n<p class=\"note\">The rest"));
  CHECK(count(page, "The rest of this file's change is not shown here. See &#39;the &lt;rest&gt;&#39;.") == 2);
  CHECK(has(page, "<p class=\"sum\">2 files changed, 101 lines added, 101 removed</p>"));

  page = page_of({change("a", std::nullopt, std::string(3000, 'x') + "\n")}, {.title = "T", .most_line = 2000});
  CHECK(has(page, "x<i>… 1000 more bytes of this line</i>"));
  page = page_of({change("a", std::nullopt, "\xC3\xA4\xC3\xA4\n")}, {.title = "T", .most_line = 3});
  CHECK(has(page, "<td class=\"t\">\xC3\xA4<i>… 2 more bytes of this line</i>"));
}

TEST_CASE("a set without changes is a page that says so") { CHECK(has(page_of({}), "<p>Nothing changes.</p>")); }

// What a browser would show of a piece of the page.
std::string plain(std::string text) {
  for (size_t open = text.find('<'); open != std::string::npos; open = text.find('<'))
    text.erase(open, text.find('>', open) - open + 1);
  struct Entity {
    std::string_view written, means;
  };
  for (const Entity& entity :
      {Entity{"&lt;", "<"}, Entity{"&gt;", ">"}, Entity{"&quot;", "\""}, Entity{"&#39;", "'"}, Entity{"&amp;", "&"}})
    for (size_t at = text.find(entity.written); at != std::string::npos; at = text.find(entity.written, at + 1))
      text.replace(at, entity.written.size(), entity.means);
  return text;
}

std::string random_text(std::mt19937& random) {
  static constexpr std::string_view kLines[] = {"<b>&lt;</b>", "one two three", "one 'two' three", "\"a\" & b", "",
      "  if (x < y)", "  if (x <= y)", "\xC3\xA4 <!-- -->"};
  std::string text;
  for (size_t count = random() % 12; count != 0; --count) text.append(kLines[random() % std::size(kLines)]) += '\n';
  return text;
}

TEST_CASE("each row has the line of its number, whatever differs") {
  std::mt19937 random(7);
  for (int round = 0; round < 300; ++round) {
    std::string before = random_text(random), after = random_text(random);
    LineIndex old_lines(before), new_lines(after);
    std::string page = page_of({change("a", before, after)});
    uint64_t gone = 0, come = 0;
    for (size_t at = page.find("<tr"); at != std::string::npos; at = page.find("<tr", at + 1)) {
      std::string row = page.substr(at, page.find("</tr>", at) - at);
      if (row.find("<th") != std::string::npos) continue;
      std::string old_number = between(row, "<td class=\"n\">", "<"),
                  new_number = between(row.substr(row.find("</td>")), "<td class=\"n\">", "<");
      std::string text = plain(between(row, "<td class=\"t\">", "</td>"));
      if (!old_number.empty()) CHECK(text == old_lines.line(std::stoul(old_number)));
      if (!new_number.empty()) CHECK(text == new_lines.line(std::stoul(new_number)));
      gone += new_number.empty() ? 1 : 0;
      come += old_number.empty() ? 1 : 0;
    }
    CHECK(old_lines.count() - gone == new_lines.count() - come);
  }
}

TEST_CASE("words that differ are found where the lines have enough in common") {
  using html::word_diff;
  using Ranges = std::vector<html::ByteRange>;
  html::WordDiff found = word_diff("return old_name(a, b);", "return new_name(a, b, c);");
  CHECK(found.before == Ranges{{7, 15}});
  CHECK(found.after == Ranges{{7, 15}, {20, 23}});
  CHECK(word_diff("alpha", "beta").before.empty());
  CHECK(word_diff("\xC3\xA4pfel = 1", "\xC3\xB6pfel = 1").after == Ranges{{0, 6}});
  CHECK(word_diff(std::string(5000, '.'), std::string(5000, '.') + ",").after.empty());
}

TEST_CASE("an attribute holds neither quotes nor markup") {
  CHECK(html::attribute("a\"b'c<d>&\n\x07") == "a&quot;b&#39;c&lt;d&gt;&amp;\\n\\x07");
}

}  // namespace
}  // namespace aptix::render
