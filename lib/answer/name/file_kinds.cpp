// By endings and names; what stands in a block only tells a script, or settings, from commands about a file.
#include "answer/name/file_kinds.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

#include "answer/basis/line.h"
#include "base/text/ascii.h"
#include "base/text/bytes.h"
#include "base/text/text.h"
#include "base/text/trim.h"

namespace aptix::answer {
namespace {

constexpr CommandLanguage kCommandLanguages[] = {
    {"bash", {".sh", ".bash", ".zsh", ".env"}},
    {"sh", {".sh", ".bash", ".zsh", ".env"}},
    {"shell", {".sh", ".bash", ".zsh", ".env"}},
    {"zsh", {".sh", ".bash", ".zsh", ".env"}},
    {"powershell", {".ps1"}},
    {"cmd", {".cmd", ".bat"}},
    {"bat", {".bat", ".cmd"}},
    {"console", {}},
    {"terminal", {}},
    {"output", {}},
};

// Languages of programs, and endings of files that are never written in one of them; scripts are: "tsconfig.json".
constexpr std::string_view kProgramLanguages[] = {"python", "py", "python3", "go", "golang", "rust", "rs", "c", "cpp",
    "c++", "java", "kotlin", "scala", "csharp", "cs", "c#", "ruby", "rb", "swift", "perl", "lua", "r", "makefile",
    "make"};
constexpr std::string_view kScriptLanguages[] = {"javascript", "js", "jsx", "typescript", "ts", "tsx"};
constexpr std::string_view kTextLanguages[] = {"text", "txt", "plaintext", "plain", "log", "output", "console"};
constexpr std::string_view kCodeEndings[] = {"c", "cc", "cpp", "cs", "css", "go", "h", "hpp", "html", "java", "js",
    "jsx", "kt", "mjs", "php", "py", "rb", "rs", "scss", "sh", "sql", "svelte", "swift", "ts", "tsx", "vue"};
constexpr std::string_view kDataEndings[] = {"csv", "tsv", "json", "jsonl", "ipynb", "yaml", "yml", "xml", "sql", "css",
    "html", "htm", "o", "a", "so", "class", "exe", "png", "jpg", "pdf", "db", "sqlite", "zip"};

// What commands begin with, as far as answers show them next to the name of a file.
constexpr std::string_view kFirstWords[] = {".", "alembic", "ansible-playbook", "apk", "apt", "apt-get", "aws", "az",
    "black", "brew", "bun", "bundle", "cargo", "cat", "cd", "chmod", "chown", "cmake", "composer", "conda", "cp",
    "curl", "deno", "django-admin", "dnf", "docker", "docker-compose", "dotnet", "echo", "eslint", "export", "find",
    "flask", "flutter", "g++", "gcc", "gcloud", "gem", "gh", "git", "go", "gradle", "grep", "gunicorn", "helm",
    "heroku", "java", "javac", "jest", "kubectl", "ln", "ls", "make", "mix", "mkdir", "mv", "mvn", "mysql", "ng",
    "ninja", "node", "npm", "npx", "pg_dump", "php", "pip", "pip3", "pipenv", "pnpm", "poetry", "prettier", "psql",
    "pytest", "python", "python3", "rails", "rake", "rm", "rsync", "ruby", "ruff", "rustup", "scp", "sed", "set",
    "source", "sqlite3", "ssh", "ssh-keygen", "streamlit", "sudo", "systemctl", "tar", "terraform", "touch", "tsc",
    "unzip", "uv", "uvicorn", "vercel", "wget", "yarn", "yum"};

// By its first line that is no comment: the word that it begins with, a prompt, options, or several commands in one.
// One word alone, with lines below, may begin a list.
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

// As a word, or as the last name of a path: "bash scripts/run.sh", not "latest.nvm.sh".
bool names_file(std::string_view body, std::string_view name) {
  auto is_in_name = [](char c) { return is_of_word(c) || c == '_' || c == '-' || c == '.'; };
  for (size_t at = body.find(name); at != body.npos; at = body.find(name, at + 1)) {
    size_t end = at + name.size();
    bool begins = at == 0 || !is_in_name(body[at - 1]), ends = end == body.size() || !is_in_name(body[end]);
    if (begins && ends) return true;
  }
  return false;
}

}  // namespace

bool has_ending_of(const CommandLanguage& language, std::string_view path) {
  std::string_view ending = path.substr(std::min(path.rfind('.'), path.size()));
  return !ending.empty() && is_one_of(language.endings, ending);
}

bool is_of_other_language(std::string_view info, std::string_view path) {
  std::string language = ascii_lower(language_of(info));
  size_t dot = path.rfind('.');
  std::string_view ending = dot == std::string_view::npos ? std::string_view() : path.substr(dot + 1);
  if (is_one_of(kTextLanguages, language)) return is_one_of(kCodeEndings, ending);
  if (!is_one_of(kDataEndings, ending)) return false;
  return is_one_of(kProgramLanguages, language) ||
      (is_one_of(kScriptLanguages, language) && !ending.starts_with("json") && ending != "html");
}

bool is_command(std::string_view word) { return is_one_of(kFirstWords, word); }

std::string_view language_of(std::string_view info) { return info.substr(0, info.find_first_of(" \t:{")); }

bool is_diff_language(std::string_view info) {
  constexpr std::string_view kDiffs[] = {"diff", "patch", "udiff", "gitdiff", "git-diff", "unified-diff"};
  return is_one_of(kDiffs, ascii_lower(language_of(info)));
}

const CommandLanguage* command_language(std::string_view info) {
  std::string word = ascii_lower(info.substr(0, info.find_first_of(" \t")));
  auto found = std::find_if(std::begin(kCommandLanguages), std::end(kCommandLanguages),
      [&](const CommandLanguage& row) { return row.name == word; });
  return found == std::end(kCommandLanguages) ? nullptr : found;
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

bool ends_in_long_string(std::string_view path, std::string_view body) {
  constexpr std::string_view kEndings[] = {".py", ".pyi", ".jl", ".ex", ".exs", ".toml"};
  if (!ends_with_one_of(kEndings, path)) return false;
  std::string_view open;  // the quotes that are to end the string
  for (size_t at = 0; at < body.size(); ++at) {
    std::string_view rest = body.substr(at);
    if (!open.empty()) {
      bool ends = rest.starts_with(open) || (open.size() == 1 && rest[0] == '\n');
      if (ends) at += open.size() - 1;
      if (ends) open = {};
      else if (rest[0] == '\\') ++at;
      continue;
    }
    if (rest[0] == '#') at = std::min(body.find('\n', at), body.size());
    if (rest[0] != '"' && rest[0] != '\'') continue;
    open = rest.starts_with("\"\"\"") || rest.starts_with("'''") ? rest.substr(0, 3) : rest.substr(0, 1);
    at += open.size() - 1;
  }
  return open.size() == 3;
}

}  // namespace aptix::answer
