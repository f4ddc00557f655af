// SHA-256. The one file that includes OpenSSL.
#include "base/sha256.h"

#include <openssl/crypto.h>
#include <openssl/evp.h>

#include "base/assert.h"

namespace aptix {
namespace {

// Loading the configuration file and the error texts would double the cost of the first hash.
// No clean-up at exit: the process is about to end.
EVP_MD* fetch_algorithm() {
  OPENSSL_init_crypto(OPENSSL_INIT_NO_LOAD_CONFIG | OPENSSL_INIT_NO_LOAD_CRYPTO_STRINGS | OPENSSL_INIT_NO_ADD_ALL_CIPHERS |
                          OPENSSL_INIT_NO_ADD_ALL_DIGESTS | OPENSSL_INIT_NO_ATEXIT,
                      nullptr);
  return EVP_MD_fetch(nullptr, "SHA256", nullptr);
}

const EVP_MD* algorithm() {
  static EVP_MD* const fetched = fetch_algorithm();
  ASSERT(fetched != nullptr);
  return fetched;
}

int digit_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

}  // namespace

std::string Sha256::hex() const {
  std::string out;
  out.reserve(2 * bytes.size());
  for (uint8_t byte : bytes) {
    out += "0123456789abcdef"[byte >> 4];
    out += "0123456789abcdef"[byte & 15];
  }
  return out;
}

std::optional<Sha256> Sha256::parse(std::string_view text) {
  Sha256 hash;
  if (text.size() != 2 * hash.bytes.size()) return std::nullopt;
  for (size_t i = 0; i < hash.bytes.size(); ++i) {
    int high = digit_value(text[2 * i]);
    int low = digit_value(text[2 * i + 1]);
    if (high < 0 || low < 0) return std::nullopt;
    hash.bytes[i] = static_cast<uint8_t>(high << 4 | low);
  }
  return hash;
}

struct Sha256Hasher::State {
  std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> context{EVP_MD_CTX_new(), &EVP_MD_CTX_free};

  void start() { ASSERT(context && EVP_DigestInit_ex2(context.get(), algorithm(), nullptr) == 1); }
};

Sha256Hasher::Sha256Hasher() : state_(std::make_unique<State>()) { state_->start(); }
Sha256Hasher::~Sha256Hasher() = default;

void Sha256Hasher::update(std::string_view bytes) {
  ASSERT(EVP_DigestUpdate(state_->context.get(), bytes.data(), bytes.size()) == 1);
}

Sha256 Sha256Hasher::finish() {
  Sha256 hash;
  ASSERT(EVP_DigestFinal_ex(state_->context.get(), hash.bytes.data(), nullptr) == 1);
  state_->start();
  return hash;
}

Sha256 sha256(std::string_view bytes) {
  Sha256Hasher hasher;
  hasher.update(bytes);
  return hasher.finish();
}

}  // namespace aptix
