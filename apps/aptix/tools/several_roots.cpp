#include "tools/several_roots.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>

#include "base/json/json_writer.h"
#include "base/text/text.h"
#include "base/text/trim.h"
#include "ops/tools/copy.h"
#include "ops/tools/envelope.h"
#include "ops/tools/tool_hint.h"

namespace aptix::app {
namespace {

std::string_view last_name(std::string_view root) { return root.substr(root.rfind('/') + 1); }

// A change that must wait for a person applies, too.
bool fits(const ops::Envelope& said) {
  auto waits = [](const json::Value& error) { return ops::code_of(error) == Code::policy_approval_needed; };
  std::vector<json::Value> errors = said.errors();
  return said.successful() || (!errors.empty() && std::ranges::all_of(errors, waits));
}

bool has_the_files(const ops::Envelope& said) {
  return std::ranges::none_of(said.errors(), [](const json::Value& error) {
    std::string code = ops::text_in(error, "errorCode");
    return code == "file.missing" || code.starts_with("path.") || code == "usage";
  });
}

std::string first_message(const ops::Envelope& said) {
  std::vector<json::Value> errors = said.errors();
  return errors.empty() ? "" : excerpt_for_display(ops::text_in(errors.front(), "message"));
}

Error usage(std::string message, std::string hint) {
  return make_error(Code::usage, std::move(message), std::move(hint));
}

// The value of an option "--max=20" of the call.
std::optional<std::string> option_in(const ops::ToolCall& call, std::string_view name) {
  std::string head = fmt::format("--{}=", name);
  for (const std::string& option : call.options)
    if (option.starts_with(head)) return option.substr(head.size());
  return std::nullopt;
}

// "" removes the option.
void set_option(ops::ToolCall& call, std::string_view name, const std::string& value) {
  std::string head = fmt::format("--{}=", name);
  std::erase_if(call.options, [&](const std::string& option) { return option.starts_with(head); });
  if (!value.empty()) call.options.push_back(head + value);
}

uint64_t number_in(const ops::ToolCall& call, std::string_view name, uint64_t otherwise) {
  std::string text = option_in(call, name).value_or("");
  uint64_t value = 0;
  bool known = !text.empty() && std::from_chars(text.data(), text.data() + text.size(), value).ec == std::errc();
  return known ? value : otherwise;
}

// Combines the lists of several roots: appends arrays, adds numbers.
class Combined {
 public:
  void add(const ops::Envelope& said) {
    auto copy_of = [](const json::Value& value) {
      json::Writer w;
      ops::write_value(w, value);
      return w.take();
    };
    for (const json::Value& warning : said.warnings()) warnings_.push_back(copy_of(warning));
    for (std::string_view key : {"count", "bytes", "total"})
      if (auto number = json::number_member(*said.result(), key)) numbers_[key] += *number;
    for (std::string_view key : {"files", "hits"})
      for (const json::Value& one : said.list(key)) {
        list_key_ = key;
        items_.push_back(copy_of(one));
        last_ = ops::text_in(one, "path");
      }
  }
  uint64_t listed() const { return items_.size(); }
  uint64_t number(std::string_view key) { return numbers_[key]; }
  const std::string& last_path() const { return last_; }

  std::string envelope(const std::string& next) const {
    auto write_all = [](json::Writer& w, const std::vector<std::string>& list) {
      w.begin_array();
      for (const std::string& item : list) w.raw(item);
      w.end_array();
    };
    return json::object([&](json::Writer& w) {
      w.field("successful", true).key("result").begin_object();
      for (const auto& [key, number] : numbers_) w.field(key, number);
      write_all(w.key(list_key_), items_);
      if (!next.empty()) w.field("next", next);
      w.end_object().key("errors").begin_array().end_array();
      write_all(w.key("warnings"), warnings_);
    });
  }

 private:
  std::map<std::string_view, uint64_t> numbers_;
  std::string_view list_key_ = "files";
  std::vector<std::string> items_, warnings_;
  std::string last_;
};

// Copies a value with absolute paths; `base` is what relative paths refer to, except in hints.
class Rooted {
 public:
  Rooted(std::string base, std::string root, std::string name)
      : base_(std::move(base)),
        root_(std::move(root)),
        name_(std::move(name)) {}

  void write(json::Writer& w, const json::Value& value) const {
    if (value.type() == json::Type::array) {
      w.begin_array();
      for (json::Value one : value) write(w, one);
      w.end_array();
      return;
    }
    if (value.type() != json::Type::object) return ops::write_value(w, value);
    bool of_file = value.find("path").has_value();
    w.begin_object();
    for (auto it = value.begin(); it != value.end(); ++it) {
      std::string_view key = it.member().key;
      json::Value member = *it;
      w.key(key);
      bool is_text = member.type() == json::Type::string;
      if (is_text && (key == "path" || (key == "from" && of_file))) w.value(absolute(member.text()));
      else if (key == "paths") write_paths(w, member);
      else if (is_text && key == "hint") w.value(ops::rooted_hint(member.text(), root_, name_));
      else if (key == "transaction" && (is_text || member.type() == json::Type::number))
        w.value(fmt::format("{}:{}", name_, member.text()));
      else write(w, member);
    }
    w.end_object();
  }

 private:
  std::string absolute(std::string_view path) const {
    return path.starts_with('/') ? std::string(path) : fmt::format("{}/{}", base_, path);
  }

  void write_paths(json::Writer& w, const json::Value& list) const {
    if (list.type() != json::Type::array) return write(w, list);
    w.begin_array();
    for (json::Value one : list)
      if (one.type() == json::Type::string) w.value(absolute(one.text()));
      else write(w, one);
    w.end_array();
  }

