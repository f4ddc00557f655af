// Signs and letters only: whether the file is there, the tree tells.
#include "answer/name/file_words.h"

#include <algorithm>
#include <cctype>

#include "base/text/ascii.h"
#include "base/text/bytes.h"
#include "base/text/text.h"
#include "base/text/trim.h"

namespace aptix::answer {
namespace {

constexpr size_t kLongestFileWord = 1024;

// Signs that no path has, by how it is written.
constexpr std::string_view kNeverBare = "<>*?\"`|;,=$#&\t ";
constexpr std::string_view kNeverSpaced = "<>*?\"`|;,=$#&\t";
constexpr std::string_view kNeverInQuotedFile = "<>*?\"`|;=\t";
constexpr std::string_view kNeverOdd = "<>(){}*?\"`|\t ";

bool is_letter_of_word(char byte) { return is_of_word(byte) && !is_digit(byte); }

}  // namespace

Written written_in(std::string_view words, std::string_view path) {
  size_t at = words.find(path);
  bool quoted =
      at != std::string_view::npos && at != 0 && std::string_view("`\"'").find(words[at - 1]) != std::string_view::npos;
  return quoted ? Written::in_quotes : Written::bare;
}

bool is_bare_name(std::string_view word) {
  constexpr std::string_view kNames[] = {"Makefile", "Dockerfile", "LICENSE", "README", "Gemfile", "Rakefile",
      "Procfile", "Jenkinsfile", "Vagrantfile", "BUILD", "WORKSPACE", "CODEOWNERS", "Kconfig", "Kbuild", "GNUmakefile",
      "Brewfile", "Podfile", "Pipfile", "Caddyfile", "Containerfile", "Justfile", "justfile", "Fastfile", "Tiltfile",
      "Earthfile", "Snakefile", "OWNERS", "AUTHORS", "CHANGELOG", "COPYING", "MAINTAINERS", "SConstruct", "SConscript",
      "wscript", "Guardfile", "Capfile", "_redirects", "_headers", "MANIFEST.in", "meson.build", "web.config",
      "nuget.config", "configure.ac", "Makefile.am", "Makefile.in", "go.work", "Directory.Build.props",
      "Directory.Packages.props", "Dangerfile", "Appfile", "Cakefile", "Steepfile", "CONTRIBUTORS"};
  return is_one_of(kNames, word);
}

bool is_path_shaped(std::string_view word, std::string_view never) {
  if (word.empty() || word.size() > kLongestFileWord || word.find_first_of(never) != std::string_view::npos)
    return false;
  if (word.find("//") != std::string_view::npos || word.ends_with('/') || word.ends_with('.')) return false;
  if (word.starts_with('\'') || word.ends_with('\'')) return false;
  return word.find_last_of("./\\") != std::string_view::npos && word != "..";
}

bool is_file(std::string_view word, Written written) {
  return is_bare_name(word) || is_path_shaped(word, written == Written::bare ? kNeverBare : kNeverInQuotedFile);
}

bool is_product(std::string_view name) {
  constexpr std::string_view kProducts[] = {"node.js", "vue.js", "next.js", "nuxt.js", "react.js", "express.js",
      "three.js", "d3.js", "chart.js", "ember.js", "alpine.js", "angular.js", "moment.js", "discord.js", "discord.py"};
  return is_one_of(kProducts, ascii_lower(name));
}

bool is_likely_file(std::string_view path, Written written) {
  constexpr std::string_view kEndings[] = {"adoc", "asm", "astro", "avsc", "awk", "axaml", "bash", "bat", "bazel",
      "bib", "bicep", "bru", "bzl", "c", "cabal", "cairo", "cc", "cfg", "cjs", "clj", "cljs", "cmake", "cmd", "cnf",
      "code-workspace", "coffee", "conf", "cpp", "cql", "cs", "cshtml", "csproj", "css", "csv", "csx", "cts", "cu",
      "cue", "cxx", "cypher", "d", "dart", "ddl", "desktop", "dhall", "diff", "dockerfile", "dtd", "edn", "eex", "ejs",
      "el", "elm", "entitlements", "env", "erb", "erl", "es6", "ex", "exs", "f90", "fish", "frag", "frm", "fs",
      "fsproj", "fsx", "ftl", "fxml", "gd", "gdshader", "gemspec", "gleam", "glsl", "go", "gohtml", "gpx", "gql",
      "gradle", "graphql", "groovy", "gs", "h", "haml", "hbs", "hcl", "heex", "hh", "hjson", "hlsl", "hpp", "hrl", "hs",
      "htm", "html", "hx", "hxx", "ini", "ino", "ipynb", "iss", "j2", "jade", "java", "jbuilder", "jinja", "jinja2",
      "jl", "jmx", "js", "jsm", "json", "json5", "jsonc", "jsonl", "jsonnet", "jsx", "kdl", "kml", "kt", "kts", "ld",
      "leex", "less", "lhs", "libsonnet", "liquid", "lisp", "list", "lock", "lua", "m", "make", "markdown", "md", "mdx",
      "mermaid", "metal", "mjs", "mk", "ml", "mli", "mm", "mmd", "mod", "mts", "mustache", "ndjson", "nim", "nix",
      "njk", "nomad", "nu", "nuspec", "pas", "patch", "pbxproj", "pcss", "php", "phtml", "pl", "plist", "pm", "po",
      "podspec", "pp", "prisma", "pro", "properties", "proto", "ps1", "psd1", "psm1", "psql", "pug", "puml", "purs",
      "pxd", "py", "pyi", "pyx", "qmd", "qml", "qrc", "r", "rake", "razor", "rb", "rego", "resx", "rkt", "rmd", "ron",
      "rs", "rst", "ru", "S", "s", "sass", "sbt", "scala", "scm", "scss", "service", "sh", "sld", "slim", "sln", "smk",
      "snakefile", "sol", "sql", "storyboard", "strings", "sty", "styl", "sum", "sv", "svelte", "svg", "svh", "swift",
      "tcl", "templ", "tex", "tf", "tfvars", "thrift", "tla", "tmpl", "toml", "tpl", "tres", "ts", "tscn", "tsv", "tsx",
      "twig", "txt", "txtpb", "typ", "urdf", "v", "vb", "vbproj", "vcxproj", "vert", "vhd", "vhdl", "vim", "vtt", "vue",
      "vy", "wat", "webmanifest", "wgsl", "wit", "wsdl", "xaml", "xcconfig", "xdc", "xib", "xlf", "xliff", "xml", "xsd",
      "xsl", "xslt", "yaml", "yang", "yar", "yara", "yml", "zig", "zsh"};
  std::string_view name = base_name(path);
  size_t dot = name.rfind('.');
  bool folder = name.size() != path.size();
  if (is_bare_name(name)) return true;
  bool hidden = name.starts_with('.') && name.size() > 2;
  if (hidden && (dot != 0 || name == ".env" || !is_one_of(kEndings, name.substr(1)))) return true;
  if (hidden) return false;  // ".js" is an ending
  if (dot == std::string_view::npos) return folder && written == Written::in_quotes;
  std::string_view ending = name.substr(dot + 1);
  constexpr std::string_view kObjects[] = {"this", "self"};
  if (!folder && is_one_of(kObjects, name.substr(0, dot))) return false;
  bool product = !folder && written == Written::bare && is_product(name);
  if (is_one_of(kEndings, ascii_lower(ending))) return !product;
  constexpr size_t kLongestEnding = 10;
  return folder && !ending.empty() && ending.size() <= kLongestEnding && is_letter_of_word(ending.front());
}

bool is_spaced_file(std::string_view name) {
  constexpr std::ptrdiff_t kMostBlanks = 4;
  constexpr size_t kLongestEnding = 10;
  if (name.find(' ') == std::string_view::npos || std::count(name.begin(), name.end(), ' ') > kMostBlanks ||
      !is_path_shaped(name, kNeverSpaced))
    return false;
  std::string_view word = name.substr(name.rfind(' ') + 1);
  size_t dot = word.rfind('.');
  if (name.find(": ") != std::string_view::npos || name.find("  ") != std::string_view::npos ||
      dot == std::string_view::npos || word.size() - dot > kLongestEnding)
    return false;
  return std::all_of(word.begin() + static_cast<std::ptrdiff_t>(dot) + 1, word.end(), is_letter_or_digit);
}

bool is_method_of_request(std::string_view word) {
  constexpr std::string_view kMethods[] = {"GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"};
  return is_one_of(kMethods, word);
}

bool is_word_of_name(std::string_view word) {
  return word.size() > 1 && word.size() <= 255 && std::any_of(word.begin(), word.end(), is_letter_of_word) &&
      word.find_first_of(" \t.()<>{}[]|*?\"`:/\\") == std::string_view::npos;
}

bool is_odd_path(std::string_view word) {
  if (word.empty() || std::string_view(",;=&$#").find(word.back()) != std::string_view::npos) return false;
  return is_path_shaped(word, kNeverOdd) && !is_file(word, Written::bare);
}

bool is_same_file(std::string_view path, std::string_view name) {
  return path == name ||
      (!name.empty() && path.size() > name.size() && path.ends_with(name) &&
          path[path.size() - name.size() - 1] == '/');
}

bool names_lines(std::string_view path) {
  size_t colon = path.rfind(':');
  return colon != std::string_view::npos && colon != 0 && colon + 1 < path.size() &&
      path.find_first_not_of("0123456789-", colon + 1) == std::string_view::npos;
}

bool is_template(std::string_view path) {
  constexpr std::string_view kStandIns[] = {"path/to/", "/path/to/"};
  if (begins_with_one_of(kStandIns, path)) return true;
  return has_variable(path) || path.find_first_of("{}<>") != std::string_view::npos;
}

bool has_variable(std::string_view path) {
  auto is_upper = [](char byte) { return std::isupper(static_cast<unsigned char>(byte)) != 0; };
  auto is_of_name = [&](char byte) { return is_upper(byte) || is_digit(byte) || byte == '_'; };
  bool home = path == "~" || path.starts_with("~/") || path.starts_with("~\\") || path.starts_with("'~'") ||
      path.starts_with("\"~\"");
  for (size_t at = 0; at < path.size() && !home; ++at) {
    bool starts = at == 0 || std::string_view("/\\").find(path[at - 1]) != std::string_view::npos;
    std::string_view rest = path.substr(at + 1);
    bool dollar = path[at] == '$' &&
        (rest.starts_with('(') || (rest.starts_with('{') && !rest.starts_with("{{")) ||
            (starts && !rest.empty() && is_upper(rest.front())));
    auto end = std::find_if_not(rest.begin(), rest.end(), is_of_name);
    bool percent = path[at] == '%' && end != rest.begin() && end != rest.end() && *end == '%';
    home = dollar || percent;
  }
  return home;
}

size_t unspaced_script_in(std::string_view text) {
  auto leads = [](char byte) {
    return static_cast<unsigned char>(byte) >= 0xE3 && static_cast<unsigned char>(byte) <= 0xED;
  };
  return static_cast<size_t>(std::find_if(text.begin(), text.end(), leads) - text.begin());
}

bool has_glued(std::string_view path) {
  constexpr std::string_view kSigns[] = {"\xE2", "\xE3\x80", "\xEF\xBC", "\xF0\x9F", "\xC2\xAB", "\xC2\xBB", ".../"};
  constexpr std::string_view kAnywhere[] = {"「", "」", "『", "』", "【", "】", "《", "》", "«", "»", "“", "”", "„"};
  auto is_ascii = [](char byte) { return static_cast<unsigned char>(byte) < 0x80; };
  std::string_view name = base_name(path), ending = name.substr(std::min(name.rfind('.'), name.size()));
  bool odd_ending = !std::all_of(ending.begin(), ending.end(), is_ascii) || ending.find_first_of("[]()") != ending.npos;
  // Of a script without spaces between words, with a name in Latin letters right after them.
  size_t latin = static_cast<size_t>(std::find_if(path.begin(), path.end(), is_ascii) - path.begin());
  size_t wide = unspaced_script_in(path);
  bool words = wide == 0 && latin < path.size() && is_letter_or_digit(path[latin]);
  words = words || (wide < path.size() && is_likely_file(path.substr(0, wide), Written::bare));
  size_t colon = path.find(':');
  bool label = colon != std::string_view::npos && colon != 0 && !is_ascii(path[colon - 1]);
  return odd_ending || label || words || begins_with_one_of(kSigns, path) || holds_one_of(kAnywhere, path);
}

}  // namespace aptix::answer
