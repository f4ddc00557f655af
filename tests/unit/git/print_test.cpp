#include "git/print.h"

#include <doctest/doctest.h>

namespace aptix::git {
namespace {

Patch changed(std::string name, uint64_t added, uint64_t deleted) {
  Patch patch;
  patch.old_name = patch.new_name = std::move(name);
  patch.is_new = patch.is_delete = Stated::no;
  patch.lines_added = added;
  patch.lines_deleted = deleted;
  return patch;
}

std::string stat_of(const std::vector<Patch>& patches) {
  StatScale scale;
  Patches list;
  for (const Patch& patch : patches) {
    scale.add(patch);
    list.push_back(&patch);
  }
  return print_stat(list, scale);
}

}  // namespace

TEST_CASE("a graph of the lines that change") {
  CHECK(stat_of({changed("a", 1, 2), changed("long/name", 3, 0)}) ==
      " a         |    3 +--\n long/name |    3 +++\n 2 files changed, 4 insertions(+), 2 deletions(-)\n");
  CHECK(stat_of({changed("a", 1, 0)}) == " a |    1 +\n 1 file changed, 1 insertion(+)\n");
  CHECK(stat_of({}) == " 0 files changed\n");
}

TEST_CASE("long graphs and long names are made to fit") {
  std::string text = stat_of({changed(std::string(30, 'd') + "/" + std::string(40, 'f'), 300, 100)});
  CHECK(text.starts_with(" .../" + std::string(40, 'f')));
  CHECK(text.find('\n') <= 80);
}

TEST_CASE("numbers and summaries") {
  Patch binary = changed("q\"t", 0, 0);
  binary.is_binary = true;
  CHECK(print_numstat({&binary}, NameForm::quoted) == "-\t-\t\"q\\\"t\"\n");
  CHECK(print_numstat({&binary}, NameForm::with_nul) == std::string("-\t-\tq\"t\0", 8));
  Patch moved = changed("dir/new", 0, 0);
  moved.old_name = "dir/old";
  moved.is_rename = true;
  moved.score = 95;
  Patch mode = changed("m", 0, 0);
  mode.old_mode = 0100644;
  mode.new_mode = 0100755;
  Patch odd = changed("o", 0, 0);
  odd.old_mode = 0100755;
  odd.new_mode = 010044;
  Patch made = changed("n", 1, 0);
  made.old_name.reset();
  made.is_new = Stated::yes;
  made.new_mode = 0100644;
  CHECK(print_summary({&moved, &mode, &odd, &made}) ==
      " rename dir/{old => new} (95%)\n mode change 100644 => 100755 m\n mode change 100755 => 010044 o\n create mode "
      "100644 n\n");
}

}  // namespace aptix::git
