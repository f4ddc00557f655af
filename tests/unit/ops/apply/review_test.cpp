// Choosing among the edits of a plan, with somebody who answers from a list.
#include "ops/apply/steps.h"

#include <doctest/doctest.h>

#include <deque>
#include <iterator>
#include <random>

#include "base/hash/sha256.h"
#include "base/text/text.h"
#include "diff/read/unified.h"
#include "unit/edit/resolve_fixture.h"

namespace aptix::ops {
namespace {

using test::entry;
using test::hunk;
using test::MemReader;
using test::moved;
using test::of_diff;
using test::once;
using test::whole;

class Scripted final : public Reviewer {
 public:
  explicit Scripted(std::deque<Choice> answers) : answers_(std::move(answers)) {}

  Result<Choice> choose(const Question& question) override {
    asked.push_back(question);
    if (answers_.empty()) return fail(Code::interrupted, "interrupted");
    Choice next = answers_.front();
    answers_.pop_front();
    return next;
  }
  Result<std::optional<uint64_t>> pick(std::span<const BlockReport>) override { return std::optional<uint64_t>(); }
  Result<std::optional<std::string>> rewrite(const RelPath&, std::string_view content) override {
    given = content;
    return saved;
  }
  void tell(const std::vector<Diagnostic>& said) override { told.insert(told.end(), said.begin(), said.end()); }

  std::vector<Question> asked;
  std::vector<Diagnostic> told;
  std::string given;
  std::optional<std::string> saved;

 private:
  std::deque<Choice> answers_;
};

// A plan, its files, and what is left of it after the review.
struct Case {
  Case(std::initializer_list<std::pair<std::string, std::string>> content, std::vector<FileEdit> files)
      : reader(content) {
    plan.files = std::move(files);
  }

  Result<Reviewed> review_with(Reviewer& reviewer) {
    Resolve resolve = [&](const Plan& some) {
      ++resolved;
      return edit::resolve(input, some, reader, {});
    };
    auto all = resolve(plan);
    REQUIRE(all.ok());
    return review(plan, all.value, all.diagnostics.warnings, resolve, reviewer);
  }
  std::string after(const Reviewed& reviewed, std::string_view path) {
    return test::resolved(reader, reviewed.files).after(path);
  }

