// Golden cases: one file each, tests/golden/NAME.case, in sections. A section is a line "-- NAME --" and the lines
// below it up to the next such line. Words after the second "--" say what lines alone cannot:
//   escaped     a backslash is written \\, and \r and \xHH stand for bytes: CR, what is not UTF-8, what nobody can see,
//               a line that would begin a section
//   no-newline  the last line has none
//   runs        the file can be executed
// The section "before @NAME" stands for the tree of that name in trees.txt beside the cases: files NAME/PATH.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace aptix::test {

struct Section {
  std::string name;
  std::string bytes;
  bool runs = false;
  std::string text;  // as it stands in the file, its heading included
};

// Throws std::runtime_error that says what is wrong where.
std::vector<Section> read_sections(std::string_view text);
Section make_section(std::string name, std::string bytes, bool runs = false);

struct GoldenFile {
  std::string bytes;
  bool runs = false;

  bool operator==(const GoldenFile&) const = default;
};
using GoldenTree = std::map<std::string, GoldenFile>;  // by path

class GoldenCase {
 public:
  explicit GoldenCase(std::filesystem::path file);

  const std::vector<Section>& sections() const { return sections_; }
  bool has(std::string_view name) const { return find(name) != nullptr; }
  std::string bytes(std::string_view name) const;  // "" when there is no such section
  GoldenTree tree(std::string_view folder) const;  // the sections FOLDER/PATH, and below them the tree that is named
  bool has_tree(std::string_view folder) const { return !tree(folder).empty(); }

  // What is the same stays as it stands, to the byte.
  void set(std::string_view name, const std::string& bytes);  // REQUIRES: has(name)
  void set_tree(std::string_view folder, const GoldenTree& files);
  void save() const;

 private:
  const Section* find(std::string_view name) const;

  std::filesystem::path file_;
  std::vector<Section> sections_;
};

// The folder tests/golden, and the files of the cases in it or in another, in order.
std::filesystem::path golden_folder();
std::vector<std::filesystem::path> golden_files(const std::filesystem::path& folder = golden_folder());

}  // namespace aptix::test
