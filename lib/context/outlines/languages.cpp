#include "context/outlines/languages.h"

#include <array>
#include <iterator>
#include <mutex>
#include <optional>

#include "base/assert.h"
#include "base/text/ascii.h"
#include "base/text/trim.h"

namespace aptix::context {
namespace {

#define APTIX_MODIFIERS                                                                                            \
  "(?:(?:public|private|protected|internal|static|final|abstract|sealed|partial|data|open|override|async|virtual|" \
  "readonly|inline|suspend|companion|unsafe|extern|new|synchronized|native|ref|value|annotation|inner|operator|"   \
  "infix|tailrec|fileprivate|mutating|required|convenience|lazy|default|export|implicit|case|lateinit|const)\\s+)"

constexpr Language kLanguages[] = {
    {"C++", TextKind::code, " c h cc cpp cxx c++ hpp hh hxx h++ ipp inl tcc cu cuh m mm ino ",
        "^\\s*(?:typedef\\s+|template\\s*<.*>\\s*)?(?:struct|class|union|enum|namespace)\\b[^;()=]*(?:\\{.*)?$"
        "|^#\\s*define\\s+\\w+"
        "|^\\s*concept\\s+\\w+"
        "|^[A-Za-z_~][^;=#]*\\([^;]*$"
        "|^[A-Za-z_~][^;=#]*\\([^;{}]*\\)[^;={}]*\\{.*\\}$"
        "|^\\s+[A-Za-z_~][^;=#.]*\\([^;]*\\)[^;=()]*\\{[^{}]*\\}?$"
        "|^@(?:interface|implementation|protocol)\\b"
        "|^[-+]\\s*\\("},
    {"Python", TextKind::code, " py pyi pyx pyw python python3 ", "^\\s*(?:async\\s+)?(?:def|class)\\s+\\w+"},
    {"JavaScript", TextKind::code, " js jsx mjs cjs node ts tsx mts cts vue svelte deno ",
        "^\\s*(?:export\\s+)?(?:default\\s+)?(?:declare\\s+)?(?:abstract\\s+)?(?:async\\s+)?"
        "(?:function\\b|class\\s+\\w|interface\\s+\\w|(?:const\\s+)?enum\\s+\\w|namespace\\s+\\w|type\\s+\\w[^=]*=)"
        "|^\\s*(?:export\\s+)?(?:const|let|var)\\s+[\\w$]+[^=]*=\\s*(?:async\\s*)?"
        "(?:function\\b|class\\b|\\([^()]*\\)[^=]*=>|[\\w$]+\\s*=>)"
        "|^(?:export\\s+)?const\\s+[A-Z][\\w$]*\\s*[:=]"
        "|^\\s+(?:(?:public|private|protected|static|async|get|set|readonly|override|abstract)\\s+)*"
        "[\\w$#]+\\s*\\([^;]*\\)[^;=()]*\\{$"
        "|^(?:module\\.)?exports\\b[\\w$.]*\\s*="},
    {"Go", TextKind::code, " go ", "^(?:func|type|package)\\s+|^(?:const|var)\\s+\\w+\\s"},
    {"Rust", TextKind::code, " rs ",
        "^\\s*(?:pub(?:\\([^)]*\\))?\\s+)?(?:default\\s+)?(?:const\\s+)?(?:async\\s+)?(?:unsafe\\s+)?"
        "(?:extern\\s+\"[^\"]*\"\\s+)?(?:(?:fn|struct|enum|trait|union|mod|type|static|const)\\s+\\w|impl\\b|macro_"
        "rules!)"},
    {"Java", TextKind::code, " java kt kts scala groovy gradle cs csx fs dart swift ",
        "^\\s*(?:@\\w+\\s+)*" APTIX_MODIFIERS
        "*(?:class|interface|enum|struct|record|object|trait|namespace|@interface|"
        "delegate|event|fun|func|def|protocol|extension|actor|package|mixin|typealias|module)\\s+[\\w`<]"
        "|^\\s*" APTIX_MODIFIERS "+[\\w<>\\[\\],.? ]+\\s+\\w+\\s*(?:<[^>]*>)?\\([^;]*$"
        "|^\\s*" APTIX_MODIFIERS "+(?:[\\w<>\\[\\],.?]+\\s+)?\\w+\\s*(?:\\{\\s*(?:get|set)|\\()[^;]*"
        "|^\\s*(?:public\\s+|private\\s+|required\\s+|convenience\\s+)*init[?!]?\\s*\\("},
    {"Ruby", TextKind::code, " rb rake gemspec ruby rakefile gemfile ", "^\\s*(?:def|class|module)\\s+\\S"},
    {"PHP", TextKind::code, " php phtml ",
        "^\\s*(?:(?:public|private|protected|static|final|abstract|readonly)\\s+)*"
        "(?:function|class|interface|trait|enum|namespace)\\s+[&\\w]"},
    {"shell", TextKind::code, " sh bash zsh ksh dash bats fish ",
        "^\\s*(?:function\\s+[\\w:.-]+|[\\w:.-]+\\s*\\(\\s*\\))"},
    {"Lua", TextKind::code, " lua ",
        "^\\s*(?:local\\s+)?function\\s+[\\w.:]+|^\\s*(?:local\\s+)?[\\w.]+\\s*=\\s*function\\b"},
    {"SQL", TextKind::code, " sql ddl psql ",
        "(?i)^\\s*(?:create|alter|drop)\\s+(?:or\\s+replace\\s+)?(?:\\w+\\s+){0,2}"
        "(?:table|view|function|procedure|index|trigger|type|schema|database|sequence|role|extension)\\b"},
    {"Perl", TextKind::code, " pl pm perl ", "^\\s*(?:sub|package)\\s+\\w"},
    {"R", TextKind::code, " r ", "^\\s*[\\w.]+\\s*(?:<-|=)\\s*function\\b"},
    {"Elixir", TextKind::code, " ex exs ", "^\\s*def(?:p|module|macro|macrop|protocol|impl|struct|guard)?\\b"},
    {"Erlang", TextKind::code, " erl hrl ", "^[a-z]\\w*\\(.*->|^-(?:module|record|define|spec)\\b"},
    {"Haskell", TextKind::code, " hs ", "^(?:module|data|newtype|type|class|instance)\\s|^[a-z]\\w*'*\\s*::"},
    {"Lisp", TextKind::code, " lisp cl el clj cljs scm rkt ", "^\\((?:def[\\w-]*|ns|module|in-package)\\s"},
    {"OCaml", TextKind::code, " ml mli ", "^\\s*(?:let|and|type|module|val|class|exception)\\s+\\w"},
    {"Zig", TextKind::code, " zig ", "^\\s*(?:pub\\s+)?(?:export\\s+)?(?:inline\\s+)?(?:fn|const|var|test)\\s+[\\w\"]"},
    {"CSS", TextKind::code, " css scss less sass ", "^[^\\s{}][^{};]*\\{|^@\\w+"},
    {"Protocol Buffers", TextKind::code, " proto thrift graphql gql ",
        "^\\s*(?:message|service|enum|rpc|type|interface|input|union|scalar|struct|query|mutation|fragment)\\s+\\w"},
    {"Terraform", TextKind::code, " tf hcl ", "^(?:resource|data|module|variable|output|provider|locals|terraform)\\b"},
    {"CMake", TextKind::code, " cmake cmakelists.txt ",
        "(?i)^\\s*(?:function|macro|project|option|add_library|add_executable|add_custom_target|find_package)\\s*\\("},
    {"Make", TextKind::code, " mk mak makefile gnumakefile ", "^[\\w./%$(){}-][\\w./%$(){} -]*:(?:[^=:]|$)|^define\\s"},
    {"Dockerfile", TextKind::code, " dockerfile containerfile ", "(?i)^(?:FROM|ENTRYPOINT|CMD|EXPOSE|STAGE)\\s"},
    {"PowerShell", TextKind::code, " ps1 psm1 ", "(?i)^\\s*(?:function|class|enum|filter)\\s+\\w"},
    {"Vim script", TextKind::code, " vim ", "^\\s*fu(?:nc|nction)?!?\\s+\\S"},
    {"assembler", TextKind::code, " s asm ", "^[A-Za-z_.$][\\w.$]*:"},
    {"Markdown", TextKind::document, " md markdown mdx mkd ", "", false},
    {"reStructuredText", TextKind::document, " rst ", "", false},
    {"AsciiDoc", TextKind::document, " adoc asciidoc ", "^={1,6}\\s+\\S", false},
    {"Org", TextKind::document, " org ", "^\\*+\\s+\\S", false},
    {"TeX", TextKind::document, " tex ltx ", "^\\s*\\\\(?:part|chapter|(?:sub){0,2}section)\\*?\\{", false},
    {"HTML", TextKind::document, " html htm xhtml ", "(?i)<(?:h[1-6]|title)\\b[^>]*>", false},
    {"plain text", TextKind::text, " txt text readme license licence copying notice authors changelog ", ""},
    {"JSON", TextKind::config, " json jsonc json5 webmanifest ", ""},
    {"YAML", TextKind::config, " yaml yml ", "^(?:- )?[ ]{0,4}(?:- )?[\\w.\"'/$-][\\w.\"'/ $-]*:(?:\\s|$)"},
    {"TOML", TextKind::config, " toml ", "^\\s*\\[{1,2}[^\\]]+\\]{1,2}|^\\s*[\\w.\"'-]+\\s*="},
    {"settings", TextKind::config, " ini cfg conf properties env editorconfig gitconfig npmrc service desktop ",
        "^\\s*\\[[^\\]]+\\]|^\\s*[\\w.-]+\\s*[=:]"},
    {"XML", TextKind::config, " xml xsd xsl csproj fsproj vcxproj props targets plist svg pom ",
        "^ {0,4}<[A-Za-z][\\w:.-]*"},
    {"log", TextKind::log, " log ", ""},
};

std::string_view last_of(std::string_view path) { return path.substr(path.rfind('/') + 1); }

const Language* find_language(std::string_view word) {
  std::string wanted = " " + ascii_lower(word) + " ";
  for (const Language& language : kLanguages)
    if (language.files.find(wanted) != std::string_view::npos) return &language;
  return nullptr;
}

// "#!/usr/bin/env python3 -u" -> "python3"
std::string_view interpreter(std::string_view content) {
  if (!content.starts_with("#!")) return {};
  std::string_view word;
  for (std::string_view part : split(trim(first_line(content.substr(2, 200))), ' ')) {
    if (part.empty() || part.front() == '-') continue;
    word = last_of(part);
    if (word != "env") break;
  }
  return word;
}

}  // namespace

const Language* language_of(std::string_view path, std::string_view content) {
  std::string_view file = last_of(path);
  if (file.find_first_of(" \t\n") != std::string_view::npos) return nullptr;
  if (const Language* language = find_language(file)) return language;
  size_t dot = file.rfind('.');
  if (dot != std::string_view::npos)
    if (const Language* language = find_language(file.substr(dot + 1))) return language;
  std::string_view first = file.substr(0, file.find('.'));  // "Dockerfile.dev", "a.log.1"
  if (const Language* language = find_language(first); language != nullptr && first.size() > 5) return language;
  if (file.find(".log.") != std::string_view::npos) return find_language("log");
  std::string_view word = interpreter(content);
  return word.empty() ? nullptr : find_language(word);
}

const Regex& pattern_of(const Language& language) {
  static std::array<std::once_flag, std::size(kLanguages)> once;
  static std::array<std::optional<Regex>, std::size(kLanguages)> patterns;
  auto number = static_cast<size_t>(&language - kLanguages);
  std::call_once(once[number], [&] {
    auto compiled = Regex::compile(language.pattern, {.newlines = false});
    ASSERT(compiled.has_value());
    patterns[number] = std::move(*compiled);
  });
  return *patterns[number];
}

}  // namespace aptix::context
