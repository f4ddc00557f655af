// Manual pages in man(7) form. What is said of commands and errors comes from their tables.
#include <fmt/format.h>

#include "answer/format.h"
#include "base/diagnostic.h"
#include "base/text/ascii.h"
#include "commands/help.h"

namespace aptix::app {
namespace {

// The day the pages last changed in more than their tables; a clock would make every build differ.
constexpr std::string_view kDate = "2026-11-21";

struct Described {
  std::string_view term;
  std::string_view says;
};

constexpr Described kExitCodes[] = {
    {"0", "Done, or nothing to do."},
    {"1", "The edits do not fit the files: read the files again and make new edits. Nothing was changed."},
    {"2", "The command line is wrong, or an input file cannot be read. Nothing was changed."},
    {"3", "The input is malformed, cut short, or holds no edit: have it written again. Nothing was changed."},
    {"4",
        "Refused by the path rules, or because of a symbolic link or special file: ask a person. Nothing was changed."},
    {"5",
        "The machine refused: an I/O error, a full disk, a lock that another run holds, no memory. Nothing was "
        "changed, or everything was rolled back."},
    {"6", "The roll-back itself failed. Each file is named with its state; 'aptix recover' goes on."},
    {"7", "The answer declines to make the change, and holds no edit."},
    {"8", "The edits fit, and the command of --verify failed on the result. Everything was taken back."},
    {"70", "A bug in aptix. What was under way was rolled back."},
    {"130", "Interrupted by a signal. What was under way was rolled back."},
};

constexpr Described kEnvironment[] = {
    {"APTIX_CONFIG", "The user's configuration file, instead of the usual one."},
    {"APTIX_STRICT", "1: as if --strict were given; 0: not, whatever the configuration says."},
    {"APTIX_STATE_DIR", "The state folder, as with --state-dir."},
    {"APTIX_CALLER",
        "Who is recorded in the log as the author of a transaction; otherwise 'uid' and the user's number. If it or "
        "APTIX_SESSION is set, the run is a tool's: the audit holds what it reads, too, and its changes of sensitive "
        "files wait for a person; see aptix-approve(1)."},
    {"APTIX_SESSION", "The session that the run belongs to; see aptix-session-start(1)."},
    {"APTIX_VERIFYING",
        "Set for the command of --verify: the workspace, in which a run of aptix inside of that command cannot write."},
    {"GITHUB_STEP_SUMMARY", "The file that 'aptix bundle validate --format github' adds a table of its findings to."},
    {"VISUAL", "The editor for contents that are changed by hand under --interactive; otherwise EDITOR, otherwise vi."},
    {"EDITOR", "See VISUAL."},
    {"TMPDIR",
        "Where the editor's copy of a file is made, in a folder of its own that is removed afterwards; otherwise "
        "/tmp."},
    {"NO_COLOR", "If set and not empty: no colours."},
    {"TERM", "If 'dumb': no colours, and no line that tells of work that takes more than a second."},
    {"CLICOLOR_FORCE", "If set and neither empty nor 0: colours even where the output is not a terminal."},
    {"GIT_CEILING_DIRECTORIES", "As for git: folders above which no '.git' is looked for."},
    {"XDG_CONFIG_HOME", "The folder of configuration files, instead of ~/.config."},
};

constexpr Described kFiles[] = {
    {".aptix/",
        "The state of a workspace: the lock, the running transaction, the log with the saved files, the audit, "
        "sessions, "
        "changes that wait for a person, the stored batches and the Active File List. The first command that writes "
        "makes it, next to .git or in the root, and it keeps itself out of git. If you delete it while nothing runs, "
        "all "
        "of these are lost, and with the log the chance to undo; but no file of yours."},
    {".aptix/config.toml",
        "The configuration of a workspace. It may only narrow what the user's allows: be strict, lower a limit, keep "
        "less. The command below '[verify]' in it is run with --verify-workspace alone."},
    {"~/.config/aptix/config.toml", "The user's configuration."},
    {".aptixignore",
        "Files that are not shown or searched, besides those that git ignores; in the syntax of .gitignore."},
};

// Text for man(7): a backslash and a leading dot would be orders, a minus must stay one.
std::string roff(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    bool at_start = i == 0 || text[i - 1] == '\n';
    if (at_start && (c == '.' || c == '\'')) out += "\\&";
    if (c == '\\') out += "\\e";
    else if (c == '-') out += "\\-";
    else if (c == '~') out += "\\(ti";
    else if (c == '"') out += "\\(dq";
    else out += c;
  }
  return out;
}

// Source lines of a length that can be read.
std::string lines(std::string_view text) { return roff(wrap(text, 0, 79)); }

// A phrase of a table, as a sentence.
std::string sentence(std::string_view phrase) { return lines(fmt::format("{}.", phrase)); }

// Sentences begin on lines of their own, as roff likes it; an empty line parts paragraphs.
std::string paragraphs(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    size_t stop = text.find(". ");
    size_t paragraph = text.find("\n\n");
    if (paragraph < stop) {
      out += lines(text.substr(0, paragraph)) + ".PP\n";
      text.remove_prefix(paragraph + 2);
    } else if (stop != std::string_view::npos) {
      out += lines(text.substr(0, stop + 1));
      text.remove_prefix(stop + 2);
    } else {
      out += lines(text);
      text = {};
    }
  }
  return out;
}

