#include "base/diagnostic.h"

#include <doctest/doctest.h>

#include <set>

using namespace aptix;

namespace {

int exit_of(std::initializer_list<Code> codes) {
  std::vector<Diagnostic> errors;
  for (Code code : codes) errors.push_back(make_error(code, "x"));
  return exit_code(errors);
}

}  // namespace

TEST_CASE("every code has an id of its own, a meaning and an exit class") {
  std::set<std::string_view> ids;
  for (const CodeInfo& row : all_codes()) {
    CAPTURE(row.id);
    CHECK(ids.insert(row.id).second);
    CHECK(row.id.find_first_not_of("abcdefghijklmnopqrstuvwxyz_.") == std::string_view::npos);
    CHECK_FALSE(row.meaning.empty());
    CHECK(std::set<int>{1, 2, 3, 4, 5, 6, 7, 8, 70, 130}.contains(row.exit_class));
    CHECK(info(row.code).id == row.id);
  }
}

TEST_CASE("the exit code is the largest class among 1, 3 and 4, and any other class outranks those") {
  CHECK(exit_of({}) == 0);
  CHECK(exit_of({Code::match_not_found}) == 1);
  CHECK(exit_of({Code::match_not_found, Code::json_syntax}) == 3);
  CHECK(exit_of({Code::path_reserved, Code::json_syntax, Code::match_not_found}) == 4);
  CHECK(exit_of({Code::path_reserved, Code::usage}) == 2);
  CHECK(exit_of({Code::match_not_found, Code::io_error}) == 5);
  CHECK(exit_of({Code::io_error, Code::rollback_failed}) == 6);
  CHECK(exit_of({Code::interrupted, Code::io_error}) == 130);
}

TEST_CASE("strict turns the warnings that mean 'not exactly as written' into errors, in order") {
  Diagnostics said;
  for (Code code : {Code::json_repaired, Code::file_unchanged, Code::root_missing, Code::recovered})
    said.warnings.push_back(make_error(code, "x"));
  said.make_strict();
  CHECK_FALSE(said.ok());
  REQUIRE(said.errors.size() == 2);
  CHECK(said.errors[0].code == Code::json_repaired);
  CHECK(said.errors[1].code == Code::root_missing);
  REQUIRE(said.warnings.size() == 2);
  CHECK(said.warnings[0].code == Code::file_unchanged);
  CHECK(said.warnings[1].code == Code::recovered);
}

TEST_CASE("what two steps say is added up, and the first path stays") {
  Diagnostics first, second;
  first.warnings.push_back(make_error(Code::style, "a"));
  second.warnings.push_back(make_error(Code::style, "b"));
  second.errors.push_back(make_error(Code::json_syntax, "c").at("x.c").at("y.c"));
  first.add(std::move(second));
  CHECK(first.warnings.size() == 2);
  REQUIRE(first.errors.size() == 1);
  CHECK(first.errors[0].path == "x.c");
}
