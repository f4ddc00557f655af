#include "base/text/source_kind.h"

#include <map>
#include <string>

#include "base/text/ascii.h"
#include "base/text/trim.h"

namespace aptix {
namespace {

// What is true of a kind, as SourceKind has it.
enum Trait : unsigned {
  kBrackets = 1 << 0,
  kDirectives = 1 << 1,
  kRegularExpressions = 1 << 2,
  kLabels = 1 << 3,
  kWordEnds = 1 << 4,
  kNames = 1 << 5,
  kDotsHide = 1 << 6,
  kHeadings = 1 << 7,
  kKeys = 1 << 8,
  kSignatures = 1 << 9,
  kLoneComments = 1 << 10,
};

struct Comments {
  std::string_view line, block;
};
constexpr Comments kSlashes{"//", "/* */"}, kStars{"", "/* */"}, kHash{"#", ""}, kHashOrSlashes{"# //", "/* */"},
    kMarkup{"", "<!-- -->"};

constexpr SourceKind row(std::string_view endings, Layout layout, Comments comments, std::string_view quotes,
    std::string_view long_quotes, unsigned traits) {
  return {.endings = endings,
      .layout = layout,
      .line_comments = comments.line,
      .block_comments = comments.block,
      .quotes = quotes,
      .long_quotes = long_quotes,
      .brackets = (traits & kBrackets) != 0,
      .directives = (traits & kDirectives) != 0,
      .regular_expressions = (traits & kRegularExpressions) != 0,
      .labels = (traits & kLabels) != 0,
      .word_ends = (traits & kWordEnds) != 0,
      .names = (traits & kNames) != 0,
      .dots_hide = (traits & kDotsHide) != 0,
      .headings = (traits & kHeadings) != 0,
      .keys = (traits & kKeys) != 0,
      .lone_comments = (traits & kLoneComments) != 0,
      .signatures = (traits & kSignatures) != 0};
}

constexpr SourceKind kKinds[] = {
    row(".c .h .cc .cpp .cxx .c++ .hh .hpp .hxx .h++ .inl .ipp .tcc .m .mm .cu .cuh .ino .glsl .hlsl .proto",
        Layout::brackets, kSlashes, "\"'", "", kBrackets | kDirectives | kLabels | kNames),
    row(".cs .java .kt .kts .swift .scala .sc .groovy .gradle Jenkinsfile .dart .zig .sol .vala .vapi .v .d",
        Layout::brackets, kSlashes, "\"'", "\"\"\" '''", kBrackets | kDirectives | kLabels | kNames | kDotsHide),
    row(".go", Layout::brackets, kSlashes, "\"'", "`", kBrackets | kLabels | kNames | kDotsHide),
    row(".rs", Layout::brackets, kSlashes, "'", "\"", kBrackets | kNames | kDotsHide),
    row(".js .jsx .mjs .cjs .ts .tsx .mts .cts", Layout::brackets, kSlashes, "\"'", "`",
        kBrackets | kRegularExpressions | kLabels | kNames | kDotsHide | kSignatures),
    row(".php .phtml", Layout::brackets, kSlashes, "\"'", "", kBrackets | kLabels | kNames),
    row(".css", Layout::brackets, kStars, "\"'", "", kBrackets | kNames | kKeys),
    row(".scss .less", Layout::brackets, kSlashes, "\"'", "", kBrackets | kNames | kKeys),
    row(".py .pyi .pyx .bzl .bazel .star SConstruct", Layout::indentation, kHash, "\"'", "\"\"\" '''",
        kBrackets | kNames),
    row(".rb .rake .gemspec Gemfile Rakefile Vagrantfile Podfile .cr", Layout::brackets, {"#", "=begin =end"}, "\"'",
        "", kBrackets | kRegularExpressions | kWordEnds | kNames),
    row(".lua", Layout::brackets, {"--", "--[[ ]]"}, "\"'", "", kBrackets | kWordEnds | kNames),
    row(".ex .exs .jl", Layout::brackets, kHash, "\"", "\"\"\"", kBrackets | kWordEnds | kNames),
    row(".sh .bash .zsh .fish .ksh .bats .envrc", Layout::brackets, kHash, "\"'", "", kWordEnds | kNames),
    row(".sql", Layout::brackets, {"--", "/* */"}, "", "' \"", kBrackets | kNames | kDotsHide),
    row(".tf .tfvars .hcl", Layout::brackets, kHashOrSlashes, "\"", "", kBrackets | kNames | kKeys),
    row(".nginx .conf", Layout::brackets, {"#", "/* */"}, "\"", "", kBrackets | kNames | kKeys),
    row(".graphql .gql .prisma .thrift .cmake CMakeLists.txt", Layout::brackets, {"# //", ""}, "\"", "\"\"\"",
        kBrackets | kNames | kKeys),
    row(".json .json5 .jsonc .ipynb .webmanifest .geojson .har", Layout::brackets, kSlashes, "\"", "",
        kBrackets | kNames | kKeys),
    row(".toml Cargo.lock Pipfile", Layout::brackets, kHash, "\"'", "\"\"\" '''", kBrackets | kKeys),
    row(".yml .yaml", Layout::indentation, kHash, "\"'", "", kKeys),
    row(".html .htm .xhtml .xml .svg .vue .svelte .astro .csproj .xaml .plist", Layout::tags, kMarkup, "", "", 0),
    row(".jsp .erb .ejs", Layout::tags, {"", "<!-- --> <%-- --%> <%# %>"}, "", "", 0),
    row(".hbs .handlebars .mustache", Layout::tags, {"", "<!-- --> {{!-- --}} {{! }}"}, "", "", 0),
    row(".j2 .jinja .jinja2 .twig .njk", Layout::tags, {"", "<!-- --> {# #}"}, "", "", 0),
    row(".ini .cfg .properties .env .editorconfig .gitconfig .desktop .service .npmrc", Layout::plain, {"# ;", ""}, "",
        "", kKeys),
    row("Makefile makefile GNUmakefile .mk Dockerfile Containerfile .dockerfile Procfile Caddyfile "
        ".gitignore .dockerignore .gitattributes .ninja .po",
        Layout::plain, kHash, "", "", 0),
    row(".nix", Layout::plain, {"#", "/* */"}, "", "", 0),
    row(".sass .styl", Layout::plain, kSlashes, "", "", 0),
    row(".hs .elm .purs", Layout::plain, {"--", "{- -}"}, "\"", "", 0),
    row(".fs .fsx", Layout::plain, {"//", ""}, "\"", "", 0),
    row(".ml .mli", Layout::plain, {"//", "(* *)"}, "\"", "", 0),
    row(".adb .ads .vhd .vhdl", Layout::plain, {"--", ""}, "\"'", "", kBrackets),
    row(".pas .dpr", Layout::plain, {"//", "{ } (* *)"}, "'", "", kBrackets),
    row(".clj .cljs .cljc .edn .lisp .el .scm .rkt", Layout::plain, {";", ""}, "\"", "", 0),
    row(".erl .hrl .tex .sty .cls", Layout::plain, {"%", ""}, "", "", kLoneComments),
    row(".vim .vimrc", Layout::plain, {"\"", ""}, "", "", kLoneComments),
    row(".bat .cmd", Layout::plain, {":: REM Rem rem @REM @rem", ""}, "", "", kLoneComments),
    row(".vb .vbs .bas", Layout::plain, {"' REM Rem", ""}, "\"", "", kBrackets | kLoneComments),
    row(".f90 .f95 .f03", Layout::plain, {"!", ""}, "\"'", "", kBrackets | kLoneComments),
    row(".ps1 .psm1 .awk .r .pl .pm .tcl", Layout::brackets, kHash, "\"'", "", kNames),
    row(".md .markdown .mdx README", Layout::plain, kMarkup, "", "", kHeadings),
    row(".rst .adoc .org .txt .csv .tsv .log .lock .patch .diff LICENSE", Layout::plain, kMarkup, "", "", 0),
};
constexpr SourceKind kOther{.endings = "", .line_comments = "# //"};

using ByEnding = std::map<std::string, const SourceKind*, std::less<>>;

ByEnding by_ending() {
  ByEnding kinds;
  for (const SourceKind& kind : kKinds)
    for (std::string_view rest = kind.endings; !rest.empty();) kinds.emplace(ascii_lower(take_line(rest, ' ')), &kind);
  return kinds;
}

const SourceKind* find_kind(std::string_view path) {
  static const ByEnding kinds = by_ending();
  std::string name = ascii_lower(base_name(path));
  for (size_t at = 0; at != name.npos; at = name.find('.', at + 1)) {  // all of it, then its endings
    auto known = kinds.find(std::string_view(name).substr(at));
    if (known != kinds.end()) return known->second;
  }
  return nullptr;
}

}  // namespace

const SourceKind& source_kind(std::string_view path) {
  const SourceKind* kind = find_kind(path);
  return kind != nullptr ? *kind : kOther;
}

bool is_known_kind(std::string_view path) { return find_kind(path) != nullptr; }

}  // namespace aptix
