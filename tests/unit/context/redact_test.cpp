// Credentials in text: what is taken out, what stays. Keys are put together from pieces, so that nobody's scanner takes
// this file for a leak.
#include "context/redact.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

namespace aptix::context {
namespace {

const std::string kMixed = "aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC2dF4hJ6";  // 36 of all kinds
const std::string kBase = "q7Rk2LmX9pTz4VbN8cYw1HsJ6dGf3Kae";       // 32

std::string shown(const std::string& text) { return redact(text).text; }

std::string repeated(std::string_view what, size_t times) {
  std::string out;
  for (size_t i = 0; i < times; ++i) out += what;
  return out;
}

std::string key_block(const std::string& line_end = "\n") {
  std::string line = "MIIEpAIBAAKCAQEA" + repeated("k3J", 16);
  return "-----BEGIN RSA PRIV"
         "ATE KEY-----" +
      line_end + line + line_end + line + line_end +
      "-----END RSA PRIV"
      "ATE KEY-----";
}

}  // namespace

TEST_CASE("keys of well-known services are taken out wherever they stand") {
  const std::pair<std::string, std::string_view> keys[] = {{"AKIA"
                                                            "IOSFODNN7QWERTYU",
                                                               "aws-access-key"},
      {"AIza"
       "SyD" + kBase,
          "google-api-key"},
      {"ghp_" + kMixed, "github-token"},
      {"github_"
       "pat_11ABCDEFG0" +
              kMixed,
          "github-token"},
      {"glpat"
       "-" + kMixed.substr(0, 20),
          "gitlab-token"},
      {"xox"
       "b-123456789012-1234567890123-abcDEF",
          "slack-token"},
      {"sk_"
       "live_" +
              kMixed.substr(0, 24),
          "stripe-key"},
      {"sk-"
       "ant-api03-" +
              kMixed,
          "anthropic-key"},
      {"sk-" + kMixed, "openai-key"}, {"npm_" + kMixed, "npm-token"},
      {"SG." + kMixed.substr(0, 22) + "." + kMixed, "sendgrid-key"}, {"hf_" + kMixed, "huggingface-token"},
      {"eyJ"
       "hbGciOiJIUzI1NiJ9.eyJ"
       "zdWIiOiIxMjM0NTY3ODkwIn0." +
              kMixed,
          "json-web-token"}};
  for (const auto& [key, kind] : keys) {
    CAPTURE(key);
    std::string mark = "[redacted: " + std::string(kind) + "]";
    CHECK(shown("see " + key + ", it works\n") == "see " + mark + ", it works\n");
    CHECK(shown("f(\"" + key + "\");") == "f(\"" + mark + "\");");
    CHECK(redact(key).count == 1);
  }
  CHECK(shown("https://hooks.slack"
              ".com/services/T0000/B0000/" +
            kMixed) == "https://hooks.slack.com/services/[redacted: slack-webhook]");
  CHECK(shown("curl -H 'Authorization: Bearer " + kMixed + "'") ==
      "curl -H 'Authorization: Bearer [redacted: authorization]'");
}

TEST_CASE("of a connection string only the password is taken out") {
  CHECK(shown("postgres://app:hunt"
              "er2@db.example.org:5432/x") == "postgres://app:[redacted: connection-password]@db.example.org:5432/x");
  CHECK(shown("https://" + kMixed + "@github.com/a/b") == "https://[redacted: connection-password]@github.com/a/b");
  CHECK(shown("pg://u:a@b"
              "1@db/x") == "pg://u:[redacted: connection-password]@db/x");
  CHECK(shown("pg://app:hun/ter"
              "2@db/x") == "pg://app:[redacted: connection-password]@db/x");
  CHECK(shown("redis://:s3cr"
              "et@cache") == "redis://:[redacted: connection-password]@cache");
  CHECK(shown("Server=db;Password=hunt"
              "er2;Timeout=3") == "Server=db;Password=[redacted: password];Timeout=3");
  for (const std::string& text :
      std::initializer_list<std::string>{"postgres://app:${DB_PASSWORD}@db/x", "postgres://app:<password>@db",
          "postgres://user:password@db", "http://localhost:8080/@scope/package", "git@example.org:a/b.git",
          "https://example.org/a?b=c:d@e", "https://example.org:8443/a1/b2@3x", "https://example.org:owner/name@main",
          "file://C:/a1/b2@3x.png", "docker://image:1.2@sha256:" + repeated("0a1b2c3d", 8)})
    CHECK(shown(text) == text);
}

TEST_CASE("the value of a name for a password is taken out, in many languages") {
  const std::pair<std::string, std::string> cases[] = {
      {"password = \"hunter2\"", "password = \"[redacted: password]\""},
      {"self.db_password: str = 'hunter2'", "self.db_password: str = '[redacted: password]'"},
      {"{\"adminPassword\": \"hunter2\", \"a\": 1}", "{\"adminPassword\": \"[redacted: password]\", \"a\": 1}"},
      {"  password: hunter2  # old", "  password: [redacted: password]  # old"},
      {"export DB_PASSWORD=correcthorse", "export DB_PASSWORD=[redacted: password]"},
      {"config['api_key'] = 'abcd1234efgh'", "config['api_key'] = '[redacted: api-key]'"},
      {"const char *token = L\"abcd1234efgh\";", "const char *token = L\"[redacted: token]\";"},
      {":secret => \"abcd1234efgh\"", ":secret => \"[redacted: secret]\""},
      {"db:\n  password: supersecret\n", "db:\n  password: [redacted: password]\n"},
      {"aws_secret_access_key = wJalr"
       "XUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
          "aws_secret_access_key = [redacted: secret]"},
      {"password = \"p@ss w0rd\"", "password = \"[redacted: password]\""},
      {"pwd := `12345678`", "pwd := `[redacted: password]`"},
      {"s = \"{\\\"password\\\": \\\"hunter2\\\"}\"", "s = \"{\\\"password\\\": \\\"[redacted: password]\\\"}\""},
      {"<add key=\"Password\" value=\"hunter2\"/>", "<add key=\"Password\" value=\"[redacted: password]\"/>"},
      {"connect(user, password='hunter2', port=1)", "connect(user, password='[redacted: password]', port=1)"},
      {"<password>hunter2</password>", "<password>[redacted: password]</password>"},
      {"define( 'X', 1); define('DB_PASSWORD', 'hunter2');",
          "define( 'X', 1); define('DB_PASSWORD', '[redacted: password]');"},
      {"API_KEY=ABCD_1234_EFGH\n", "API_KEY=[redacted: api-key]\n"},
      {"FROM a\nENV PGPASSWORD=correcthorse\n", "FROM a\nENV PGPASSWORD=[redacted: password]\n"},
      {"env:\n  - PGPASSWORD=correcthorse\n", "env:\n  - PGPASSWORD=[redacted: password]\n"}};
  for (const auto& [text, expected] : cases) CHECK(shown(text) == expected);
}

TEST_CASE("what is given to a program on its command line is taken out") {
  const std::pair<std::string, std::string> cases[] = {
      {"curl -u bob:hunter2 https://x", "curl -u bob:[redacted: password] https://x"},
      {"curl -sSu 'bob:two words' https://x", "curl -sSu 'bob:[redacted: password]' https://x"},
      {"curl -X POST \\\n  --user=\"bob:hunter2\" https://x",
          "curl -X POST \\\n  --user=\"bob:[redacted: password]\" https://x"},
      {"run([\"curl\", \"-u\", \"bob:hunter2\"])", "run([\"curl\", \"-u\", \"bob:[redacted: password]\"])"},
      {"sshpass -p 'hunter2' ssh h", "sshpass -p '[redacted: password]' ssh h"},
      {"docker login -u bob -p hunter2 r.io", "docker login -u bob -p [redacted: password] r.io"},
      {"mysql -u root -phunter2 db", "mysql -u root -p[redacted: password] db"},
      {"tool --password hunter2 --api-key=abcd1234efgh x",
          "tool --password [redacted: password] --api-key=[redacted: api-key] x"},
      {"[\"--token\", \"abcd1234efgh\"]", "[\"--token\", \"[redacted: token]\"]"},
      {"PGPASSWORD=hunter2 psql -h db", "PGPASSWORD=[redacted: password] psql -h db"},
      {"curl -H 'X-Api-Key: abcd1234efgh' h", "curl -H 'X-Api-Key: [redacted: api-key]' h"}};
  for (const auto& [text, expected] : cases) CHECK(shown(text) == expected);
  for (const std::string& text : std::initializer_list<std::string>{"curl -u \"$USER:$PASS\" https://x",
           "curl -u <user>:<pass> h", "curl -u bob https://x", "docker run -u 1000:1000 -p 8080:80 img",
           "curl --user-agent=Mozilla/5.0:x1 h", "git push -u origin main:main", "--password PASSWORD  the password",
           "--token-file /run/token1", "add_argument(\"--password\", \"-p\")", "mkdir -p /var/lib/mysql"})
    CHECK(shown(text) == text);
}

TEST_CASE("files of settings give credentials in forms of their own") {
  const std::pair<std::string, std::string> cases[] = {
      {"FROM a\nENV DB_PASSWORD hunter2\n", "FROM a\nENV DB_PASSWORD [redacted: password]\n"},
      {"ENV PASSWORD\"hunter2abc\"\n", "ENV PASSWORD\"[redacted: password]\"\n"},
      {"url postgres://admin:Sup3rS3cretX9@shard1.db.example/prod\netag:d41d8cd98f00b204e9800998ecf8427e\n",
          "url postgres://admin:[redacted: connection-password]@shard1.db.example/prod\n"
          "etag:d41d8cd98f00b204e9800998ecf8427e\n"},
      {"ENV A=1 DB_PASSWORD=hunter2 B=2\n", "ENV A=1 DB_PASSWORD=[redacted: password] B=2\n"},
      {"set -x API_TOKEN abcd1234efgh\n", "set -x API_TOKEN [redacted: token]\n"},
      {"#define WIFI_PASSWORD \"hunter2\"\n", "#define WIFI_PASSWORD \"[redacted: password]\"\n"},
      {"{:user \"bob\" :password \"hunter2\"}", "{:user \"bob\" :password \"[redacted: password]\"}"},
      {"machine h login bob password hunter\n", "machine h login bob password [redacted: password]\n"},
      {"machine h\n  login bob\n  password hunter\n", "machine h\n  login bob\n  password [redacted: password]\n"},
      {"//r.io/:_password=aHVudGVyYWJj\n", "//r.io/:_password=[redacted: password]\n"},
      {"_auth=Ym9iOmh1bnRlcg==\n", "_auth=[redacted: registry-auth]\n"},
      {"{\"auths\": {\"r.io\": {\"auth\": \"Ym9iOnB3\"}}}",
          "{\"auths\": {\"r.io\": {\"auth\": \"[redacted: registry-auth]\"}}}"},
      {"- name: DB_PASSWORD\n  value: hunter2\n", "- name: DB_PASSWORD\n  value: [redacted: password]\n"},
      {"{\"name\": \"DB_PASSWORD\", \"value\": \"hunter2\"}",
          "{\"name\": \"DB_PASSWORD\", \"value\": \"[redacted: password]\"}"},
      {"variable \"db_password\" {\n  type = string\n  default = \"hunter2\"\n}\n",
          "variable \"db_password\" {\n  type = string\n  default = \"[redacted: password]\"\n}\n"},
      {"password: p@$$w0rd!\n", "password: [redacted: password]\n"},
      {"Server=h;Pwd=two words 1;Encrypt=true", "Server=h;Pwd=[redacted: password];Encrypt=true"},
      {"define( 'AUTH_KEY', 'put|9=K]~Yz#x1' );", "define( 'AUTH_KEY', '[redacted: api-key]' );"},
      {"SMTP_PASS=\"hunter2\"", "SMTP_PASS=\"[redacted: password]\""}, {"psk=hunter22\n", "psk=[redacted: password]\n"},
      {"let api_key: &str = \"abcd1234efgh\";", "let api_key: &str = \"[redacted: api-key]\";"},
      {"get('https://x?api_key=abcd1234efgh')", "get('https://x?api_key=[redacted: api-key]')"},
      {"CREATE USER b IDENTIFIED BY 'hunter';", "CREATE USER b IDENTIFIED BY '[redacted: password]';"},
      {"get(u, auth=('bob', 'hunter'))", "get(u, auth=('bob', '[redacted: password]'))"}};
  for (const auto& [text, expected] : cases) CHECK(shown(text) == expected);
  for (const std::string& text :
      std::initializer_list<std::string>{"ENV DB_PASSWORD $PW\n", "ENV NODE_VERSION 18.12.1\n",
          "The ENV TOKEN is set by the caller.\n", "the login and password of the machine 1", "auth: \"basic\"",
          "- name: DB_PASSWORD\n  valueFrom:\n    secretKeyRef:\n      key: password\n", "pass_count = 12345678",
          "compass = \"north123\"", "{\"auth\": \"required\"}", "password VARCHAR(255) NOT NULL,", "psk=WPA-PSK\n",
          "#define MAX_PASSWORD 1024\n", "#define PASSWORD_HEADER \"X-Password1\"", "#define PASSPHRASE_INFO \"info\"",
          "#define OPT_PASSPHRASE \"passphrase\"", "#define SN_Token_B0 \"setAttr-Token-B0\"",
          "tokenizer = \"cl100k_base_v2\"", "error: password \"hunter2\" is too short",
          "\"CustomerMasterKeySpec\": \"RSA_2048\""})
    CHECK(shown(text) == text);
}

TEST_CASE("a value is taken out to its end, over dots, spaces and dollar signs in it") {
  const std::string first = "sk-sp-Qm7Xw2Rt9Lp4Vz8Kb3", second = ".Hd6Yc1Nf5Gj0Ts2Ae4_QRS-Uo8Ib3Wx6M";
  const std::pair<std::string, std::string> cases[] = {
      {"a:\n  api_key: " + first + second + "\n", "a:\n  api_key: [redacted: openai-key]\n"},
      {"x = f(\"" + first + second + "\")", "x = f(\"[redacted: openai-key]\")"},
      {"b:\n  api_key: knthn25loyjlxucnqeynngbq7xwxmzdawpsjcz.wrX7H2\n", "b:\n  api_key: [redacted: api-key]\n"},
      {"API_KEY=knthn25loyjlxucnqeynngbq7xwxmzdawpsjcz.wrX7H2\n", "API_KEY=[redacted: api-key]\n"},
      {"- token: abcDEF123456.ghiJKL7890\n", "- token: [redacted: token]\n"},
      {"DB_PASSWORD=tiger.lion9\n", "DB_PASSWORD=[redacted: password]\n"},
      {"password = \"My $ecret phrase\"", "password = \"[redacted: password]\""},
      {"password: \"$ecret w0rd\"", "password: \"[redacted: password]\""},
      {"password: 'Pa$$word with spaces'", "password: '[redacted: password]'"},
      {"export DB_PASSWORD=\"tiger $x lion\"", "export DB_PASSWORD=\"[redacted: password]\""},
      {"PGPASSWORD=tiger psql -h db", "PGPASSWORD=[redacted: password] psql -h db"},
      {"run: PGPASSWORD=tiger psql -h db", "run: PGPASSWORD=[redacted: password] psql -h db"}};
  for (const auto& [text, expected] : cases) CHECK(shown(text) == expected);
  for (const std::string& text :
      std::initializer_list<std::string>{"api_key = config.api_key", "token: response.oauth2Token",
          "token: settings.v2.access1\n", "secret=config.secrets.api_key\n", "password = \"$PASSWORD\"",
          "credential: certs/2024/key1.pem\n", "token=1.2.3\n", "password = \"Enter your password\"",
          "if password == other then", "PASSWORD=$1 run", "see " + std::string("sha.method and x.y")})
    CHECK(shown(text) == text);
  CHECK(shown(first + ".method()") == "[redacted: openai-key].method()");
}

TEST_CASE("a header of a request shows its scheme alone") {
  CHECK(shown("Authorization: Basic Ym9iOmh1bnRlcg==") == "Authorization: Basic [redacted: authorization]");
  CHECK(shown("{\"Authorization\": \"token 8bbf33feff9243a8f506b40928b5b7a7\"}") ==
      "{\"Authorization\": \"token [redacted: authorization]\"}");
  CHECK(shown("'authorization': 'Bearer abcd1234'") == "'authorization': 'Bearer [redacted: authorization]'");
  for (const std::string& text : std::initializer_list<std::string>{"Authorization: Bearer <token>",
           "Authorization: Bearer ${TOKEN1}", "Authorization: see RFC 7235 for this", "basic configuration1/Setup",
           "headers[\"Authorization\"] = \"Bearer \" + token1", "Authorization: AWS4-HMAC-SHA256 Credential=x"})
    CHECK(shown(text) == text);
}

TEST_CASE("of a Secret of Kubernetes no value is shown, whatever it is called") {
  CHECK(shown("kind: Secret\nmetadata:\n  name: x\ndata:\n  user: YWRtaW4=\n  more: |\n    YWRt\n    aW4=\ntype: "
              "Opaque\n") ==
      "kind: Secret\nmetadata:\n  name: x\ndata:\n  user: [redacted: k8s-secret]\n  more: |\n    [redacted: "
      "k8s-secret]\n"
      "    [redacted: k8s-secret]\ntype: Opaque\n");
  CHECK(shown("{\"kind\": \"Secret\",\n \"data\": {\n  \"a\": \"YWRtaW4=\"\n }\n}") ==
      "{\"kind\": \"Secret\",\n \"data\": {\n  \"a\": \"[redacted: k8s-secret]\"\n }\n}");
  std::string line = R"({"kind":"Secret","data":{"a":"YWRt\"aW4=", "b" : "eA=="},"type":"Opaque"})";
  std::string line_shown = R"({"kind":"Secret","data":{"a":"[redacted: k8s-secret]", "b" : "[redacted: k8s-secret]"},)"
                           R"("type":"Opaque"})";
  CHECK(shown(line) == line_shown);
  CHECK(shown("kind: Secret\nmetadata:\n  annotations:\n    last-applied: |\n      " + line + "\n") ==
      "kind: Secret\nmetadata:\n  annotations:\n    last-applied: |\n      " + line_shown + "\n");
  CHECK(shown(R"({"data":{"a":"eA=="},"metadata":{"name":"Secret"},"kind":"Secret"})") ==
      R"({"data":{"a":"[redacted: k8s-secret]"},"metadata":{"name":"Secret"},"kind":"Secret"})");
  CHECK(shown("{\"kind\": \"Secret\",\n \"stringData\": {\"a\": \"YWRtaW4=\"}\n}") ==
      "{\"kind\": \"Secret\",\n \"stringData\": {\"a\": \"[redacted: k8s-secret]\"}\n}");
  std::string other = "kind: Secret\n---\nkind: ConfigMap\ndata:\n  a: YWRtaW4=\n";
  CHECK(shown(other) == other);
}

