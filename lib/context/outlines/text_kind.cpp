#include "context/outlines/text_kind.h"

#include <fmt/format.h>

namespace aptix::context {
namespace {

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
