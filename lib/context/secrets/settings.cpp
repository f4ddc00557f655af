#include "context/secrets/settings.h"

#include <algorithm>

#include "base/text/ascii.h"
#include "base/text/bytes.h"
#include "base/text/trim.h"

namespace aptix::context::secrets {
namespace {

// "tokens+1", "name+#0"
bool is_sum(std::string_view value) {
  constexpr size_t kMostDigits = 4;
  size_t sign = value.find_last_of("+*");
  if (sign == std::string_view::npos || sign == 0 || value.size() - sign > kMostDigits + 1) return false;
  return value.find_first_not_of("#0123456789", sign + 1) == std::string_view::npos;
}

// "PERM_14", "^PERM_14"
bool is_constant(std::string_view value) {
  auto is_part = [](char c) { return is_capital_letter(c) || is_digit(c) || c == '_' || c == '^'; };
  return value.find('_') != std::string_view::npos && std::all_of(value.begin(), value.end(), is_part);
}

// "api_key", "oauth2Token", "v2": a name of code rather than a part of a key.
bool is_of_names(std::string_view part) {
  constexpr size_t kMostDigits = 3, kLongest = 16;
  auto digits = static_cast<size_t>(std::count_if(part.begin(), part.end(), is_digit));
  size_t last = part.find_last_not_of("0123456789");
  if (digits > kMostDigits) return false;
  if (last == std::string_view::npos) return !part.empty();  // of a version
  if (is_digit(part.front())) return false;
  return last + 1 + digits == part.size() || part.size() < kLongest;
}

// Nothing but a space stands before it.
bool stands_alone(const Setting& setting) {
  return setting.before.empty() || setting.before.ends_with(' ') || setting.before.ends_with('\t');
}

// "config.api_key", "keys/1.txt"
bool is_member(std::string_view value) {
  if (value.find('/') != std::string_view::npos) return true;
  for (std::string_view part : split(value, '.'))
    if (!is_of_names(part)) return false;
  return true;
}

}  // namespace

bool has_both(std::string_view value) {
  return std::any_of(value.begin(), value.end(), is_digit) && std::any_of(value.begin(), value.end(), is_letter);
}

bool opens_setting(std::string_view before) {
  constexpr std::string_view kWordsBefore[] = {"export ", "ENV ", "ARG ", "set "};
  bool of_npm = before.starts_with("//") && before.ends_with(':') && before.find(' ') == std::string_view::npos;
  return before.empty() || of_npm || is_one_of(kWordsBefore, before) ||
      (before.ends_with("- ") && before.find_first_not_of(' ') == before.size() - 2);
}

bool is_setting(const Setting& setting) {
  std::string_view value = setting.value;
  if (value.size() < 3 || value.find_first_not_of("0123456789.") == std::string_view::npos) return false;
  if (value.find("::") != std::string_view::npos || value.find("->") != std::string_view::npos) return false;
  if (!setting.tight && (is_sum(value) || is_constant(value))) return false;
  bool opens = opens_setting(setting.before), alone = stands_alone(setting);
  bool dotted = value.find('.') != std::string_view::npos;
  std::string_view before = trim(setting.before);
  if (dotted && (before == "-" || opens_setting(before)) && has_both(value) && !is_member(value)) return true;
  if (has_both(value) && !dotted) return true;
  return setting.tight && (opens || (setting.capitals && alone)) && (!dotted || (setting.any_value && has_both(value)));
}

bool is_plain_word(const Setting& setting) {
  constexpr std::string_view kTypes[] = {"string", "number", "boolean", "object", "unknown", "symbol", "bigint",
      "integer", "varchar", "secretstr", "buffer", "bytes", "password"};
  std::string_view value = setting.value;
  if (value.size() < 6 || !std::all_of(value.begin(), value.end(), is_small_letter) || is_one_of(kTypes, value))
    return false;
  return setting.colon && setting.before.find_first_not_of(" -\"'") == std::string_view::npos;
}

bool is_odd_value(const Setting& setting) {
  constexpr size_t kLeast = 5;
  std::string_view value = setting.value;
  std::string_view before = trim(setting.before);
  if (value.size() < kLeast || !has_both(value) || !(before == "-" || opens_setting(before))) return false;
  if (value.find_first_of(" \t\"'`()[]{}<>\\|") != std::string_view::npos) return false;
  if (std::string_view("$@&*!.-").find(value.front()) != std::string_view::npos) return false;
  if (value.ends_with(',') || value.ends_with(';')) return false;
  // Sums, members and lists are code where spaces stand around the sign.
  return value.find_first_of(setting.tight ? "!@#$%^~?;,&*+"
                 : setting.colon           ? "!@#$^~?;"
                                           : "!@#$^~?") != std::string_view::npos;
}

bool is_part_of_connection(const Setting& setting, std::string_view after) {
  size_t end = after.find_first_of("=;\"'");
  return setting.tight && setting.before.ends_with(';') && !setting.value.empty() && end != std::string_view::npos &&
      after[end] != '=';
}

bool is_one_of_many(const Setting& setting, std::string_view after) {
  constexpr std::string_view kOperators[] = {"if", "or", "and", "else", "in", "is", "not", "then", "for", "as", "=",
      "==", "!=", "+", "-", "*", "/", "<", ">", "<=", ">=", "&&", "||", "?", ":"};
  std::string_view next = trim(after);
  next = next.substr(0, next.find_first_of(" \t"));
  bool given = has_both(setting.value) || (setting.capitals && setting.any_value);
  return setting.tight && stands_alone(setting) && given && !is_one_of(kOperators, next);
}

}  // namespace aptix::context::secrets
