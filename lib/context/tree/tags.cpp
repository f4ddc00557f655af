#include "context/tree/tags.h"

#include <algorithm>
#include <array>
#include <bit>
#include <iterator>
#include <vector>

#include "base/text/ascii.h"
#include "base/text/literal.h"
#include "base/text/small_letters.h"
#include "base/text/trim.h"

namespace aptix::context {
namespace {

constexpr size_t kGeneratedPart = 4096;
constexpr int kFirstLines = 10;

using Words = std::initializer_list<Literal>;

struct TagRow {
  std::string_view tag;
  Words names, ends, folders;  // whole names; endings of names; folders above; all in lower case
};

constexpr TagRow kRows[] = {
    // sorted by tag
    {"binary", {},
        {".png", ".jpg", ".jpeg", ".gif", ".bmp", ".ico", ".webp", ".tif", ".tiff", ".avif", ".pdf", ".zip", ".gz",
            ".bz2", ".xz", ".zst", ".7z", ".rar", ".tar", ".tgz", ".jar", ".war", ".class", ".o", ".obj", ".a", ".so",
            ".dll", ".dylib", ".exe", ".wasm", ".pyc", ".woff", ".woff2", ".ttf", ".otf", ".eot", ".mp3", ".mp4",
            ".ogg", ".wav", ".flac", ".avi", ".mov", ".webm", ".sqlite", ".db", ".docx", ".xlsx", ".pptx", ".odt",
            ".parquet", ".npy", ".npz", ".pkl"},
        {}},
    {"code", {"makefile", "cmakelists.txt", "dockerfile", "rakefile", "jenkinsfile"},
        {".c", ".h", ".cc", ".cpp", ".cxx", ".c++", ".hh", ".hpp", ".hxx", ".inl", ".ipp", ".m", ".mm", ".cs", ".java",
            ".kt", ".kts", ".scala", ".groovy", ".clj", ".cljs", ".py", ".pyi", ".pyx", ".rb", ".pl", ".pm", ".php",
            ".js", ".jsx", ".mjs", ".cjs", ".ts", ".tsx", ".mts", ".cts", ".vue", ".svelte", ".go", ".rs", ".swift",
            ".zig", ".nim", ".d", ".lua", ".r", ".jl", ".hs", ".ml", ".mli", ".fs", ".fsx", ".ex", ".exs", ".erl",
            ".hrl", ".dart", ".sh", ".bash", ".zsh", ".fish", ".ps1", ".bat", ".cmd", ".sql", ".proto", ".thrift",
            ".graphql", ".gql", ".html", ".htm", ".css", ".scss", ".sass", ".less", ".asm", ".s", ".v", ".vhd", ".sv",
            ".f", ".f90", ".f95", ".pas", ".ada", ".adb", ".ads", ".lisp", ".el", ".scm", ".rkt", ".tcl", ".awk",
            ".sed", ".vim", ".cu", ".cl", ".glsl", ".hlsl", ".wgsl", ".sol", ".vb", ".coffee", ".elm", ".cmake", ".bzl",
            ".y", ".l", ".pxd", ".gd", ".cr"},
        {}},
    {"config",
        {"makefile", "gnumakefile", "cmakelists.txt", "dockerfile", "containerfile", "vagrantfile", "jenkinsfile",
            "procfile", "gemfile", "rakefile", "pipfile", "go.mod", "go.sum", "go.work", "cargo.lock", "package.json",
            "package-lock.json", "tsconfig.json", "jsconfig.json", "composer.json", "composer.lock", "yarn.lock",
            "pnpm-lock.yaml", "pnpm-workspace.yaml", "requirements.txt", "setup.cfg", "poetry.lock", "gemfile.lock",
            "build.gradle", "settings.gradle", "pom.xml", "build", "build.bazel", "workspace", "meson.build",
            "configure.ac", "justfile", "mkdocs.yml", "docker-compose.yml", "docker-compose.yaml", "compose.yml",
            "compose.yaml", "manifest.json", "tslint.json", "lerna.json", "nx.json", "turbo.json", "deno.json",
            "bower.json", "babel.config.json", "angular.json", "vcpkg.json", "conanfile.txt", "codecov.yml",
            "pubspec.yaml", "chart.yaml", "values.yaml", "kustomization.yaml", "serverless.yml", "cmakepresets.json",
            "appveyor.yml", "renovate.json", "vercel.json", "netlify.toml", "firebase.json", "openapi.yaml"},
        {".toml", ".ini", ".cfg", ".conf", ".config", ".properties", ".env", ".editorconfig", ".cmake", ".mk",
            ".gradle", ".plist", ".service", ".tf", ".tfvars", ".nix", ".bzl", ".csproj", ".vcxproj", ".sln", ".props",
            ".gni", ".gn", ".desktop"},
        {}},
    {"data", {},
        {".csv", ".tsv", ".jsonl", ".ndjson", ".xml", ".parquet", ".avro", ".sqlite", ".db", ".dat", ".npy", ".npz",
            ".pkl", ".arrow", ".geojson", ".po", ".pot", ".log", ".sql.gz", ".lock", ".snap"},
        {}},
    {"doc",
        {"readme", "license", "licence", "copying", "notice", "authors", "changelog", "changes", "contributing",
            "agents.md", "todo", "news", "history"},
        {".md", ".markdown", ".rst", ".adoc", ".asciidoc", ".txt", ".tex", ".org", ".pod", ".1", ".3", ".5", ".7", ".8",
            ".pdf", ".docx", ".odt", ".mdx", ".texi", ".man"},
        {}},
    {"generated",
        {"package-lock.json", "yarn.lock", "pnpm-lock.yaml", "cargo.lock", "poetry.lock", "composer.lock",
            "gemfile.lock", "go.sum", "pipfile.lock", "uv.lock", "flake.lock", "npm-shrinkwrap.json"},
        {".min.js", ".min.css", ".pb.go", ".pb.cc", ".pb.h", "_pb2.py", "_pb2_grpc.py", ".g.dart", ".g.cs",
            ".designer.cs", ".js.map", ".css.map", ".freezed.dart"},
        {"generated", "__generated__"}},
    {"test", {"conftest.py"},
        {"_test.go", "_test.py", "_test.cpp", "_test.cc", "_test.c", "_test.rb", "_test.rs", "_test.exs", "_test.dart",
            "_test.ts", "_test.js", "_test.java", "_tests.py", "_spec.rb", "_spec.js", "_spec.ts", ".test.js",
            ".test.ts", ".test.jsx", ".test.tsx", ".test.mjs", ".spec.js", ".spec.ts", ".spec.jsx", ".spec.tsx",
            "test.java", "tests.java", "test.kt", "tests.cs", "test.cs", "test.php", "test.scala", "tests.swift"},
        {"test", "tests", "__tests__", "spec", "specs", "testing", "testdata", "__snapshots__", "e2e"}},
    {"vendored", {}, {},
        {"vendor", "vendors", "third_party", "third-party", "thirdparty", "node_modules", "bower_components", ".yarn"}},
};

bool is_below_dot_folder(std::string_view path) {
  return (path.starts_with('.') || path.find("/.") != std::string_view::npos) &&
      path.find('/', path.find('.')) != std::string_view::npos;
}

using RowSet = uint32_t;  // one bit for each row

consteval RowSet row_of(std::string_view tag) {
  RowSet row = 1;
  for (const TagRow& known : kRows) {
    if (known.tag == tag) return row;
    row <<= 1;
  }
  return 0;
}

// `*.json`, `*.yml`: config if the name is known or below a folder that begins with a dot, else data.
constexpr RowSet kEither = RowSet{1} << std::size(kRows);
constexpr std::string_view kEitherEnds[] = {".json", ".yml", ".yaml", ".json5", ".jsonc"};

// The rows of each word, hashed by length and last letter: most words that are looked up share their slot with none.
class WordTable {
 public:
  void add(std::string_view word, RowSet row) { words_[slot(word)].emplace_back(word, row); }
  RowSet rows_of(std::string_view word) const {
    RowSet rows = 0;
    for (const auto& [known, row] : words_[slot(word)])
      if (known == word) rows |= row;
    return rows;
  }

