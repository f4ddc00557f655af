// The table, and one comparison for each shape of its globs: thousands of paths are asked about in a run.
#include "policy/sensitive.h"

#include <algorithm>

#include "base/text/text.h"
#include "base/text/trim.h"

namespace aptix::policy {
namespace {

constexpr std::string_view kHolds = "may hold credentials";
constexpr std::string_view kRuns = "is run by other programs on their own";

// In lower case. A name, `*` and the end of one, the beginning of one and `*`, or folders with a name or `**`.
constexpr SensitiveRule kDefaults[] = {
    {".env", kHolds},
    {".env.*", kHolds},
    {"id_rsa", kHolds},
    {"id_dsa", kHolds},
    {"id_ecdsa", kHolds},
    {"id_ed25519", kHolds},
    {"*.pem", kHolds},
    {"*.key", kHolds},
    {"*.p12", kHolds},
    {"*.pfx", kHolds},
    {"*.jks", kHolds},
    {"*.keystore", kHolds},
    {"*.kdbx", kHolds},
    {".netrc", kHolds},
    {".npmrc", kHolds},
    {".pypirc", kHolds},
    {".envrc", kRuns},
    {".husky/**", kRuns},
    {".githooks/**", kRuns},
    {".vscode/tasks.json", kRuns},
    {".github/workflows/**", kRuns},
    {".gitlab-ci.yml", kRuns},
};

// What shows how a file of settings is to look.
constexpr std::string_view kSamples[] = {".example", ".sample", ".template"};

bool is_sample(std::string_view name) {
  return name.starts_with(".env.") &&
      std::any_of(std::begin(kSamples), std::end(kSamples), [&](std::string_view end) { return name.ends_with(end); });
}

bool holds(std::string_view glob, std::string_view path, std::string_view name) {
  if (glob.starts_with('*')) return name.ends_with(glob.substr(1));
  bool begins = glob.ends_with('*');
  bool names_folder = glob.find('/') != std::string_view::npos;
  if (!names_folder && begins) return name.starts_with(glob.substr(0, glob.size() - 1));
  if (!names_folder) return name == glob;
  if (begins) glob.remove_suffix(2);
  for (size_t at = path.find(glob); at != std::string_view::npos; at = path.find(glob, at + 1)) {
    size_t end = at + glob.size();
    if ((at == 0 || path[at - 1] == '/') && (begins ? end < path.size() : end == path.size())) return true;
  }
  return false;
}

}  // namespace

std::span<const SensitiveRule> sensitive_defaults() { return kDefaults; }

const SensitiveRule* sensitive_by_default(std::string_view path) {
  std::string folded = folded_path(path);
  std::string_view name = base_name(folded);
  for (const SensitiveRule& rule : kDefaults)
    if (holds(rule.glob, folded, name)) return is_sample(name) && rule.glob == ".env.*" ? nullptr : &rule;
  return nullptr;
}

std::string folded_path(std::string_view path) {
  std::string folded = fold_compatible(path);
  std::string out;
  out.reserve(folded.size());
  for (size_t start = 0; start <= folded.size();) {
    size_t slash = std::min(folded.find('/', start), folded.size());
    std::string_view name = std::string_view(folded).substr(start, slash - start);
    size_t last = name.find_last_not_of(". ");
    if (last != std::string_view::npos) name = name.substr(0, last + 1);
    if (start != 0) out += '/';
    out += name;
    start = slash + 1;
  }
  return out;
}

}  // namespace aptix::policy