  Input input{"answer.md", ""};
  MemReader reader;
  Plan plan;
  size_t resolved = 0;  // how often
};

RelPath path(std::string_view text) { return test::path(text); }

}  // namespace

TEST_CASE("entries belong together by their names, their renames and their folders") {
  Plan plan;
  plan.files = {entry(Operation::modify, "a", {once("x", "y")}), entry(Operation::remove, "lib"),
      moved(Operation::rename, "b", "c"), entry(Operation::create, "lib/x/new", {whole("n")}),
      entry(Operation::modify, "c", {once("x", "y")}), entry(Operation::write, "libx", {whole("n")})};
  using Groups = std::vector<std::vector<size_t>>;
  CHECK(related_entries(plan) == Groups{{0}, {1, 3}, {2, 4}, {5}});
}

TEST_CASE("a file that is skipped leaves the plan, the others stay") {
  Case test({{"a", "x\n"}, {"b", "x\n"}},
      {entry(Operation::modify, "a", {once("x", "y")}), entry(Operation::modify, "b", {once("x", "z")})});
  Scripted person({Choice::skip, Choice::take});
  auto done = test.review_with(person);
  REQUIRE(done);
  CHECK(done->any);
  CHECK(test.after(*done, "a") == "(same)");
  CHECK(test.after(*done, "b") == "z\n");
  CHECK(done->left_out == Counts{{path("a"), 1}});
  REQUIRE(person.asked.size() == 2);
  CHECK(person.asked[1].path == "b");
  CHECK(person.asked[1].number == 2);
  CHECK(person.asked[1].count == 2);
  CHECK(person.asked[1].diff == "diff --git a/b b/b\n--- a/b\n+++ b/b\n@@ -1 +1 @@\n-x\n+z\n");
  CHECK_FALSE(person.asked[1].can_split);
}

TEST_CASE("a file that does not change is not asked about, and stays in the plan") {
  Case test({{"a", "x\n"}, {"same", "s\n"}},
      {entry(Operation::write, "same", {whole("s\n")}), entry(Operation::modify, "a", {once("x", "y")})});
  Scripted person({Choice::take});
  auto done = test.review_with(person);
  REQUIRE(done);
  CHECK(person.asked.size() == 1);
  CHECK(person.asked[0].count == 1);
  CHECK(done->files.size() == 2);
}

TEST_CASE("an edit is shown as it lands without those before it that were left out") {
  // The second edit takes the first 'x' when the first edit is not there to take it.
  Case test({{"a", "x1\nx2\n"}}, {entry(Operation::modify, "a", {once("x", "y"), once("x", "z")})});
  Scripted person({Choice::split, Choice::skip, Choice::take});
  auto done = test.review_with(person);
  REQUIRE(done);
  REQUIRE(person.asked.size() == 3);
  CHECK(person.asked[2].diff.find("-x1\n+z1\n x2\n") != std::string::npos);
  CHECK(test.after(*done, "a") == "z1\nx2\n");
  CHECK(done->left_out == Counts{{path("a"), 1}});
}

TEST_CASE("an edit that does not fit any more is told with its reason, and may be left out") {
  Case test({{"a", "one\n"}}, {entry(Operation::modify, "a", {once("one", "two"), once("two", "three")})});
  Scripted person({Choice::split, Choice::skip, Choice::again, Choice::split, Choice::skip, Choice::skip});
  auto done = test.review_with(person);
  REQUIRE(done);
  REQUIRE(person.asked.size() == 6);
  CHECK(person.asked[2].about == Question::About::misfit);
  REQUIRE(person.asked[2].said.size() == 1);
  CHECK(person.asked[2].said[0].code == Code::match_not_found);
  CHECK(person.asked[3].about == Question::About::file);
  CHECK_FALSE(done->any);
  CHECK(done->files.empty());
}

TEST_CASE("hunks of a diff are chosen one by one, by the line numbers of the old file") {
  std::string text;
  for (int i = 1; i <= 20; ++i) text += "same\n";
  Case test({{"a", text}},
      {of_diff(entry(
          Operation::modify, "a", {hunk(2, {" same", "+first", " same"}), hunk(15, {" same", "-same", " same"})}))});
  Scripted person({Choice::split, Choice::skip, Choice::take});
  auto done = test.review_with(person);
  REQUIRE(done);
  CHECK(test.after(*done, "a") == text.substr(5));
}

TEST_CASE("hunks that fit but for white space are chosen one by one, though git's names are those of all of them") {
  FileEdit shown =
      of_diff(entry(Operation::modify, "f", {hunk(1, {"-    one", "+    1"}), hunk(3, {"-    three", "+    3"})}));
  shown.proof.blobs = {.before = git_blob_name({"\tone\ntwo\n\tthree\n"}).substr(0, 7),
      .after = git_blob_name({"\t1\ntwo\n\t3\n"}).substr(0, 7)};
  Case two({{"f", "\tone\ntwo\n\tthree\n"}}, {shown});
  Scripted reviewer({Choice::split, Choice::skip, Choice::take});
  Result<Reviewed> done = two.review_with(reviewer);
  REQUIRE(done);
  CHECK(two.after(*done, "f") == "\tone\ntwo\n\t3\n");
  Scripted both({Choice::split, Choice::take, Choice::take});
  done = two.review_with(both);
  REQUIRE(done);
  CHECK(two.after(*done, "f") == "\t1\ntwo\n\t3\n");
}

TEST_CASE("the last hunk of a diff that may be cut is not taken without the others that prove it") {
  FileEdit cut = of_diff(entry(Operation::modify, "f", {hunk(1, {"-one", "+1"}), hunk(3, {"-three", "+3"})}));
  cut.proof.blobs = {.before = git_blob_name({"one\ntwo\nthree\n"}).substr(0, 7),
      .after = git_blob_name({"1\ntwo\n3\n"}).substr(0, 7)};
  cut.proof.needed = true;
  Case two({{"f", "one\ntwo\nthree\n"}}, {cut});
  Scripted first({Choice::split, Choice::take, Choice::skip});
  Result<Reviewed> done = two.review_with(first);
  REQUIRE(done);
  CHECK(two.after(*done, "f") == "1\ntwo\nthree\n");
  Scripted last({Choice::split, Choice::skip, Choice::skip});
  done = two.review_with(last);
  REQUIRE(done);
  CHECK(last.asked.back().about == Question::About::misfit);
  CHECK(last.asked.back().said.at(0).code == Code::diff_truncated);
}

TEST_CASE("without the rename its edits are of no file; the edits may be left out of a rename") {
  std::vector<FileEdit> files = {of_diff(moved(Operation::rename, "a", "b", {hunk(1, {"-x", "+y"})}))};
  Case test({{"a", "x\n"}}, files);
  Scripted refuses({Choice::split, Choice::skip});
  auto none = test.review_with(refuses);
  REQUIRE(none);
  CHECK(refuses.asked.size() == 2);
  CHECK_FALSE(none->any);
  CHECK(none->left_out == Counts{{path("b"), 2}});

  Scripted renames({Choice::split, Choice::take, Choice::skip});
  auto moved_only = test.review_with(renames);
  REQUIRE(moved_only);
  CHECK(test.after(*moved_only, "b") == "x\n");
  CHECK(test.after(*moved_only, "a") == "(none)");
}

TEST_CASE("take_rest and skip_rest answer what follows") {
  auto edits = [] { return std::vector<Edit>{once("1", "I"), once("2", "II"), once("3", "III")}; };
  Case test({{"a", "1\n2\n3\n"}, {"b", "1\n2\n3\n"}},
      {entry(Operation::modify, "a", edits()), entry(Operation::modify, "b", edits())});
  Scripted person({Choice::split, Choice::skip, Choice::take_rest, Choice::skip_rest});
  auto done = test.review_with(person);
  REQUIRE(done);
  CHECK(test.after(*done, "a") == "1\nII\nIII\n");
  CHECK(test.after(*done, "b") == "(same)");
  CHECK(done->left_out == Counts{{path("a"), 1}, {path("b"), 3}});
}

TEST_CASE("the rest of the edits is tried at once, and one by one only where one of them does not fit") {
  std::string text;
  std::vector<Edit> edits;
  std::vector<std::string> words;
  for (int i = 100; i < 200; ++i) words.push_back(std::to_string(i) + "\n");
  for (const std::string& word : words) {
    text += word;
    edits.push_back(once(word, "x"));
  }
  Case test({{"a", text}}, {entry(Operation::modify, "a", edits)});
  Scripted person({Choice::split, Choice::take_rest});
  auto done = test.review_with(person);
  REQUIRE(done);
  CHECK(test.resolved <= 4);
  CHECK(test.after(*done, "a") == std::string(100, 'x'));

  Case follows({{"a", "1\n2\n3\n"}},
      {entry(Operation::modify, "a", {once("1", "I"), once("2", "II"), once("I\nII", "one\nII"), once("3", "III")})});
  Scripted other({Choice::split, Choice::skip, Choice::take_rest, Choice::skip});
  done = follows.review_with(other);
  REQUIRE(done);
  CHECK(other.asked.back().about == Question::About::misfit);
}

TEST_CASE("quit drops what was chosen before") {
  Case test({{"a", "x\n"}, {"b", "x\n"}},
      {entry(Operation::modify, "a", {once("x", "y")}), entry(Operation::modify, "b", {once("x", "z")})});
  Scripted person({Choice::take, Choice::quit});
  auto done = test.review_with(person);
  REQUIRE(done);
  CHECK_FALSE(done->any);
  CHECK(done->files.empty());
  CHECK(done->left_out == Counts{{path("a"), 1}, {path("b"), 1}});
}

TEST_CASE("a content made by hand is shown again, and is the content") {
  Case test({{"a", "x\n"}}, {entry(Operation::modify, "a", {once("x", "y")})});
  Scripted person({Choice::edit, Choice::take});
  person.saved = "by hand\n";
  auto done = test.review_with(person);
  REQUIRE(done);
  CHECK(person.given == "y\n");
  REQUIRE(person.asked.size() == 2);
  CHECK(person.asked[1].diff.find("+by hand\n") != std::string::npos);
  CHECK(test.after(*done, "a") == "by hand\n");
  CHECK(done->by_hand.contains(path("a")));
  CHECK(done->left_out.empty());
}

TEST_CASE(
    "a content made by hand that is the old one leaves the file alone; one with a placeholder is asked for again") {
  Case test({{"a", "x\n"}}, {entry(Operation::modify, "a", {once("x", "y")})});
  Scripted person({Choice::edit});
  person.saved = "x\n";
  auto done = test.review_with(person);
  REQUIRE(done);
  CHECK_FALSE(done->any);

  Scripted careless({Choice::edit, Choice::skip});
  careless.saved = "// ... existing code ...\n";
  REQUIRE(test.review_with(careless));
  REQUIRE(careless.told.size() == 1);
  CHECK(careless.told[0].code == Code::placeholder);
}

TEST_CASE("edits after one that was made by hand build on its content") {
  Case test({{"a", "1\n2\n"}}, {entry(Operation::modify, "a", {once("1", "one"), once("2", "two")})});
  Scripted person({Choice::split, Choice::edit, Choice::take, Choice::take});
  person.saved = "uno\n2\n";
  auto done = test.review_with(person);
  REQUIRE(done);
  CHECK(test.after(*done, "a") == "uno\ntwo\n");
}

TEST_CASE("a file that is not text, and one that goes, are not given to an editor") {
  Case test({{"a", std::string("x\0\n", 3)}, {"b", "x\n"}},
      {entry(Operation::modify, "a", {once("x", "y")}), entry(Operation::remove, "b")});
  Scripted person({Choice::take, Choice::take});
  REQUIRE(test.review_with(person));
  REQUIRE(person.asked.size() == 2);
  CHECK_FALSE(person.asked[0].can_edit);
  CHECK_FALSE(person.asked[1].can_edit);
}

// The text that a diff of one file makes of another: line by line, where the diff says.
std::string patched_text(const std::string& text, const std::string& diff) {
  auto parsed = diff::parse_unified(diff, {});
  REQUIRE(parsed.errors.empty());
  REQUIRE(parsed.files.size() == 1);
  LineIndex lines(text);
  std::string out;
  uint64_t next = 1;
  auto copy_to = [&](uint64_t end) {
    for (; next < end; ++next) out.append(lines.line(next)) += '\n';
  };
  for (const diff::Hunk& hunk : parsed.files[0].hunks) {
    copy_to(hunk.old_count() == 0 ? hunk.old_start + 1 : hunk.old_start);
    for (const diff::HunkLine& line : hunk.lines) {
      if (line.kind != diff::HunkLine::Kind::added) CHECK(lines.line(next++) == line.text);
      if (line.kind != diff::HunkLine::Kind::removed) out.append(line.text) += '\n';
    }
  }
  copy_to(lines.count() + 1);
  return out;
}

// Answers at random, and makes every change that it takes on a text of its own.
class Follower final : public Reviewer {
 public:
  Follower(std::string start, uint32_t seed) : text(std::move(start)), random_(seed) {}