 private:
  static size_t slot(std::string_view word) {
    return word.empty() ? 0 : (word.size() * 64 + static_cast<unsigned char>(word.back())) % 1024;
  }
  std::array<std::vector<std::pair<std::string_view, RowSet>>, 1024> words_;
};

// Tables for the most frequent look-ups: a whole name, and an ending from the last dot on.
struct TagTable {
  WordTable names, last_ends, folders;
  // Endings that begin before the last dot, by their last letter.
  std::array<std::vector<std::pair<std::string_view, RowSet>>, 256> ends;

  TagTable() {
    for (size_t row = 0; row < std::size(kRows); ++row) {
      RowSet bit = RowSet{1} << row;
      for (std::string_view name : kRows[row].names) names.add(name, bit);
      for (std::string_view folder : kRows[row].folders) folders.add(folder, bit);
      for (std::string_view end : kRows[row].ends)
        if (end.rfind('.') == 0) last_ends.add(end, bit);
        else ends[static_cast<unsigned char>(end.back())].emplace_back(end, bit);
    }
    for (std::string_view end : kEitherEnds) last_ends.add(end, kEither);
  }
};

// REQUIRES: `path` is in lower case.
RowSet rows_of(std::string_view path) {
  static const TagTable table;
  RowSet rows = 0;
  size_t start = 0, dot = path.size();  // of the name; of its last dot
  for (size_t i = 0; i < path.size(); ++i) {
    if (path[i] == '.') dot = i;
    if (path[i] != '/') continue;
    rows |= table.folders.rows_of(path.substr(start, i - start));
    start = i + 1;
    dot = path.size();
  }
  std::string_view name = path.substr(start);
  rows |= table.names.rows_of(name) | table.last_ends.rows_of(path.substr(dot));
  for (const auto& [end, row] : table.ends[name.empty() ? 0 : static_cast<unsigned char>(name.back())])
    if (name.ends_with(end)) rows |= row;
  if ((rows & (kEither | row_of("config"))) == kEither)
    rows |= is_below_dot_folder(path) || name.starts_with('.') ? row_of("config") : row_of("data");
  if (name.starts_with("test_") && name.ends_with(".py")) rows |= row_of("test");
  if (dot == start && !name.empty()) rows |= row_of("config");  // a file such as ".eslintrc"
  if (name == "requirements.txt" || name == "cmakelists.txt" || name == "conanfile.txt") rows &= ~row_of("doc");
  return rows & ~kEither;
}

RowSet rows_of(std::string_view path, TagHints hints) {
  std::array<char, 256> room;
  std::string more;
  if (path.size() > room.size()) more = ascii_lower(path);
  else write_small_letters(room.data(), path);
  RowSet rows = rows_of(more.empty() ? std::string_view(room.data(), path.size()) : more);
  if (hints.generated) rows |= row_of("generated");
  if (hints.binary) rows |= row_of("binary");
  return rows;
}

}  // namespace

bool is_generated(std::string_view beginning) {
  beginning = beginning.substr(0, kGeneratedPart);
  for (int i = 0; i < kFirstLines && !beginning.empty(); ++i) {
    std::string_view line = take_line(beginning);
    if (line.find("@generated") != std::string_view::npos || line.find("DO NOT EDIT") != std::string_view::npos)
      return true;
  }
  return false;
}

std::vector<std::string_view> tags_of(std::string_view path, TagHints hints, const TagRules& rules) {
  std::vector<std::string_view> tags;
  for (RowSet rows = rows_of(path, hints); rows != 0; rows &= rows - 1)
    tags.push_back(kRows[static_cast<size_t>(std::countr_zero(rows))].tag);
  size_t known = tags.size();
  for (const auto& [glob, tag] : rules)
    if (glob.matches(path)) tags.push_back(tag);
  if (tags.size() == known) return tags;
  std::sort(tags.begin(), tags.end());
  tags.erase(std::unique(tags.begin(), tags.end()), tags.end());
  return tags;
}

TagFilter::TagFilter(std::vector<std::string> wanted) : wanted_(std::move(wanted)) {
  for (size_t row = 0; row < std::size(kRows); ++row)
    if (wants(kRows[row].tag)) known_ |= RowSet{1} << row;
}

bool TagFilter::wants(std::string_view tag) const {
  return std::find(wanted_.begin(), wanted_.end(), tag) != wanted_.end();
}

bool TagFilter::takes(std::string_view path, TagHints hints, const TagRules& rules) const {
  return (rows_of(path, hints) & known_) != 0 || std::any_of(rules.begin(), rules.end(), [&](const auto& rule) {
    return wants(rule.second) && rule.first.matches(path);
  });
}

}  // namespace aptix::context
