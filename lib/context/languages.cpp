#include "context/languages.h"

#include <fmt/format.h>

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

// Shared by similar languages.
constexpr std::string_view kOfC =
    "^\\s*(?:typedef\\s+|template\\s*<.*>\\s*)?(?:struct|class|union|enum|namespace)\\b[^;()=]*(?:\\{.*)?$"
    "|^#\\s*define\\s+\\w+"
    "|^\\s*concept\\s+\\w+"
    "|^[A-Za-z_~][^;=#]*\\([^;]*$"
    "|^[A-Za-z_~][^;=#]*\\([^;{}]*\\)[^;={}]*\\{.*\\}$"
    "|^\\s+[A-Za-z_~][^;=#.]*\\([^;]*\\)[^;=()]*\\{[^{}]*\\}?$"
    "|^@(?:interface|implementation|protocol)\\b"
    "|^[-+]\\s*\\(";

constexpr std::string_view kOfScripts =
    "^\\s*(?:export\\s+)?(?:default\\s+)?(?:declare\\s+)?(?:abstract\\s+)?(?:async\\s+)?"
    "(?:function\\b|class\\s+\\w|interface\\s+\\w|(?:const\\s+)?enum\\s+\\w|namespace\\s+\\w|type\\s+\\w[^=]*=)"
    "|^\\s*(?:export\\s+)?(?:const|let|var)\\s+[\\w$]+[^=]*=\\s*(?:async\\s*)?"
    "(?:function\\b|class\\b|\\([^()]*\\)[^=]*=>|[\\w$]+\\s*=>)"
    "|^(?:export\\s+)?const\\s+[A-Z][\\w$]*\\s*[:=]"
    "|^\\s+(?:(?:public|private|protected|static|async|get|set|readonly|override|abstract)\\s+)*"
    "[\\w$#]+\\s*\\([^;]*\\)[^;=()]*\\{$"
    "|^(?:module\\.)?exports\\b[\\w$.]*\\s*=";

constexpr std::string_view kOfClasses =
    "^\\s*(?:@\\w+\\s+)*" APTIX_MODIFIERS
    "*(?:class|interface|enum|struct|record|object|trait|namespace|@interface|"
    "delegate|event|fun|func|def|protocol|extension|actor|package|mixin|typealias|module)\\s+[\\w`<]"
    "|^\\s*" APTIX_MODIFIERS
    "+[\\w<>\\[\\],.? ]+\\s+\\w+\\s*(?:<[^>]*>)?\\([^;]*$"
    "|^\\s*" APTIX_MODIFIERS
    "+(?:[\\w<>\\[\\],.?]+\\s+)?\\w+\\s*(?:\\{\\s*(?:get|set)|\\()[^;]*"
    "|^\\s*(?:public\\s+|private\\s+|required\\s+|convenience\\s+)*init[?!]?\\s*\\(";

constexpr std::string_view kOfMessages =
    "^\\s*(?:message|service|enum|rpc|type|interface|input|union|scalar|struct|query|mutation|fragment)\\s+\\w";

constexpr std::string_view kOfLists = "^\\((?:def[\\w-]*|ns|module|in-package)\\s",
                           kOfStyles = "^[^\\s{}][^{};]*\\{|^@\\w+";

