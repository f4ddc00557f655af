// Credentials in the text that a change brings, from pieces that tell what is new.
#include "context/redact.h"

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

#include "model/change_set.h"

using aptix::Diagnostic;
using aptix::FileChange;
using aptix::RelPath;

namespace {

const std::string kToken = "ghp_16C7e42F292c6912E7710c838347Ae178B4a";

std::vector<std::string> told_of(std::string_view old, std::vector<std::string_view> pieces) {
  FileChange change{.path = *RelPath::parse("a.txt")};
  change.before.exists = true;
  change.before.bytes = change.compared_with = old;
  change.after_exists = true;
  change.pieces = std::move(pieces);
  std::vector<std::string> told;
  for (const Diagnostic& one : aptix::context::new_secrets(change)) told.push_back(one.message);
  return told;
}

const std::vector<std::string> kOnLine2 = {
    "the change adds what looks like a credential (github-token) to 'a.txt', line 2"};

}  // namespace

TEST_CASE("a credential that comes into a line is told with the number of the line") {
  std::string_view old = "first\ntoken = ''\nlast\n";
  CHECK(told_of(old, {old.substr(0, 15), kToken, old.substr(15)}) == kOnLine2);
}

TEST_CASE("a credential of which the first part was there is one when its rest comes") {
  std::string old = "first\n" + kToken.substr(0, 20) + "\nlast\n";
  CHECK(told_of(old,
            {std::string_view(old).substr(0, 26), std::string_view(kToken).substr(20),
                std::string_view(old).substr(26)}) == kOnLine2);
}

TEST_CASE("a credential that stays beside new text is not told") {
  std::string old = "first\n" + kToken + "\nlast\n";
  CHECK(told_of(old, {std::string_view(old).substr(0, 6), "new ", std::string_view(old).substr(6)}).empty());
}

TEST_CASE("old text between two new ones is looked at with both of them") {
  for (size_t size : {1, 100, 255, 256, 257, 511, 512, 513, 600}) {
    std::string old = "first\n" + std::string(size, ' ') + "last";
    std::string_view view = old;
    CHECK(told_of(old, {view.substr(0, 6), "a", view.substr(6, size), kToken, view.substr(6 + size)}) == kOnLine2);
  }
}

namespace {

std::string redaction_told(std::string_view old, std::vector<std::string_view> pieces) {
  FileChange change{.path = *RelPath::parse("a.txt")};
  change.before.exists = true;
  change.before.bytes = change.compared_with = old;
  change.after_exists = true;
  change.pieces = std::move(pieces);
  auto told = aptix::context::new_redaction(change);
  return told ? told->message : "";
}

}  // namespace

TEST_CASE("a word for a credential that the file did not have is told with its line") {
  std::string_view old = "first\nkey = 'x'\n[redacted: password] is what is shown\n";
  CHECK(redaction_told(old, {"first\nkey = '[redacted: high-entropy]'\n[redacted: password] is what is shown\n"}) ==
      "line 2 of the new 'a.txt' has '[redacted: high-entropy]', which replaces a credential in what you were shown");
  CHECK(redaction_told(old, {old, "[redacted: aws-access-key]"}) ==
      "line 4 of the new 'a.txt' has '[redacted: aws-access-key]', which replaces a credential in what you were shown");
}

TEST_CASE("a word for a credential that the file has, and what is not one, is not told") {
  std::string_view old = "[redacted: password] is what is shown\n";
  CHECK(redaction_told(old, {"new\n", old}).empty());
  CHECK(redaction_told(old, {"'[redacted: password]' is shown\n"}).empty());
  CHECK(redaction_told(old, {old, "[redacted: ] [redacted: KIND] [redacted: it is] [redacted: x\n]"}).empty());
}
