#include "base/given_text.h"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <string>
#include <string_view>
#include <thread>

#include "support/given_file.h"
#include "support/temp_dir.h"

using namespace aptix;

namespace {

constexpr size_t kSize = size_t{5} << 20;

std::string large_text() {
  std::string text;
  while (text.size() < kSize) text += std::to_string(text.size()) + "\n";
  return text;
}

}  // namespace

TEST_CASE("what is given back of a large file's text reads as before") {
  test::TempDir dir;
  std::string text = large_text();
  dir.write("a", text);
  auto given = test::given_file(dir.path("a"));
  REQUIRE(given);
  std::string_view bytes = given->bytes();
  CHECK(bytes == text);
  given->give_back(bytes.substr(100, kSize / 2));
  CHECK(bytes == text);
  CHECK(given->is_unchanged());
  given->take_back();
  dir.write("a", "");
  CHECK(given->is_unchanged());
  CHECK(bytes == text);
}

TEST_CASE("a text of which a part was given back has changed when its file has") {
  test::TempDir dir;
  dir.write("a", large_text());
  auto given = test::given_file(dir.path("a"));
  REQUIRE(given);
  given->give_back(given->bytes().substr(0, kSize / 2));
  dir.write("a", large_text() + "more\n");
  CHECK_FALSE(given->is_unchanged());
  given->take_back();
  CHECK_FALSE(given->is_unchanged());
}

TEST_CASE("who reads a text while it is given and taken back sees it as it is") {
  test::TempDir dir;
  dir.write("a", large_text());
  auto given = test::given_file(dir.path("a"));
  REQUIRE(given);
  std::string_view bytes = given->bytes();
  std::atomic<bool> done = false, same = true;
  std::thread reader([&] {
    while (!done)
      for (size_t at = 0; at < bytes.size(); at += 4096)
        if (static_cast<const volatile char&>(bytes[at]) == 0) same = false;
  });
  for (int turn = 0; turn < 20; ++turn) {
    given->give_back(bytes.substr(0, kSize / 2));
    given->take_back();
  }
  done = true;
  reader.join();
  CHECK(same);
}

TEST_CASE("nothing is given back when the file has changed already") {
  test::TempDir dir;
  std::string text = large_text();
  dir.write("a", text);
  auto given = test::given_file(dir.path("a"));
  REQUIRE(given);
  dir.write("a", std::string(text.size(), 'x'));
  given->give_back(given->bytes());
  CHECK(given->bytes() == text);
  CHECK(given->is_unchanged());
}

TEST_CASE("a small file, one that was written just now, a pipe and a file that was begun are read") {
  test::TempDir dir;
  dir.write("small", "text\n");
  dir.write("large", large_text());
  CHECK(test::given_file(dir.path("small")) == nullptr);
  int fd = ::open(dir.path("large").c_str(), O_RDONLY | O_CLOEXEC);
  CHECK(GivenText::of_file(fd, test::soon_ns() - 9'500'000'000) == nullptr);
  char first = 0;
  REQUIRE(::read(fd, &first, 1) == 1);
  CHECK(GivenText::of_file(fd, test::soon_ns()) == nullptr);
  ::close(fd);
  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  CHECK(GivenText::of_file(ends[0], test::soon_ns()) == nullptr);
  for (int end : ends) ::close(end);
}

TEST_CASE("only a part of a file's own text can be given back") {
  test::TempDir dir;
  std::string text = large_text();
  dir.write("a", text);
  auto given = test::given_file(dir.path("a"));
  REQUIRE(given);
  CHECK(given->can_give_back(given->bytes()));
  CHECK_FALSE(given->can_give_back(text));
  GivenText own(text);
  CHECK_FALSE(own.can_give_back(own.bytes()));
  CHECK(own.is_unchanged());
}