TEST_CASE("keys that are told by their length and parts are taken out") {
  std::string hex = repeated("0a1b2c3d", 4);
  for (const std::string& key : {"SK" + hex, hex + "-us12", "pat" + kMixed.substr(0, 14) + "." + hex + hex,
           "MTg" + kMixed.substr(0, 21) + ".Gh5Kz1." + kMixed, "cio" + kMixed.substr(0, 32), "s." + kBase.substr(0, 24),
           "aB38Q~" + kMixed.substr(0, 32) + "~"}) {
    CAPTURE(key);
    CHECK(redact("x " + key + " y").count == 1);
  }
  for (const std::string& text : {hex, "sha256 " + hex + hex, "ID-" + hex, "files." + kBase.substr(0, 24),
           std::string("s.numberOfElementsInArray1"), "8Q~" + kMixed})
    CHECK(shown(text) == text);
}

TEST_CASE("what only names a password stays") {
  for (const std::string& text :
      std::initializer_list<std::string>{"password = get_password()", "password = os.environ[\"DB_PASSWORD\"]",
          "password = \"${DB_PASSWORD}\"", "password = \"changeme\"", "password: \"<token>\"",
          "token = process.env.TOKEN", "password = \"\"", "password: string;", "  password: string\n",
          "  self.passphrase_userdata = userdata\n", "    password: SecretStr\n", "x.f(a, password: userpassword\n",
          "self.password = password", "if password == \"hunter2\" {", "input type=\"password\" name=\"x1y2\"",
          "passwordLabel: \"Passwort\"", "token_type = \"oauth2bearer\"", "max_tokens: 4096", "tokens = 12345678",
          "password_hash = \"a1b2c3d4x9\"", "label = \"Enter your password: \"", "secretName: \"my-app-v2-tls\"",
          "Password: cfg.Database.Password2,", "token := lexer.next2", "std::string token = tokens[i1];",
          "password: \"{{ vault_password }}\"", "PASSWORD=$1", "password = input(\"Password: \")",
          "api_key=\"YOUR_API_KEY_12\"", "secret = \"xxxxxxxx1\"", "CHALLENGE_PASSWORD: \"challengePassword\"",
          "MODULE_PWD_STATE: \"yes\"", "REGSTR_PWD_CACHE = 'DisablePwdCaching'",
          "AUTH_PASSWORD = \"USER_PASSWORD_AUTH\"", "PWD: '/home/me/project',", "OID_PASSWORD = '2.5.4.35'",
          "T_CREDENTIAL = MSV1_0_CREDENTIAL;", "token: String15;", "TokenStart := TokenStr+1;",
          "f(wd: Pwd_cntrl): cuint32; cdecl;", "    token = last_token1+1", "password = f\"{registry_id}-auth-token\"",
          "\"arn:aws:secretsmanager:*:*:secret:A4B*\"", "key_arn = f\"arn:aws:kms:{region}:x1:token/{a.b}\"",
          "<password>${env.PASSWORD}</password>", "<password>", "<password></password>", "define('PASSWORD_MIN', 8);",
          "    password=passwd\n", "http://&lt;user&gt;:&lt;password&gt;@host"})
    CHECK(shown(text) == text);
}

