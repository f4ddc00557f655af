#include <doctest/doctest.h>

#include "unit/answer/parsed.h"

using namespace aptix;
using test::Parsed;

namespace {

Parsed shell(const std::string& commands) { return Parsed("```bash\n" + commands + "\n```\n"); }

bool is_read(const std::string& commands) {
  Parsed parsed = shell(commands);
  return !parsed.formats.empty() && parsed.formats[0] == "shell";
}

}  // namespace

TEST_CASE("commands that write, move and delete files are these changes") {
  Parsed parsed = shell(
      "# the new module\nmkdir -p src\ncat > src/a.py <<'EOF'\nx = \"$1\"\n\nEOF\ntee b.txt << \"END\" > "
      "/dev/null\nb\nEND\n"
      "$ rm -f c.txt && git rm d.txt; git mv e.txt docs/");
  CHECK(parsed.formats.at(0) == "shell");
  CHECK(parsed.said().empty());
  CHECK(parsed.content(0) == "x = \"$1\"\n\n");
  CHECK(parsed.file(0).operation == Operation::write);
  CHECK(parsed.content(1) == "b\n");
  CHECK(parsed.file(2).operation == Operation::remove);
  CHECK(parsed.file(3).path.str() == "d.txt");
  CHECK(parsed.file(4).operation == Operation::rename);
  CHECK(parsed.file(4).from->str() == "e.txt");
  CHECK(parsed.file(4).path.str() == "docs/e.txt");
}

TEST_CASE("a here-document without quotes is read where nothing in it is expanded") {
  CHECK(shell("cat <<EOF > a.txt\nplain\nEOF").content(0) == "plain\n");
  CHECK_FALSE(is_read("cat <<EOF > a.txt\n$HOME\nEOF\n"));
  CHECK_FALSE(is_read("cat <<EOF > a.txt\n`date`\nEOF\n"));
}

TEST_CASE("with any other command nothing is read") {
  for (const char* command :
      {"cat >> a.txt <<'EOF'\nx\nEOF\n", "cat > a.txt <<'EOF'\nx\nEOF\npytest\n", "cat <<'EOF' | sh\nx\nEOF\n",
          "sed -i s/a/b/ a.txt\n", "rm *.txt\n", "rm -r docs\n", "rm $FILE\n", "git rm --cached a.txt\n",
          "rm a.txt || true\n", "mv a.txt b.txt c.txt\n", "mv ~/a.txt b.txt\n", "rm a.txt \\\n",
          "cat > a.txt <<-'EOF'\nx\nEOF\n", "cat a.txt > b.txt\n", "echo x > a.txt\n", "cd src && rm a.txt\n"}) {
    CAPTURE(command);
    CHECK_FALSE(is_read(command));
  }
  CHECK(shell("mkdir -p docs").formats.at(0).empty());
  CHECK(Parsed("```\nrm a.txt\n```\n").formats.at(0).empty());
  CHECK(Parsed("`run.sh`\n```bash\nrm a.txt\n```\n").formats.at(0) != "shell");
}

TEST_CASE("a here-document without its end, and a path outside of the root, are refused") {
  CHECK(
      shell("cat > a.txt <<'EOF'\nx").only().starts_with("error block.unterminated 2:1: the here-document has no end"));
  CHECK(shell("rm ../a.txt").only().starts_with("error path.invalid 2:1"));
}