std::string header(std::string_view name) {
  std::string upper;
  for (char c : name) upper += ascii_upper(c);
  return fmt::format(".TH {} 1 {} \"aptix {}\" \"aptix manual\"\n", roff(upper), kDate, APTIX_VERSION);
}

std::string list(std::span<const Described> rows) {
  std::string out;
  for (const Described& row : rows) out += fmt::format(".TP\n.B {}\n{}", roff(row.term), paragraphs(row.says));
  return out;
}

std::string option_term(const Option& option) {
  std::string term;
  if (option.letter != 0) term = fmt::format("\\fB\\-{}\\fR, ", option.letter);
  term += fmt::format("\\fB\\-\\-{}\\fR", roff(option.name));
  if (!option.is_flag()) term += fmt::format("{}\\fI{}\\fR", option.takes_word() ? " " : "", roff(option.argument));
  return term;
}

std::string examples(const Command& command) {
  std::string out;
  for (const Example& example : command.examples)
    out += fmt::format(".TP\n.B {}\n{}", roff(example.line), sentence(example.says));
  return out;
}

std::string command_list() {
  std::string out;
  for (const Command* command : commands())
    out += fmt::format(".TP\n.BR {} (1)\n{}", roff(page_name(*command)), sentence(command->summary));
  return out;
}

std::string error_table() {
  std::string out;
  for (const CodeInfo& code : all_codes())
    out += fmt::format(".TP\n.BR {} \" ({})\"\n{}", roff(code.id), code.exit_class, sentence(code.meaning));
  return out;
}

std::string form_table() {
  std::string out;
  for (const answer::Format& form : answer::formats()) {
    out += fmt::format(".TP\n.BR {}\n{}", roff(form.name), sentence(form.summary));
    std::string example = roff(form.example);
    if (example.ends_with('\n')) example.pop_back();
    if (!example.empty()) out += fmt::format(".nf\n{}\n.fi\n", example);
  }
  return out;
}

constexpr std::string_view kIntroductionText =
    "aptix takes the answer of a language model and makes the edits in it to the files of a work tree. Afterwards the "
    "tree is exactly the new one or exactly the old one, and a record is kept that can take the change back.\n\n"
    "Paths in a document are relative to the root: --root DIR, or the current folder. Nothing outside of the root is "
    "read or written for a document, and symbolic links are not followed.";