TEST_CASE("a value that only chance makes is taken out of an assignment, and stays elsewhere") {
  CHECK(shown("x = \"" + kBase + "\"") == "x = \"[redacted: high-entropy]\"");
  CHECK(shown("{\"a\":\"" + kBase + "==\"}") == "{\"a\":\"[redacted: high-entropy]\"}");
  CHECK(shown("THING=" + kBase + "\n") == "THING=[redacted: high-entropy]\n");
  CHECK(shown("thing: " + kBase + "\n") == "thing: [redacted: high-entropy]\n");
  for (const std::string& text : std::initializer_list<std::string>{"f(\"" + kBase + "\")", "[\"" + kBase + "\"]",
           kBase, "sha = \"" + kBase + "\"", "\"contentHash\": \"" + kBase + "\"", "integrity: " + kBase,
           "\"integrity\": \"sha512-" + kBase + kBase + "==\"", "commitId: \"" + kBase + "\"",
           "github.com/a/b v1.0.0 h1:" + kBase + "A=", "checksum=" + kBase,
           "at ws://localhost:9229/48a5b28a-550c-471b-b5e1-d13dd7165df9", "X = V4L2_YCBCR_ENC_BT2020,",
           "alias: '___maybe_fix_w2k_ntvdm_bug'"})
    CHECK(shown(text) == text);
}