  Result<Choice> choose(const Question& question) override {
    if (question.about == Question::About::misfit) return Choice::skip;
    if (question.about == Question::About::file) return question.can_split ? Choice::split : take(question);
    return random_() % 2 == 0 ? Choice::skip : take(question);
  }
  Result<std::optional<uint64_t>> pick(std::span<const BlockReport>) override { return std::optional<uint64_t>(); }
  Result<std::optional<std::string>> rewrite(const RelPath&, std::string_view) override {
    return std::optional<std::string>();
  }
  void tell(const std::vector<Diagnostic>&) override {}

  std::string text;

 private:
  Choice take(const Question& question) {
    text = patched_text(text, question.diff);
    return Choice::take;
  }

  std::mt19937 random_;
};

TEST_CASE("what was shown and taken, in its order, is what is done") {
  constexpr std::string_view kWords[] = {"a\n", "b\n", "c\n", "d\n", "e\n"};
  std::mt19937 random(11);
  auto word = [&] { return kWords[random() % std::size(kWords)]; };
  for (uint32_t round = 0; round < 400; ++round) {
    std::string text;
    for (size_t count = 3 + random() % 8; count != 0; --count) text += word();
    std::vector<Edit> edits;
    for (size_t count = 1 + random() % 5; count != 0; --count)
      edits.push_back(random() % 3 == 0 ? test::all(word(), word()) : once(word(), word()));
    Case test({{"f", text}}, {entry(Operation::modify, "f", edits)});
    if (test::resolved(test.reader, test.plan.files).set().changes.empty()) continue;
    Follower person(text, round);
    auto done = test.review_with(person);
    REQUIRE(done);
    std::string after = done->any ? test.after(*done, "f") : "(same)";
    CHECK((after == "(same)" ? text : after) == person.text);
  }
}

TEST_CASE("whoever is interrupted has chosen nothing") {
  Case test({{"a", "x\n"}}, {entry(Operation::modify, "a", {once("x", "y")})});
  Scripted person({});
  auto done = test.review_with(person);
  REQUIRE_FALSE(done);
  CHECK(done.error().code == Code::interrupted);
}

}  // namespace aptix::ops