constexpr std::string_view kUndoText =
    "Everything that one command changes is one transaction with a number. 'aptix log' lists them, 'aptix show' tells "
    "what one changed, 'aptix undo' takes back the newest that is not taken back yet, and 'aptix redo' restores it. An "
    "undo is a transaction of its own. It is refused when a file has changed since.\n\n"
    "The old versions of the files are kept in .aptix/, for the last 200 transactions and at most 512 MiB, but always "
    "for the newest.";

constexpr std::string_view kHonestText =
    "Files are renamed into place one after the other. A process that reads several files in the middle of a run may "
    "therefore see some old and some new. After a crash and the recovery nobody does: recovery brings back the old "
    "files, because the command had not reported success. On disk a transaction is complete when the command returns, "
    "unless --no-sync was given.\n\n"
    "When a transaction is done but standard output cannot be written to, the exit code is 0, because the tree has "
    "changed, and a line on standard error names the transaction. In every other case output that cannot be written is "
    "exit code 5. A reader that goes away early is not an error.";

constexpr std::string_view kStreamsText =
    "Results go to standard output, everything else to standard error. With --json standard output holds one JSON "
    "object, on success and on failure: {\"schemaVersion\", \"successful\", \"result\", \"errors\", \"warnings\"}. "
    "Each error and warning has an errorCode from the list below and a message and, where they are known, a hint, a "
    "path, a place in the input, the nearest places in the file, and details. Fields may be added in later versions, "
    "never changed. With --diff standard output holds only the diff, and the summary goes to standard error.\n\n"
    "Text from documents and files is shown with control and bidirectional characters escaped; a diff, and a file that "
    "is read, is exact unless standard output is a terminal.";

constexpr std::string_view kConfigurationText =
    "Configuration is TOML: the user's file first, then the one of the workspace, then the environment, then the "
    "options. A file has at most 16 KiB. The keys, with their defaults; those after a '#' have none:";

constexpr std::string_view kManualKeys =
    "strict = false\n"
    "# repository = \"NAME\"            the first part of every docPath\n"
    "[log]\n"
    "keep_transactions = 200\n"
    "keep_bytes = \"512M\"\n"
    "keep_days = 0                   # any age\n"
    "keep_checkpoints = 20\n"
    "[limits]                        # 0: no limit\n"
    "max_input = \"256M\"\n"
    "max_files = 100000\n"
    "max_edits = 1000000\n"
    "max_file = \"4G\"\n"
    "max_result = \"4G\"\n"
    "max_growth = 16\n"
    "[session]                       # 0: no limit\n"
    "read_tokens = 0\n"
    "write_files = 0\n"
    "write_bytes = 0\n"
    "[policy]                        # see aptix-policy-list(1)\n"
    "approvals = \"tools\"             # or \"always\", \"never\"\n"
    "deny_read = []\n"
    "deny_write = []\n"
    "# allow_write = [\"src/**\"]\n"
    "# sensitive = [\"deploy/**\"]\n"
    "# command_line = [\"*.pem\"]\n"
    "[tags]                          # see aptix-files(1)\n"
    "# \"docs/**\" = \"doc\"\n"
    "# [profile.NAME]                see aptix-context(1)\n"
    "# lines = 400\n"
    "# call_tokens = 8000\n"
    "# session_tokens = 100000\n"
    "# whole = true\n"
    "# diff = true\n"
    "[verify]                        # a workspace's is run with --verify-workspace alone\n"
    "# command = \"make test\"         # see --verify\n"
    "timeout = 600                   # in seconds\n"
    "[check]                         # only in the user's file; see --check-syntax\n"
    "# \"*.py\" = \"python3 -m py_compile\"\n"
    "# \"*.json\" = [\"jq\", \"empty\"]\n"
    "[summarizer]                    # only in the user's file; see aptix-summarize(1)\n"
    "# command = [\"PROGRAM\", \"ARGUMENT\"]\n"
    "timeout = 10                    # seconds\n"
    "[cloud]                         # only in the user's file\n"
    "# file = \"/path/to/set.db\"\n"
    "# url = \"postgresql://host/name\" instead of a file; see aptix-cloud-helper(7)\n"
    "tls = \"verified\"                # or \"unverified\": whoever answers at the address is believed\n"
    "[trust]                         # only in the user's file: whose state folders are believed, besides one's own\n"
    "owners = []\n";

