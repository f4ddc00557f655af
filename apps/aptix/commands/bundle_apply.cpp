// aptix bundle apply: the main job.
#include "shared/apply.h"

namespace aptix::app {
namespace {

Result<Answer> run_bundle_apply(Session& session) {
  return run_apply(session, [](ops::ApplyRequest&) {});
}

}  // namespace

extern constexpr Command kBundleApply = {
    .name = "bundle apply",
    .summary = "apply the edits in a model's answer, all or none",
    .operands = "[FILE...]",
    .description =
        "Reads a model's whole answer, or a bare document, from the FILEs or from standard input ('-' is standard "
        "input, too). Finds the edits in it, checks each against the files below the root, and applies all of them as "
        "one transaction: afterwards every edit is in place, or no file has changed. Prose is passed over.\n\n"
        "An edit whose result is already in place changes nothing, so a run may be repeated. Where a JSON document "
        "looks for a text that the file does not have, that edit is skipped with a warning that shows the nearest "
        "text, and the last line on standard error counts such edits. Any other edit that does not fit makes aptix "
        "refuse the whole answer. Several FILEs are one transaction, in their order.\n\n"
        "A file bundle is a JSON object: {\"root\": \".\", \"files\": [{\"path\": \"a.txt\", \"operation\": "
        "\"create\", \"content\": \"text\\n\"}]}. The operations are 'create', 'replace' and, without 'content', "
        "'delete'; 'patch' with \"patches\": [{\"find\": \"old\", \"replace\": \"new\", \"limit\": \"once\"}]; "
        "'gitPatch' with a unified diff as 'content'.\n\n"
        "A structured patch is a JSON object: {\"root\": \".\", \"patches\": [{\"path\": \"a.txt\", \"find\": \"old\", "
        "\"replace\": \"new\", \"limit\": \"all\"}]}. Several texts of one file may stand in a list "
        "\"replacements\".\n\n"
        "A unified diff has the lines '--- a/a.txt' and '+++ b/a.txt', and for each hunk '@@ -1,2 +1,2 @@' and lines "
        "that begin with ' ', '-' or '+'. A new file has '--- /dev/null'.\n\n"
        "A SEARCH/REPLACE block has the path of its file above it, and is the lines '<<<<<<< SEARCH', old lines, "
        "'=======', new lines, '>>>>>>> REPLACE'. A V4A patch goes from '*** Begin Patch' to '*** End Patch'. A call "
        "of an edit tool, as JSON or in tags, is read by what its fields mean, whatever the tool is called: a path "
        "with old and new text, a content or a patch. Commands that only write, move and delete files are read, too: "
        "cat > FILE from a here-document, mkdir -p, mv, rm.\n\n"
        "A code block that carries the path of a file, in its info string, as its first line or above it, is laid on "
        "that file, next to edits of any form. A missing file is made. In one that is there, what the block does not "
        "show at its ends stays, and so does what a line such as '// ... existing code ...' stands for; what it leaves "
        "out between two lines that it shows is removed. A block that shows both ends of the file and keeps half of "
        "its lines is the whole file. A part must have exactly one place, and a warning names what was replaced (an "
        "error with --strict); else the answer is refused. '--whole' widens or narrows this; '--format whole' reads "
        "nothing but whole files, and replaces what is there.\n\n"
        "What is left to a person, code blocks that are no edits, is told on standard error, with the numbers of their "
        "lines. Prose is never an edit.\n\n"
        "With --interactive each file's change is shown on the terminal, also when the answer comes through a pipe: y "
        "applies it, n leaves it out, s asks about each of its edits, e opens the new content in the editor, a and d "
        "answer for all that follows, q writes nothing at all. What was chosen is checked against the files once more "
        "and is one transaction. Choosing nothing is nothing to do: exit code 0; under --json 'complete' is false "
        "where something was left out.\n\n"
        "--html writes what was changed, or with --dry-run would be, to FILE as one page for a browser, side by side "
        "or unified, that loads nothing. An existing FILE is overwritten, unless the change is about it. FILE does not "
        "belong to the transaction, and a run that fails leaves it as it is.\n\n"
        "With --verify the change is made, CMD runs with 'sh -c' in the root, and unless it exits with 0 all is taken "
        "back: the exit code is 8, and the end of what CMD printed is in the report, under --json and with --feedback. "
        "A run that is killed meanwhile is taken back by the next one. What CMD itself changed in the files of the "
        "change is kept in .aptix/kept before they get their old text; what it wrote elsewhere stays. It cannot write "
        "with aptix in the same workspace, which is locked. Mind that it runs what the answer may have written. Where "
        "nothing changes it is not run.\n\n"
        "With --check-syntax the programs that '[check]' in your configuration names for a kind of file look at each "
        "new text, in a folder of their own, before anything is written. A fault refuses the answer with exit code 3, "
        "unless the old text has one, too. What is not installed is told.\n\n"
        "'aptix undo' takes a transaction back.",
    .shared = kDocument | kForm | kLimits | kVerify | kDryRun | kDiff | kHtml | kStrict | kNoSync | kYes |
        kInteractive | kEverywhere,
    .options = {flag("clipboard", "read the answer from the clipboard (wl-paste, xclip, xsel or pbpaste)")},
    .examples = {{"aptix bundle apply answer.md", "apply the edits in a saved answer"},
        {"llm 'fix the failing test' | aptix bundle apply", "apply an answer as it comes out of a pipe"},
        {"aptix bundle apply --clipboard", "apply the answer that was copied from a chat in the browser"},
        {"aptix bundle apply -n --diff answer.md", "show what would change, as a diff, and write nothing"},
        {"aptix bundle apply -n --html change.html answer.md", "the same as a page to be read in a browser"},
        {"llm 'tidy up' | aptix bundle apply -i", "look at each change and choose"},
        {"aptix bundle apply --verify 'make test' --feedback answer.md",
            "keep the change only if the tests pass, and print for the model what they said"},
        {"aptix bundle apply --only 'src/**' --strict answer.md",
            "only files below src, and only what is exactly as written"}},
    .run = run_bundle_apply,
    .audited = Audited::writes,
};

}  // namespace aptix::app