constexpr Language kLanguages[] = {
    {"C", TextKind::code, " c ", kOfC},
    {"C or C++", TextKind::code, " h ", kOfC},
    {"C++", TextKind::code, " cc cpp cxx c++ hpp hh hxx h++ ipp inl tcc ino ", kOfC},
    {"CUDA", TextKind::code, " cu cuh ", kOfC},
    {"Objective-C", TextKind::code, " m mm ", kOfC},
    {"Python", TextKind::code, " py pyi pyx pyw python python3 ", "^\\s*(?:async\\s+)?(?:def|class)\\s+\\w+"},
    {"JavaScript", TextKind::code, " js jsx mjs cjs node ", kOfScripts},
    {"TypeScript", TextKind::code, " ts tsx mts cts deno ", kOfScripts},
    {"Vue", TextKind::code, " vue ", kOfScripts},
    {"Svelte", TextKind::code, " svelte ", kOfScripts},
    {"Go", TextKind::code, " go ", "^(?:func|type|package)\\s+|^(?:const|var)\\s+\\w+\\s"},
    {"Rust", TextKind::code, " rs ",
        "^\\s*(?:pub(?:\\([^)]*\\))?\\s+)?(?:default\\s+)?(?:const\\s+)?(?:async\\s+)?(?:unsafe\\s+)?"
        "(?:extern\\s+\"[^\"]*\"\\s+)?(?:(?:fn|struct|enum|trait|union|mod|type|static|const)\\s+\\w|impl\\b|macro_"
        "rules!)"},
    {"Java", TextKind::code, " java ", kOfClasses},
    {"Kotlin", TextKind::code, " kt kts ", kOfClasses},
    {"C#", TextKind::code, " cs csx ", kOfClasses},
    {"Scala", TextKind::code, " scala ", kOfClasses},
    {"Groovy", TextKind::code, " groovy gradle ", kOfClasses},
    {"Dart", TextKind::code, " dart ", kOfClasses},
    {"Swift", TextKind::code, " swift ", kOfClasses},
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
    {"Lisp", TextKind::code, " lisp cl el scm rkt ", kOfLists},
    {"Clojure", TextKind::code, " clj cljs cljc ", kOfLists},
    {"OCaml", TextKind::code, " ml mli ", "^\\s*(?:let|and|type|module|val|class|exception)\\s+\\w"},
    {"F#", TextKind::code, " fs fsi fsx ", "^\\s*(?:let|and|type|module|namespace|member|abstract|exception)\\s+\\w"},
    {"Julia", TextKind::code, " jl ",
        "^\\s*(?:abstract\\s+|mutable\\s+)?(?:function|struct|type|module|macro)\\s+\\w|^\\w[\\w!.]*\\([^=]*\\)\\s*=[^="
        "]"},
    {"Nim", TextKind::code, " nim ", "^\\s*(?:proc|func|method|template|macro|iterator|type)\\s+\\w"},
    {"Pascal", TextKind::code, " pas dpr ",
        "(?i)^\\s*(?:class\\s+)?(?:procedure|function|constructor|destructor|program|unit)\\s+\\w"
        "|^\\s*\\w+\\s*=\\s*(?:class|record|interface)\\b"},
    {"Fortran", TextKind::code, " f for f77 f90 f95 f03 f08 ",
        "(?i)^\\s*(?:(?:pure|elemental|recursive|integer|real|logical|complex)(?:\\s*\\([^)]*\\))?\\s+)*"
        "(?:program|module|subroutine|function|interface)\\s+\\w"},
    {"Visual Basic", TextKind::code, " vb vbs bas ",
        "(?i)^\\s*(?:(?:public|private|friend|protected|shared|partial|overrides)\\s+)*"
        "(?:class|module|sub|function|property|structure|enum|interface|namespace)\\s+\\w"},
    {"Solidity", TextKind::code, " sol ",
        "^\\s*(?:abstract\\s+)?(?:contract|interface|library|function|struct|enum|event|modifier|error)\\s+\\w"
        "|^\\s*constructor\\s*\\("},
    {"SystemVerilog", TextKind::code, " sv svh ",
        "^\\s*(?:module|interface|package|class|function|task|program)\\s+\\w"},
    {"VHDL", TextKind::code, " vhd vhdl ",
        "(?i)^\\s*(?:entity|architecture|package|component|function|procedure)\\s+\\w"},
    {"Batch", TextKind::code, " bat cmd ", "^:\\w"},
    {"Zig", TextKind::code, " zig ", "^\\s*(?:pub\\s+)?(?:export\\s+)?(?:inline\\s+)?(?:fn|const|var|test)\\s+[\\w\"]"},
    {"CSS", TextKind::code, " css ", kOfStyles},
    {"Sass", TextKind::code, " scss sass ", kOfStyles},
    {"Less", TextKind::code, " less ", kOfStyles},
    {"Protocol Buffers", TextKind::code, " proto ", kOfMessages},
    {"Thrift", TextKind::code, " thrift ", kOfMessages},
    {"GraphQL", TextKind::code, " graphql gql ", kOfMessages},
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
    word = base_name(part);
    if (word != "env") break;
  }
  return word;
}