TEST_CASE("hashes, UUIDs, names, paths and alphabets stay") {
  for (const std::string& text :
      std::initializer_list<std::string>{"key = \"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08\"",
          "api_key = \"9f86d081884c7d659a2feaa0c55ad015\"", "secret: 9f86d081884c7d659a2feaa0c55ad015",
          "id = \"3f2504e0-4f89-41d3-9a0c-0305e82c3301\"", "token = \"3f2504e0-4f89-41d3-9a0c-0305e82c3301\"",
          "handler = \"getUserByIdAndTenantFromCache2\"", "path = \"src/components/Button2/ButtonGroup\"",
          "chars = \"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/\"",
          "e=\"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_\"",
          "font = \"" + repeated("wOF2AAB7Kz", 40) + "\"", "name = \"my-long-package-name-with-v2-suffix\"",
          "const kBufferSizeInBytes2 = kDefaultBufferSizeInBytes1;", "x = SomeFunctionWithALongName2;",
          "sk-fading-circle-with-long-name2", "ghp_" + std::string(36, 'x')})
    CHECK(shown(text) == text);
}

TEST_CASE("a private key goes from its beginning to its end, and its lines stay lines") {
  for (std::string end : {"\n", "\r\n"}) {
    std::string text = "a" + end + key_block(end) + end + "b";
    Redacted redacted = redact(text);
    CHECK(redacted.text == "a" + end + "[redacted: private-key]" + end + end + end + end + "b");
    CHECK(redacted.count == 1);
  }
  CHECK(shown("k = \"" + key_block("\\n") + "\\n\"") == "k = \"[redacted: private-key]\\n\"");
  for (const std::string& text : std::initializer_list<std::string>{"s.find(\"-----BEGIN PRIV"
                                                                    "ATE KEY-----\")\nsomethingElseThatIsLonger();\n",
           "-----BEGIN CERTIFICATE-----\n" + kMixed + "\n-----END CERTIFICATE-----\n",
           "-----BEGIN PUBLIC KEY-----\n" + kMixed + "\n-----END PUBLIC KEY-----\n",
           "-----BEGIN PRIV"
           "ATE KEY-----\n...\n-----END PRIV"
           "ATE KEY-----\n"})
    CHECK(shown(text) == text);
}

