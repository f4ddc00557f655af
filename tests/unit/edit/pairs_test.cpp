#include "edit/pairs.h"

#include <doctest/doctest.h>

namespace aptix::edit {
namespace {

constexpr std::string_view kText =
    "import os\n"
    "\n"
    "\n"
    "def heat(oven):\n"
    "    level = oven.level\n"
    "    return level * 2\n";

TEST_CASE("lines of a body are a fragment of the file, a function, lines between functions and none are not") {
  FileOfBlocks file(kText, "oven.py");
  CHECK(file.has_fragment("    level = oven.level\n    return level * 2\n"));
  CHECK(file.has_fragment("return level * 2\n"));  // shifted
  CHECK_FALSE(file.has_fragment("def heat(oven):\n    level = oven.level\n    return level * 2\n"));
  CHECK_FALSE(file.has_fragment("import os\n"));
  CHECK_FALSE(file.has_fragment("    return level\n"));
  CHECK_FALSE(file.has_fragment("\n\n"));
  CHECK_FALSE(FileOfBlocks("", "oven.py").has_fragment("\n"));
}

TEST_CASE("a block with a thing of the file is a part, one that takes away more of it than it has a doubtful one") {
  FileOfBlocks file(kText, "oven.py");
  CHECK(file.what_is("def heat(oven):\n    level = 3\n    return level * 2\n\n\ndef cool():\n    return 0\n", {}) ==
      LoosePart::part);
  CHECK(file.what_is("def heat(oven):\n    pass\n", {}) == LoosePart::doubtful);
  CHECK(file.what_is("def heat(oven, by):\n    level = 3\n    return level * by\n", {}) == LoosePart::doubtful);
  CHECK(file.what_is("def cool():\n    return 0\n", {}) == LoosePart::no);
  CHECK(file.what_is("    return level * 2\n", {}) == LoosePart::no);  // it stands there
}

TEST_CASE("a block that begins or ends with an indented line of the file, or has half of its lines, is of the file") {
  FileOfBlocks file(kText, "oven.py");
  auto shows = [&](std::string_view block) { return file.what_lines_show(block, {}); };
  CHECK(shows("    level = oven.level\n    level += 1\n    return level * 2\n") == LooseLines::placed);
  CHECK(shows("    level = oven.level\n    return level * 3\n") == LooseLines::unplaced);
  CHECK(shows("level = oven.level\nlevel += 1\nreturn level * 2\n") == LooseLines::unplaced);  // half of its lines
  CHECK(shows("    level = oven.level\n    return level * 2\n") == LooseLines::of_no_file);    // nothing is new
  CHECK(shows("import os\nprint(heat(Oven(os.environ)))\n") == LooseLines::of_no_file);
  CHECK(shows("\n") == LooseLines::of_no_file);
  PartText whole{"import os\n\n\ndef heat(oven):\n    level = oven.level\n    return level * 4\n"};
  CHECK(file.what_lines_show("    level = oven.level\n    level += 1\n    return level * 2\n", {&whole, 1}) ==
      LooseLines::of_no_file);
}

TEST_CASE("lines of one first word, of which the file has one, are a part") {
  FileOfBlocks file(kText, "oven.py");
  CHECK(file.what_is("import os\nimport math\n", {}) == LoosePart::part);
  CHECK(file.what_is("import math\n", {}) == LoosePart::no);
  CHECK(file.what_is("import os\nheat(None)\n", {}) == LoosePart::no);
  PartText given{"import os\nimport math\n"};
  CHECK(file.what_is("import os\nimport math\n", {&given, 1}) == LoosePart::no);
}

}  // namespace
}  // namespace aptix::edit