using namespace std::string_view_literals;

struct Magic {
  std::string_view bytes;
  size_t at;
  std::string_view kind;
};

constexpr Magic kFileMagic[] = {{"\x7F"
                                 "ELF"sv,
                                    0, "ELF program"},
    {"\x89PNG"sv, 0, "PNG image"}, {"\xFF\xD8\xFF"sv, 0, "JPEG image"}, {"GIF8"sv, 0, "GIF image"},
    {"WEBP"sv, 8, "WebP image"}, {"BM"sv, 0, "BMP image"}, {"\0\0\1\0"sv, 0, "icon"}, {"%PDF"sv, 0, "PDF document"},
    {"PK\3\4"sv, 0, "ZIP archive"}, {"\x1F\x8B"sv, 0, "gzip archive"}, {"BZh"sv, 0, "bzip2 archive"},
    {"\xFD"
     "7zXZ"sv,
        0, "xz archive"},
    {"\x28\xB5\x2F\xFD"sv, 0, "Zstandard archive"}, {"7z\xBC\xAF"sv, 0, "7-Zip archive"},
    {"ustar"sv, 257, "tar archive"}, {"!<arch>"sv, 0, "static library"}, {"SQLite format 3"sv, 0, "SQLite database"},
    {"\0asm"sv, 0, "WebAssembly module"}, {"\xCA\xFE\xBA\xBE"sv, 0, "Java class"}, {"MZ"sv, 0, "Windows program"},
    {"\xCF\xFA\xED\xFE"sv, 0, "Mach-O program"}, {"wOFF"sv, 0, "WOFF font"}, {"wOF2"sv, 0, "WOFF2 font"},
    {"OTTO"sv, 0, "OpenType font"}, {"\0\1\0\0\0"sv, 0, "TrueType font"}, {"RIFF"sv, 0, "RIFF media"},
    {"OggS"sv, 0, "Ogg media"}, {"ID3"sv, 0, "MP3 audio"}, {"ftyp"sv, 4, "MP4 media"}, {"fLaC"sv, 0, "FLAC audio"},
    {"\xFF\xFE"sv, 0, "UTF-16 text"}, {"\xFE\xFF"sv, 0, "UTF-16 text"}, {"DIRC"sv, 0, "git index"},
    {"PACK"sv, 0, "git pack"}, {"PAR1"sv, 0, "Parquet table"}};

}  // namespace

const Language* language_of(std::string_view path, std::string_view content) {
  std::string_view file = base_name(path);
  if (file.find_first_of(" \t\n") != std::string_view::npos) return nullptr;
  auto by_name = [](std::string_view name) { return name.size() > 5 ? find_language(name) : nullptr; };  // no "c"
  if (const Language* language = by_name(file)) return language;
  size_t dot = file.rfind('.');
  if (dot != std::string_view::npos)
    if (const Language* language = find_language(file.substr(dot + 1))) return language;
  if (const Language* language = by_name(file.substr(0, file.find('.')))) return language;  // "Dockerfile.dev"
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

std::string_view name(TextKind kind) {
  switch (kind) {
    case TextKind::code: return "code";
    case TextKind::document: return "document";
    case TextKind::config: return "config";
    case TextKind::log: return "log";
    case TextKind::binary: return "binary";
    case TextKind::text: return "text";
  }
  return "text";
}

std::string describe_binary(std::string_view content) {
  std::string_view kind = "binary file";
  for (const Magic& magic : kFileMagic)
    if (content.size() > magic.at && content.substr(magic.at).starts_with(magic.bytes)) {
      kind = magic.kind;
      break;
    }
  return fmt::format("{}, {} bytes", kind, content.size());
}

}  // namespace aptix::context