TEST_CASE("a key whose beginning or end is not there is one, too") {
  std::string block = key_block(), below = "x\n";
  size_t first = block.find('\n') + 1, last = block.rfind('\n');
  CHECK(shown(block.substr(0, last) + "\nint x = 1;\n") == "[redacted: private-key]\n\n\nint x = 1;\n");
  CHECK(shown(block.substr(first) + "\nint x = 1;\n") == "[redacted: private-key]\n\n\nint x = 1;\n");
}

TEST_CASE("private keys in other wrappings are taken out, too") {
  std::string line = repeated("k3J9", 16);
  CHECK(shown("client-key-data: LS0tLS1CRUdJTiBSU0EgUFJJVkFURSBLRVktLS0tLQphYmM=\nx") ==
      "client-key-data: [redacted: private-key]\nx");
  std::string certificate = "ca: LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0tCk" + repeated("1JSUN", 60) + "\n";
  CHECK(shown(certificate) == certificate);
  CHECK(shown("Private-Lines: 2\n" + line + "\n" + line + "\nPrivate-MAC: 1") ==
      "Private-Lines: 2\n[redacted: private-key]\n\nPrivate-MAC: 1");
}

TEST_CASE("a part of a text shows nothing of a secret that reaches into it") {
  std::string text = "a\n" + key_block() + "\nb\n";
  auto secrets = find_secrets(text);
  REQUIRE(secrets.size() == 1);
  size_t second = text.find("MIIE"), third = text.find('\n', second) + 1;
  Redacted part = redact(text, secrets, third, text.size());
  CHECK(part.text == "[redacted: private-key]\n\nb\n");
  CHECK(part.count == 1);
  CHECK(redact(text, secrets, 0, 2).text == "a\n");
  CHECK(redact(text, secrets, 0, 2).count == 0);
}

