// Decides by spelling alone: only the tree knows whether a file exists. The content of a block is looked at only to
// tell a script, or settings, from commands about a file.
#include "answer/name/file_words.h"

#include <optional>

#include "answer/basis/line.h"
#include "base/text/ascii.h"
#include "base/text/bytes.h"
#include "base/text/text.h"

namespace aptix::answer {
namespace {

constexpr size_t kLongestFileWord = 1024;

// Characters that no path contains, by how it is written.
constexpr std::string_view kNeverBare = "<>*?\"`|;,=$#&\t ";
constexpr std::string_view kNeverSpaced = "<>*?\"`|;,=$#&\t";
constexpr std::string_view kNeverInQuotedFile = "<>*?\"`|;=\t";
constexpr std::string_view kNeverInQuotedHint = "\t<>{}*?\"`|";
constexpr std::string_view kNeverInWordOfInfo = " \t<>{}*?\"`|;,=";
constexpr std::string_view kNeverOdd = "<>(){}*?\"`|\t ";

bool is_letter_of_word(char byte) { return is_of_word(byte) && !is_digit(byte); }

constexpr CommandLanguage kCommandLanguages[] = {
    {"bash sh shell zsh", {".sh", ".bash", ".zsh", ".env"}, true},
    {"console terminal", {}, true},
    {"powershell", {".ps1"}},
    {"cmd bat", {".cmd", ".bat"}},
    {"output", {}},
};

// No file with one of kDataEndings is written in a program language; in a script language JSON and HTML may be ("js"
// for "tsconfig.json"). No file with one of kCodeEndings is written in a text language.
constexpr std::string_view kProgramLanguages[] = {"python", "py", "python3", "go", "golang", "rust", "rs", "c", "cpp",
    "c++", "java", "kotlin", "scala", "csharp", "cs", "c#", "ruby", "rb", "swift", "perl", "lua", "r", "makefile",
    "make"};
constexpr std::string_view kScriptLanguages[] = {"javascript", "js", "jsx", "typescript", "ts", "tsx"};
constexpr std::string_view kTextLanguages[] = {"text", "txt", "plaintext", "plain"};
constexpr std::string_view kOutputLanguages[] = {"log", "output", "console"};
constexpr std::string_view kCodeEndings[] = {"c", "cc", "cpp", "cs", "css", "go", "h", "hpp", "html", "java", "js",
    "jsx", "kt", "mjs", "php", "py", "rb", "rs", "scss", "sh", "sql", "svelte", "swift", "ts", "tsx", "vue"};
constexpr std::string_view kDataEndings[] = {"csv", "tsv", "json", "jsonl", "ipynb", "yaml", "yml", "xml", "sql", "css",
    "html", "htm", "o", "a", "so", "class", "exe", "png", "jpg", "pdf", "db", "sqlite", "zip"};

// First words of commands that answers show next to the name of a file.
constexpr std::string_view kFirstWords[] = {".", "alembic", "ansible-playbook", "apk", "apt", "apt-get", "aws", "az",
    "black", "brew", "bun", "bundle", "cargo", "cat", "cd", "chmod", "chown", "cmake", "composer", "conda", "cp",
    "curl", "deno", "django-admin", "dnf", "docker", "docker-compose", "dotnet", "echo", "eslint", "export", "find",
    "flask", "flutter", "g++", "gcc", "gcloud", "gem", "gh", "git", "go", "gradle", "grep", "gunicorn", "helm",
    "heroku", "java", "javac", "jest", "kubectl", "ln", "ls", "make", "mix", "mkdir", "mv", "mvn", "mysql", "ng",
    "ninja", "node", "npm", "npx", "pg_dump", "php", "pip", "pip3", "pipenv", "pnpm", "poetry", "prettier", "psql",
    "pytest", "python", "python3", "rails", "rake", "rm", "rsync", "ruby", "ruff", "rustup", "scp", "sed", "set",
    "source", "sqlite3", "ssh", "ssh-keygen", "streamlit", "sudo", "systemctl", "tar", "terraform", "touch", "tsc",
    "unzip", "uv", "uvicorn", "vercel", "wget", "yarn", "yum"};

// Looks at the first line that is not a comment. It is a command if it begins with a known command, a prompt or "./",
// or contains an option or a shell operator. One word with lines below it may begin a list.
bool begins_with_command(std::string_view body) {
  for (const Line& line : lines_from(body)) {
    std::vector<std::string_view> words = words_between_blanks(line.text);
    if (words.empty() || words.front().starts_with('#')) continue;
    bool alone = words.size() == 1 && !is_blank(body.substr(line.next));
    bool known = !alone && is_one_of(kFirstWords, words.front());
    if (known || words.front() == "$" || words.front().starts_with("./")) return true;
    constexpr std::string_view kJoins[] = {"|", ">", ">>", "&&", "||", "\\"};
    return std::any_of(words.begin(), words.end(), [&](std::string_view word) {
      bool option = word.size() > 1 && word.front() == '-' && (word[1] == '-' || is_letter(word[1]));
      return option || is_one_of(kJoins, word);
    });
  }
  return true;
}

// Does `name` occur as a word, or as the last part of a path: in "bash scripts/run.sh", not in "latest.nvm.sh"?
bool names_file(std::string_view body, std::string_view name) {
  auto is_in_name = [](char c) { return is_of_word(c) || c == '_' || c == '-' || c == '.'; };
  for (size_t at = body.find(name); at != body.npos; at = body.find(name, at + 1)) {
    size_t end = at + name.size();
    bool begins = at == 0 || !is_in_name(body[at - 1]), ends = end == body.size() || !is_in_name(body[end]);
    if (begins && ends) return true;
  }
  return false;
}

// Does `word` have the shape of a path, and none of the characters in `never`?
bool is_path_shaped(std::string_view word, std::string_view never) {
  if (word.empty() || word.size() > kLongestFileWord || word.find_first_of(never) != std::string_view::npos)
    return false;
  if (word.find("//") != std::string_view::npos || word.ends_with('/') || word.ends_with('.')) return false;
  if (word.starts_with('\'') || word.ends_with('\'')) return false;
  return word.find_last_of("./\\") != std::string_view::npos && word != "..";
}

bool is_path(std::string_view word, std::string_view never) {
  for (std::string_view brackets : {"[]", "()"}) {
    // "[a.c]" is a name in brackets; "[id].tsx" is a name that contains brackets.
    if (word.starts_with(brackets[0]) && word.ends_with(brackets[1])) return false;
    if (std::ranges::count(word, brackets[0]) != std::ranges::count(word, brackets[1])) return false;
  }
  return is_path_shaped(word, never) && word.find_first_of("./") != std::string_view::npos;
}

std::string_view without_string_quotes(std::string_view word) {
  if (word.size() >= 2 && (word[0] == '"' || word[0] == '\'') && word.back() == word[0])
    return word.substr(1, word.size() - 2);
  return word;
}

// The value in title="src/a.ts" or file=src/a.ts; else the word.
std::string_view value_of_attribute(std::string_view word) {
  for (std::string_view name : {"title=", "file=", "filename=", "path=", "name="})
    if (word.starts_with(name)) return without_string_quotes(word.substr(name.size()));
  return word;
}

// "src/a.ts" in "ts:src/a.ts"; else the word.
std::string_view after_language(std::string_view word) {
  auto is_of_language = [](char byte) {
    return is_letter_or_digit(byte) || std::string_view("+#-_").find(byte) != std::string_view::npos;
  };
  size_t letters = static_cast<size_t>(std::find_if_not(word.begin(), word.end(), is_of_language) - word.begin());
  std::string_view rest = word.substr(letters);
  // One letter is a language (C, R), or a drive if a slash follows the colon.
  bool drive = letters == 1 && (rest.starts_with(":/") || rest.starts_with(":\\"));
  return letters != 0 && rest.starts_with(':') && !drive ? rest.substr(1) : word;
}

// The text in the quotes that the word from `at` to `end` opens: "src/my notes.txt", title="a b.txt".
std::optional<std::string_view> quoted_part(std::string_view info, size_t at, size_t end) {
  size_t open = info.substr(0, end).find_first_of("\"'", at);
  if (open == std::string_view::npos || (open != at && info[open - 1] != '=')) return std::nullopt;
  size_t close = info.find(info[open], open + 1);
  if (close == std::string_view::npos) return std::nullopt;
  return info.substr(open + 1, close - open - 1);
}

// The file names in an info string, each once.
std::vector<std::string> names_in_info(std::string_view info) {
  std::vector<std::string> found;
  auto add = [&](std::string_view name) {
    if (std::find(found.begin(), found.end(), name) == found.end()) found.emplace_back(name);
  };
  for (size_t at = 0; at < info.size() && found.size() < 16;) {
    size_t end = std::min(info.find_first_of(" \t{}", at), info.size());
    if (std::optional<std::string_view> quoted = quoted_part(info, at, end)) {
      if (is_path(*quoted, kNeverInQuotedHint) || is_bare_name(*quoted)) add(*quoted);
      at = std::max(end, static_cast<size_t>(quoted->data() + quoted->size() + 1 - info.data())) + 1;
      continue;
    }
    std::string_view written = info.substr(at, end - at);
    written = written.substr(0, written.find_last_not_of(",;") + 1);
    if (at == 1 && info[0] == '{' && written.starts_with('.')) written = {};  // "{.python file=a.py}"
    std::string_view word = after_language(value_of_attribute(without_string_quotes(written)));
    // "$HOME/a.sh" is not a path, and "a.ts#L10" is a place in one.
    size_t anchor = word.find("#L");
    bool place = anchor != std::string_view::npos && anchor + 2 < word.size() && is_digit(word[anchor + 2]);
    bool variable = word.size() > 1 && word[0] == '$' && is_capital_letter(word[1]);
    if ((is_path(word, kNeverInWordOfInfo) && !place && !variable) ||
        (word.data() != info.data() && is_bare_name(word)))
      add(word);
    at = end + 1;
  }
  return found;
}

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
  if (hidden) return false;  // ".js" is an ending, not a name
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
  return path.starts_with("path/to/") || path.starts_with("/path/to/") || has_variable(path) ||
      path.find_first_of("{}<>") != std::string_view::npos;
}

bool has_variable(std::string_view path) {
  auto is_of_name = [](char byte) { return is_capital_letter(byte) || is_digit(byte) || byte == '_'; };
  bool home = path == "~" || path.starts_with("~/") || path.starts_with("~\\") || path.starts_with("'~'") ||
      path.starts_with("\"~\"");
  for (size_t at = 0; at < path.size() && !home; ++at) {
    bool starts = at == 0 || std::string_view("/\\").find(path[at - 1]) != std::string_view::npos;
    std::string_view rest = path.substr(at + 1);
    bool dollar = path[at] == '$' &&
        (rest.starts_with('(') || (rest.starts_with('{') && !rest.starts_with("{{")) ||
            (starts && !rest.empty() && is_capital_letter(rest.front())));
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
  // Words of a script without spaces, with a name in Latin letters right after them or before them.
  size_t latin = static_cast<size_t>(std::find_if(path.begin(), path.end(), is_ascii) - path.begin());
  size_t wide = unspaced_script_in(path);
  bool words = wide == 0 && latin < path.size() && is_letter_or_digit(path[latin]);
  words = words || (wide < path.size() && is_likely_file(path.substr(0, wide), Written::bare));
  size_t colon = path.find(':');
  bool label = colon != std::string_view::npos && colon != 0 && !is_ascii(path[colon - 1]);
  return odd_ending || label || words || begins_with_one_of(kSigns, path) || holds_one_of(kAnywhere, path);
}

bool has_ending_of(const CommandLanguage& language, std::string_view path) {
  std::string_view ending = path.substr(std::min(path.rfind('.'), path.size()));
  return !ending.empty() && is_one_of(language.endings, ending);
}

bool is_of_other_language(std::string_view info, std::string_view path) {
  std::string language = ascii_lower(language_of(info));
  size_t dot = path.rfind('.');
  std::string_view ending = dot == std::string_view::npos ? std::string_view() : path.substr(dot + 1);
  if (is_one_of(kTextLanguages, language) || is_one_of(kOutputLanguages, language))
    return is_one_of(kCodeEndings, ending);
  if (!is_one_of(kDataEndings, ending)) return false;
  return is_one_of(kProgramLanguages, language) ||
      (is_one_of(kScriptLanguages, language) && !ending.starts_with("json") && ending != "html");
}

bool is_command(std::string_view word) { return is_one_of(kFirstWords, word); }

std::string_view language_of(std::string_view info) { return info.substr(0, info.find_first_of(" \t:{")); }

bool is_plain_language(std::string_view info) {
  std::string language = ascii_lower(language_of(info));
  return language.empty() || is_one_of(kTextLanguages, language);
}

bool is_diff_language(std::string_view info) {
  constexpr std::string_view kDiffs[] = {"diff", "patch", "udiff", "gitdiff", "git-diff", "unified-diff"};
  return is_one_of(kDiffs, ascii_lower(language_of(info)));
}

const CommandLanguage* command_language(std::string_view info) {
  std::string word = ascii_lower(info.substr(0, info.find_first_of(" \t")));
  auto found = std::ranges::find_if(kCommandLanguages, [&](const CommandLanguage& row) {
    return any_word(row.names, [&](std::string_view name) { return name == word; });
  });
  return found == std::end(kCommandLanguages) ? nullptr : found;
}

bool is_shell(std::string_view language) {
  const CommandLanguage* found = command_language(language);
  return language.empty() || (found != nullptr && found->shell);
}

bool is_script(const CommandLanguage& language, std::string_view path, std::string_view body) {
  std::string_view name = base_name(path);
  bool hidden = path.starts_with('.') || path.find("/.") != std::string_view::npos;  // ".husky/pre-commit"
  bool fits = (hidden && !language.endings.front().empty()) || has_ending_of(language, name);
  return body.starts_with("#!") || (fits && !names_file(body, name));
}

bool may_be_other_file(const CommandLanguage& language, std::string_view path, std::string_view body) {
  if (language.endings.front().empty() || begins_with_command(body)) return false;
  return has_ending_of(language, base_name(path)) || !names_file(body, base_name(path));
}

bool may_show_edits(std::string_view path) {
  constexpr std::string_view kEndings[] = {
      ".diff", ".patch", ".md", ".mdx", ".markdown", ".rst", ".adoc", ".txt", ".json", ".jsonl", ".yaml", ".yml"};
  return ends_with_one_of(kEndings, path);
}

std::string name_hint(std::string_view info) {
  std::vector<std::string> found = names_in_info(info);
  return found.size() == 1 ? std::move(found.front()) : std::string();
}

std::string_view word_after_language(std::string_view info) {
  std::string_view first = info.substr(0, info.find_first_of(" \t{}")), word = after_language(first);
  return word.size() != first.size() && is_word_of_name(word) ? word : std::string_view();
}

std::vector<std::string> doubtful_names(std::string_view info) {
  std::vector<std::string> found = names_in_info(info);
  if (found.size() > 1) return found;
  // "a,b.txt" is one name, or two.
  std::vector<std::string> joined;
  for (std::string_view word : words_between_blanks(info))
    if (word.find_first_of(",;") < word.size() - 1 && word.find('=') == word.npos && is_path(word, kNeverInQuotedHint))
      joined.emplace_back(word);
  return joined;
}

}  // namespace aptix::answer
