// The table of the names that answers give to the languages of files.
#include "answer/name/file_words.h"

#include <algorithm>

#include "answer/basis/line.h"
#include "base/text/ascii.h"
#include "base/text/text.h"

namespace aptix::answer {
namespace {

// In lower case. The words of a row are names and endings of the same language. A word in no row is the language of
// files with that ending.
constexpr std::string_view kLanguageWords[] = {"javascript js jsx mjs cjs", "typescript ts tsx mts cts",
    "python py pyi pyx python3", "c h", "cpp c++ cc cxx h hh hpp hxx h++ inl ipp tcc",
    "objective-c objectivec objc m mm h", "csharp cs c# csx", "golang go", "rust rs", "kotlin kt kts",
    "ruby rb rake gemspec gemfile rakefile podfile", "perl pl pm", "haskell hs", "elixir ex exs", "erlang erl hrl",
    "clojure clj cljs edn", "groovy gradle jenkinsfile", "fsharp fs fsx f#", "julia jl",
    "powershell pwsh ps1 psm1 psd1", "batch bat cmd", "sh bash shell zsh ksh env dotenv envrc bashrc zshrc profile",
    "docker dockerfile containerfile", "make makefile mk gnumakefile", "cmake cmakelists.txt",
    "terraform tf tfvars hcl", "yaml yml", "json json5 jsonc jsonl", "toml pipfile cargo.lock", "markdown md mdx",
    "html htm xhtml vue svelte astro", "xml svg csproj xaml plist", "scss sass css",
    "sql ddl psql postgresql mysql plpgsql sqlite", "graphql gql graphqls", "proto protobuf", "latex tex", "nginx conf",
    "ini cfg conf properties editorconfig", "vim vimscript viml", "handlebars hbs", "starlark bzl bazel star"};

}  // namespace

bool is_language_of(std::string_view info, std::string_view path) {
  std::string language = ascii_lower(language_of(info)), name = ascii_lower(base_name(path));
  // "Dockerfile.dev" counts as a "Dockerfile".
  std::string_view whole = name, ending = whole.substr(whole.rfind('.') + 1);
  std::string_view stem = base_name(path).substr(0, whole.find('.'));
  if (is_bare_name(stem)) ending = whole.substr(0, stem.size());
  if (language.empty() || language == ending) return !language.empty();
  return std::ranges::any_of(kLanguageWords, [&](std::string_view row) {
    auto has = [&](std::string_view word) { return any_word(row, [&](std::string_view one) { return one == word; }); };
    return has(language) && (has(ending) || has(whole));
  });
}

}  // namespace aptix::answer
