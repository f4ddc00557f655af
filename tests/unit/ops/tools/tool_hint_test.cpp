// What is left of a hint for a model that has tools.
#include "ops/tools/tool_hint.h"

#include <doctest/doctest.h>

namespace aptix::ops {

TEST_CASE("a hint names tools and their arguments, or what the person is to be asked, and no option") {
  struct Row {
    const char *hint, *said;
    Code code = Code::usage;
  };
  for (const Row& row :
      {
          Row{"", ""},
          Row{"check the path", "check the path"},
          Row{"give the context and '-' lines as they are", "give the context and '-' lines as they are"},
          Row{"name a file below the root, or give another root with '--root'", "name a file below the root"},
          Row{"give '--include-sensitive' if a model may see it", "ask the person about its content: no tool shows it",
              Code::policy_sensitive},
          Row{"look at this change yourself: '--diff' shows it", "", Code::policy_sensitive},
          Row{"write out the text that it stands for; '--allow-placeholders' takes it for text of the file",
              "write out the text that it stands for"},
          Row{"run this again when it is done, or wait longer with --wait SECONDS", "run this again when it is done"},
          Row{"use operation \"replace\" to overwrite it",
              "to replace all of it, give its 'base_sha256' to write_file"},
          Row{"read the whole file with 'aptix -C /w read --json a.c' and make the edit from it",
              R"(read the whole file with read_file {"filepath":"a.c"} and make the edit from it)"},
          Row{"'aptix -C \"/a b\" undo 7' undoes it", R"(undo {"transaction":"7"} undoes it)"},
          Row{"'aptix -C \"/it's\" undo 7' undoes it", R"(undo {"transaction":"7"} undoes it)"},
          Row{"'aptix -C /w undo 7 --merge' undoes the rest",
              "ask the person: 'aptix -C /w undo 7 --merge' undoes the rest"},
          Row{"read it again ('aptix -C /w read --delta' shows what has changed), and make the edits for what is there "
              "now",
              "read it again, and make the edits for what is there now", Code::session_stale_read},
          Row{"'aptix -C /w log' lists all", "leave 'transaction' out for the newest one", Code::undo_unknown},
          Row{"'aptix -C /w patch list' lists the batches",
              "ask the person: 'aptix -C /w patch list' lists the batches"},
      }) {
    CAPTURE(row.hint);
    CHECK(tool_hint(row.hint, row.code) == row.said);
  }
}

}  // namespace aptix::ops