constexpr std::string_view kLimitsText =
    "Each run has limits, so that a hostile or broken answer cannot fill the disk. Each limit has an option and a "
    "configuration key; 0 lifts it. An input that asks for more is refused as a whole (limit.exceeded). JSON may be "
    "nested 64 deep.";

std::string limit_options() {
  std::string out;
  for (const SharedOption& shared : shared_options())
    if ((shared.bit & kLimits) != 0)
      out += fmt::format(".TP\n{}\n{}", option_term(shared.option), sentence(shared.option.help));
  return out;
}

}  // namespace

std::string page_name(const Command& command) {
  std::string name = fmt::format("aptix-{}", command.name);
  for (char& c : name)
    if (c == ' ') c = '-';
  return name;
}

std::string command_page(const Command& command) {
  std::string name = page_name(command);
  std::string out = header(name);
  out += fmt::format(".SH NAME\n{} \\- {}\n", roff(name), roff(command.summary));
  out += fmt::format(".SH SYNOPSIS\n.B aptix {}\n[\\fIOPTION\\fR...]", roff(command.name));
  out += command.operands.empty() ? "\n" : fmt::format(" {}\n", roff(command.operands));
  out += ".SH DESCRIPTION\n" + paragraphs(command.description);
  out += ".SH OPTIONS\n";
  for_each_option(command, [&](const Option& option) {
    if (!option.hidden) out += fmt::format(".TP\n{}\n{}", option_term(option), sentence(option.help));
  });
  out += ".SH EXIT STATUS\n";
  out += command.exit_codes == ExitCodes::git
      ? "0 applied, 1 does not apply, 128 cannot be read or refused, 129 wrong command line.\n"
      : "As in\n.BR aptix (1).\n";
  out += ".SH EXAMPLES\n" + examples(command);
  out += ".SH SEE ALSO\n.BR aptix (1)\n";
  return out;
}

std::string main_page() {
  std::string out = header("aptix");
  out += ".SH NAME\naptix \\- apply the edits in a language model's answer, all or none\n";
  out += ".SH SYNOPSIS\n.B aptix\n[\\fIOPTION\\fR...] \\fICOMMAND\\fR [\\fIARGUMENT\\fR...]\n";
  out += ".SH DESCRIPTION\n" + paragraphs(kIntroductionText);
  out += ".SH COMMANDS\n" + command_list();
  out += ".SH FORMS\nThe forms of edits that are read, with a short example of each:\n" + form_table();
  out += ".SH OUTPUT\n" + paragraphs(kStreamsText);
  out += ".SH UNDO\n" + paragraphs(kUndoText);
  out += ".SH LIMITS\n" + paragraphs(kLimitsText) + limit_options();
  out += ".SH CONFIGURATION\n" + paragraphs(kConfigurationText) + ".PP\n.nf\n" + roff(kManualKeys) + ".fi\n";
  out += ".SH EXIT STATUS\n" + list(kExitCodes);
  out +=
      ".PP\nWhen several errors occur, the exit code is the largest among 1, 3 and 4 that one of them has; any other "
      "code outranks these.\n";
  out += ".SH ENVIRONMENT\n" + list(kEnvironment);
  out += ".SH FILES\n" + list(kFiles);
  out += ".SH ERRORS\nThe codes of errors and warnings, with the exit code of each:\n" + error_table();
  out += ".SH EXAMPLES\n" + examples(*find_command("bundle apply"));
  out += ".SH NOTES\n" + paragraphs(kHonestText);
  out += ".SH SEE ALSO\n.BR git\\-apply (1)\n";
  return out;
}

}  // namespace aptix::app
