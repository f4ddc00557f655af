#include "tools/several_roots.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>

#include "base/json/json_writer.h"
#include "base/json/record.h"
#include "base/text/text.h"
#include "base/text/trim.h"
#include "ops/tools/copy.h"

namespace aptix::app {
namespace {

std::string_view last_name(std::string_view root) { return root.substr(root.rfind('/') + 1); }

std::optional<json::Value> result_in(const std::optional<json::Document>& document) {
  return document ? json::member(document->root(), "result", json::Type::object) : std::nullopt;
}

bool is_successful(const json::Document& document) {
  auto done = json::member(document.root(), "successful", json::Type::boolean);
  return done && done->boolean();
}

std::vector<std::string_view> error_codes(const json::Document& document) {
  std::vector<std::string_view> codes;
  if (auto errors = json::member(document.root(), "errors", json::Type::array))
    for (json::Value error : *errors) codes.push_back(json::text_member(error, "errorCode").value_or(""));
  return codes;
}

// A change that has to wait for a person fits as well.
bool fits(const json::Document& document) {
  if (is_successful(document)) return true;
  std::vector<std::string_view> codes = error_codes(document);
  return !codes.empty() && std::ranges::all_of(codes, [](auto code) { return code == "policy.approval_needed"; });
}

bool has_the_files(const json::Document& document) {
  return std::ranges::none_of(error_codes(document),
      [](std::string_view code) { return code == "file.missing" || code.starts_with("path.") || code == "usage"; });
}

std::string first_message(const json::Document& document) {
  auto errors = json::member(document.root(), "errors", json::Type::array);
  if (!errors || errors->size() == 0) return {};
  return excerpt_for_display(json::text_member(*errors->begin(), "message").value_or(""));
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

// "": without it.
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

// One object with what the lists below the roots have: the arrays after each other, the numbers added up.
class Combined {
 public:
  void add(const json::Value& result, uint64_t most) {
    for (std::string_view key : {"count", "bytes", "total"})
      if (auto number = json::number_member(result, key)) numbers_[key] += *number;
    for (std::string_view key : {"files", "hits"})
      if (auto list = json::member(result, key, json::Type::array)) {
        list_key_ = key;
        for (json::Value one : *list) {
          if (most-- == 0) return;
          json::Writer w;
          ops::write_value(w, one);
          items_.push_back(w.take());
          last_ = std::string(json::text_member(one, "path").value_or(""));
        }
      }
  }
  uint64_t listed() const { return items_.size(); }
  uint64_t number(std::string_view key) { return numbers_[key]; }
  const std::string& last_path() const { return last_; }

  std::string envelope(const std::string& next) const {
    return json::object([&](json::Writer& w) {
      w.field("successful", true).key("result").begin_object();
      for (const auto& [key, number] : numbers_) w.field(key, number);
      w.key(list_key_).begin_array();
      for (const std::string& item : items_) w.raw(item);
      w.end_array();
      if (!next.empty()) w.field("next", next);
      w.end_object().key("errors").begin_array().end_array().key("warnings").begin_array().end_array();
    });
  }

 private:
  std::map<std::string_view, uint64_t> numbers_;
  std::string_view list_key_ = "files";
  std::vector<std::string> items_;
  std::string last_;
};

// A value once more, each path in it absolute.
void write_rooted(json::Writer& w, const json::Value& value, const std::string& root, const std::string& name) {
  if (value.type() == json::Type::array) {
    w.begin_array();
    for (json::Value one : value) write_rooted(w, one, root, name);
    w.end_array();
    return;
  }
  if (value.type() != json::Type::object) return ops::write_value(w, value);
  w.begin_object();
  for (auto it = value.begin(); it != value.end(); ++it) {
    std::string_view key = it.member().key;
    json::Value member = *it;
    w.key(key);
    bool has_text = member.type() == json::Type::string || member.type() == json::Type::number;
    bool is_path = key == "path" && member.type() == json::Type::string && !member.text().starts_with('/');
    if (is_path) w.value(fmt::format("{}/{}", root, member.text()));
    else if (key == "transaction" && has_text) w.value(fmt::format("{}:{}", name, member.text()));
    else write_rooted(w, member, root, name);
  }
  w.end_object();
}

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
    std::string envelope = try_below(root, tried);
    auto document = json::read_record(envelope);
    if (!document) continue;
    if (fits(*document)) fitting.push_back(root);
    else if (has_the_files(*document)) known.push_back(root);
    if (!fits(*document)) why += fmt::format("; {}: {}", escape_for_display(root), first_message(*document));
  }
  if (fitting.size() == 1) return fitting.front();
  if (fitting.empty() && known.size() == 1) return known.front();
  if (fitting.empty())
    return fail(usage("the edits fit below none of the roots" + why, "name each file by its absolute path"));
  return fail(usage(
      "the edits fit below several of the roots: " + list_of_roots(fitting), "name each file by its absolute path"));
}

std::string root_that_knows(const Roots& roots, const ops::ToolCall& call, const RunBelow& run) {
  for (const std::string& root : roots) {
    std::string envelope = run(root, call);
    auto document = json::read_record(envelope);
    if (document && is_successful(*document)) return root;
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
    if (is_paged || is_search) set_option(*below, "max", std::to_string(std::max<uint64_t>(left, 1)));
    std::string envelope = run(root, *below);
    auto document = json::read_record(envelope);
    auto result = result_in(document);
    if (!document || !result || !is_successful(*document)) return envelope;
    passed += json::number_member(*result, "total").value_or(0);
    std::string told = told_of_root(envelope, roots, root);
    auto rooted = json::read_record(told);
    all.add(*result_in(rooted), left);
    more |= begun && (result->find("next").has_value() || (left == 0 && json::number_member(*result, "count") > 0u));
  }
  if (is_search) {
    uint64_t next = skip + all.listed();
    return all.envelope(next < all.number("total") && all.listed() > 0 ? std::to_string(next) : "");
  }
  return all.envelope(more ? all.last_path() : "");
}

std::string told_of_root(const std::string& envelope, const Roots& roots, const std::string& root) {
  auto document = json::read_record(envelope);
  if (!document) return envelope;
  json::Writer w;
  write_rooted(w, document->root(), root, root_name(roots, root));
  return w.take();
}

}  // namespace aptix::app
