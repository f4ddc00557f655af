#include "model/change_set.h"

#include <doctest/doctest.h>

using namespace aptix;

namespace {

ChangeSet with_outcomes(std::vector<std::vector<EditStatus>> files) {
  ChangeSet set;
  for (const std::vector<EditStatus>& edits : files) {
    FileOutcome& outcome = set.outcomes.emplace_back();
    for (EditStatus status : edits) outcome.edits.emplace_back().status = status;
  }
  return set;
}

FileChange change(std::string_view path, std::optional<std::string_view> before, std::vector<std::string_view> pieces) {
  FileChange result{.path = *RelPath::parse(path)};
  result.before.exists = before.has_value();
  result.before.bytes = before.value_or("");
  result.after_exists = !pieces.empty();
  for (std::string_view piece : pieces) result.after_size += piece.size();
  result.pieces = std::move(pieces);
  return result;
}

}  // namespace

TEST_CASE("a set is complete when no edit was a no-op or failed") {
  CHECK(with_outcomes({}).complete());
  CHECK(with_outcomes({{EditStatus::applied, EditStatus::already}, {}}).complete());
  CHECK_FALSE(with_outcomes({{EditStatus::applied}, {EditStatus::applied, EditStatus::noop}}).complete());
  CHECK_FALSE(with_outcomes({{EditStatus::failed}}).complete());
}

TEST_CASE("an edit in place, or a file operation without edits, is an effect") {
  CHECK_FALSE(with_outcomes({}).any_effect());
  CHECK_FALSE(with_outcomes({{EditStatus::noop}, {EditStatus::failed, EditStatus::noop}}).any_effect());
  CHECK(with_outcomes({{EditStatus::noop, EditStatus::applied}}).any_effect());
  CHECK(with_outcomes({{EditStatus::already}}).any_effect());
  CHECK(with_outcomes({{EditStatus::noop}, {}}).any_effect());
}

TEST_CASE("the postimage is its pieces in order") {
  CHECK(change("a", std::nullopt, {"one ", "", "two"}).after_bytes() == "one two");
  CHECK(change("a", "x", {}).after_bytes() == "");
}

TEST_CASE("both sides are hashed and a side that does not exist stays zero") {
  for (unsigned threads : {0u, 1u, 2u, 64u}) {
    CAPTURE(threads);
    std::string big(3 << 20, 'x');
    ChangeSet set;
    set.changes.push_back(change("new", std::nullopt, {"ab", "c"}));
    set.changes.push_back(change("gone", "abc", {}));
    set.changes.push_back(change("big", big, {big, "y"}));
    for (int i = 0; i < 50; ++i) set.changes.push_back(change("f" + std::to_string(i), "abc", {"ab"}));
    hash_changes(set, threads);
    CHECK(set.changes[0].before_sha == Sha256{});
    CHECK(set.changes[0].after_sha == sha256("abc"));
    CHECK(set.changes[1].before_sha == sha256("abc"));
    CHECK(set.changes[1].after_sha == Sha256{});
    CHECK(set.changes[2].before_sha == sha256(big));
    CHECK(set.changes[2].after_sha == sha256(big + "y"));
    CHECK(set.changes[52].after_sha == sha256("ab"));
  }
}

TEST_CASE("operations, rules and statuses have the words of the report") {
  CHECK(name(Operation::create) == "create");
  CHECK(name(Operation::write) == "replace");
  CHECK(name(Operation::remove) == "delete");
  CHECK(name(Operation::modify) == "patch");
  CHECK(name(Operation::rename) == "rename");
  CHECK(name(Operation::copy) == "copy");
  CHECK(name(Rule::exact) == "exact");
  CHECK(name(Rule::moved) == "moved");
  CHECK(name(Rule::line_ends) == "line_ends");
  CHECK(name(EditStatus::applied) == "applied");
  CHECK(name(EditStatus::already) == "already");
  CHECK(name(EditStatus::noop) == "noop");
  CHECK(name(EditStatus::failed) == "failed");
}
