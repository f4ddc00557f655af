// Answers that models wrote, with the files before and after: the folder is named by APTIX_CORPORA.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace aptix::test {

using Tree = std::map<std::string, std::string>;  // path and content

struct CorpusCase {
  std::filesystem::path folder;
  std::string format, truth;
  std::set<std::string> last_newline_free;                   // files
  std::map<std::string, std::set<uint64_t>> free_line_ends;  // lines of files
};

// All cases, in order of their folders; none where APTIX_CORPORA is not set.
std::vector<CorpusCase> corpus_cases();

std::string read_corpus_file(const std::filesystem::path& path);
Tree read_corpus_tree(const std::filesystem::path& root);  // empty when there is no such folder

bool is_right(const Tree& after, const Tree& wanted, const CorpusCase& about);

}  // namespace aptix::test
