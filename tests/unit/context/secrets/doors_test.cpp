// The kinds of credentials, each by the door that finds it. Keys are put together from pieces, so that nobody's
// scanner takes this file for a leak.
#include <doctest/doctest.h>

#include <string>

#include "context/secrets/secret.h"

namespace aptix::context::secrets {
namespace {

const std::string kToken =
    "gh"
    "p_aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC2dF4hJ6";
const std::string kChance = "q7Rk2LmX9pTz4VbN8cYw1HsJ6dGf3Kae";

// "kind=text" of each, in the order given.
std::string found(const std::vector<Secret>& secrets, const std::string& text) {
  std::string all;
  for (const Secret& secret : secrets)
    all += std::string(secret.kind) + "=" + text.substr(secret.start, secret.end - secret.start) + ";";
  return all;
}

}  // namespace

TEST_CASE("a key of a service is found by its shape alone, in the order of the text") {
  std::string text = "see " + kToken + " and " + kToken + ".\n";
  CHECK(found(find_by_table(text), text) == "github-token=" + kToken + ";github-token=" + kToken + ";");
  CHECK(
      find_by_table("see gh"
                    "p_short and ghp.\n")
          .empty());
}

TEST_CASE("the value of a name that holds credentials is found, and one that stands for another is not") {
  for (const char* line : {"password = \"hunter2xyz\"\n", "  --token hunter2xyz\n", "\"apiKey\": \"hunter2xyz\",\n"}) {
    CAPTURE(line);
    std::vector<Secret> secrets = find_by_table(line);
    REQUIRE(secrets.size() == 1);
    CHECK(std::string(line).substr(secrets[0].start, secrets[0].end - secrets[0].start) == "hunter2xyz");
  }
  for (const char* line : {"password = os.environ[\"PASSWORD\"]\n", "token: ${TOKEN}\n", "colour = \"hunter2xyz\"\n"})
    CHECK_MESSAGE(find_by_table(line).empty(), line);
}

TEST_CASE("a literal is found at every place and in letters of any case") {
  for (size_t place = 0; place < 70; ++place)
    for (const char* line : {"password='hunter2xyz'", "PassWord='hunter2xyz'"}) {
      std::vector<Secret> secrets = find_by_table(std::string(place, '.') + " " + line);
      REQUIRE(secrets.size() == 1);
      CHECK(secrets[0].start == place + 11);
    }
}

TEST_CASE("a value that only chance makes is found under any name but that of a hash") {
  std::string text = "colour = \"" + kChance + "\"\n";
  std::vector<Secret> secrets = find_random(text);
  REQUIRE(secrets.size() == 1);
  CHECK(text.substr(secrets[0].start, secrets[0].end - secrets[0].start) == kChance);
  CHECK(find_random("sha256 = \"" + std::string(64, 'a') + "\"\n").empty());
  for (size_t place = 0; place < 70; ++place)
    CHECK(find_random(std::string(place, ' ') + "colour=" + kChance + "\n").size() == 1);
  CHECK(find_random("title = \"An ordinary sentence of words\"\n").empty());
}

}  // namespace aptix::context::secrets