  std::string base_, root_, name_;
};

}  // namespace

std::string root_name(const Roots& roots, std::string_view root) {
  auto same = std::ranges::count_if(roots, [&](const std::string& one) { return last_name(one) == last_name(root); });
  return std::string(same > 1 || last_name(root).empty() ? root : last_name(root));
}

std::string list_of_roots(const Roots& roots) {
  std::string list;
  for (const std::string& root : roots) list += (list.empty() ? "" : ", ") + escape_for_display(root);
  return list;
}

Result<std::string> take_root_off(const Roots& roots, std::string& transaction) {
  size_t colon = transaction.rfind(':');
  std::string name = transaction.substr(0, std::min(colon, transaction.size()));
  for (const std::string& root : roots)
    if (colon != std::string::npos && root_name(roots, root) == name) {
      transaction.erase(0, colon + 1);
      return root;
    }
  if (roots.size() == 1) return roots.front();
  std::string example = root_name(roots, roots.front());
  return fail(usage("there are several roots, each with transactions of its own: " + list_of_roots(roots),
      fmt::format("give 'transaction' as the result of the edit has it, with the root: \"{}:7\"", example)));
}

Result<std::string> root_of_document(const Roots& roots, const ops::ToolCall& call, const RunBelow& try_below) {
  Roots fitting, known;
  std::string why;
  ops::ToolCall tried = call;
  if (std::ranges::find(tried.options, "--dry-run") == tried.options.end()) tried.options.emplace_back("--dry-run");
  for (const std::string& root : roots) {
    std::string printed = try_below(root, tried);
    ops::Envelope said(printed);
    if (!said) continue;
    if (fits(said)) {
      fitting.push_back(root);
      continue;
    }
    if (has_the_files(said)) known.push_back(root);
    why += fmt::format("; {}: {}", escape_for_display(root), first_message(said));
  }
  if (fitting.size() == 1) return fitting.front();
  if (fitting.empty() && known.size() == 1) return known.front();
  if (fitting.empty())
    return fail(usage("the edits do not fit below any of the roots" + why, "name each file by its absolute path"));
  return fail(usage(
      "the edits fit below several of the roots: " + list_of_roots(fitting), "name each file by its absolute path"));
}

std::string root_that_knows(const Roots& roots, const ops::ToolCall& call, const RunBelow& run) {
  for (const std::string& root : roots) {
    std::string printed = run(root, call);
    if (ops::Envelope(printed).successful()) return root;
  }
  return roots.front();
}

std::optional<ops::ToolCall> call_below(const Roots& roots, const std::string& root, ops::ToolCall call) {
  auto first = call.operands.begin() + (call.command == "search" ? 1 : 0);
  bool had_any = std::any_of(first, call.operands.end(), [](const auto& glob) { return !glob.starts_with('!'); });
  auto is_elsewhere = [&](const std::string& glob) {
    std::string_view path = std::string_view(glob).substr(glob.starts_with('!') ? 1 : 0);
    auto leads_into = [&](const std::string& one) { return path == one || path.starts_with(one + "/"); };
    return !leads_into(root) && std::ranges::any_of(roots, leads_into);
  };
  call.operands.erase(std::remove_if(first, call.operands.end(), is_elsewhere), call.operands.end());
  first = call.operands.begin() + (call.command == "search" ? 1 : 0);
  for (auto glob = first; glob != call.operands.end(); ++glob) {
    std::string sign = glob->starts_with('!') ? "!" : "";
    if (glob->substr(sign.size()) == root) *glob = sign + "**";
    else if (glob->substr(sign.size()).starts_with(root + "/"))
      *glob = sign + glob->substr(sign.size() + root.size() + 1);
  }
  bool has_any = std::any_of(first, call.operands.end(), [](const auto& glob) { return !glob.starts_with('!'); });
  if (had_any && !has_any) return std::nullopt;
  return call;
}

std::string list_below_each(const Roots& roots, const ops::ToolCall& call, const RunBelow& run) {
  Combined all;
  uint64_t most = number_in(call, "max", UINT64_MAX), skip = number_in(call, "skip", 0), passed = 0;
  std::string after = option_in(call, "after").value_or("");
  bool is_paged = call.command == "files", is_search = call.command == "search";
  bool begun = after.empty(), more = false;
  for (const std::string& root : roots) {
    auto below = call_below(roots, root, call);
    bool resumes = !begun && after.starts_with(root + "/");
    begun |= resumes;
    if (!below) continue;
    uint64_t left = begun ? most - std::min(most, all.listed()) : 0;
    if (is_paged) set_option(*below, "after", resumes ? after.substr(root.size() + 1) : "");
    if (is_search) set_option(*below, "skip", std::to_string(skip - std::min(skip, passed)));
    // A root that is not on the page shows nothing, so nothing counts as read.
    if (is_paged || is_search) set_option(*below, "max", std::to_string(left));
    std::string told = told_of_root(run(root, *below), roots, root, root);
    ops::Envelope said(told);
    if (!said.successful() || !said.result()) return told;
    passed += json::number_member(*said.result(), "total").value_or(0);
    all.add(said);
    bool is_beyond = left == 0 && json::number_member(*said.result(), "count") > 0u;
    more |= begun && (said.result()->find("next") || is_beyond);
  }
  if (is_search) {
    uint64_t next = skip + all.listed();
    return all.envelope(next < all.number("total") && all.listed() > 0 ? std::to_string(next) : "");
  }
  return all.envelope(more ? all.last_path() : "");
}

std::string told_of_root(
    const std::string& printed, const Roots& roots, const std::string& root, const std::string& base) {
  ops::Envelope said(printed);
  if (!said) return printed;
  json::Writer w;
  Rooted(base, root, root_name(roots, root)).write(w, said.root());
  return w.take();
}

}  // namespace aptix::app