TEST_CASE("any bytes may be looked at, and without secrets they stay") {
  for (const std::string& text : std::initializer_list<std::string>{std::string(), std::string("\0\xff\xfe", 3),
           std::string("password"), std::string("password="), std::string("password=\""), std::string("password: \\"),
           std::string("-----BEGIN "), std::string("-----END "), std::string("://"), std::string(100'000, 'a'),
           std::string(100'000, '='), std::string(100'000, '"'), repeated("password=", 20'000) + "("})
    CHECK((shown(text) == text));
}

TEST_CASE("what stands for a secret is found where it was put") {
  std::string text = "a\npassword = \"tr0ub4dor-and-3\"\nb\n";
  Redacted redacted = redact(text);
  REQUIRE(redacted.marks.size() == 1);
  CHECK(redacted.text == "a\npassword = \"[redacted: password]\"\nb\n");
  CHECK(redacted.marks[0].start == find_redaction(redacted.text, 0));
  CHECK(redacted.text.substr(redacted.marks[0].start, redacted.marks[0].end - redacted.marks[0].start) ==
      "[redacted: password]");
  CHECK(find_redaction("[redacted: ] [redacted: X] [redacted: x", 0) == std::string::npos);
}

TEST_CASE("of a credential in the file no part stands in what is said about it") {
  HiddenText hidden("one\npassword = \"tr0ub4dor-and-3\"\npin_password = \"k9x\"\n");
  CHECK(hidden.hide("found 'password = \"tr0ub4dor-an...'") == "found 'password = \"[redacted: password]...'");
  CHECK(hidden.hide("it ends with ub4dor-and-3") == "it ends with [redacted: password]");
  CHECK(hidden.hide("TIMEOUT = 30, and one") == "TIMEOUT = 30, and one");
}

TEST_CASE("a credential that only the text has is taken out, too") {
  CHECK(HiddenText("").hide("password = \"tr0ub4dor-and-3\"") == "password = \"[redacted: password]\"");
}

}  // namespace aptix::context
