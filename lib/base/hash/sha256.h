// SHA-256, and git's names of blobs, computed by OpenSSL's libcrypto.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace aptix {

struct Sha256 {
  std::array<uint8_t, 32> bytes{};

  auto operator<=>(const Sha256&) const = default;
  std::string hex() const;  // 64 lower-case digits
  // Nothing unless `text` is exactly 64 hex digits of either case.
  static std::optional<Sha256> parse(std::string_view text);
};

inline std::string hex_of(const std::optional<Sha256>& sha) { return sha ? sha->hex() : ""; }

Sha256 sha256(std::string_view bytes);

// git's name of a blob: its SHA-1, 40 hexadecimal digits. Not for security.
std::string git_blob_name(const std::vector<std::string_view>& pieces);

// Is `name` git's name of a blob with that content, abbreviated to 7 digits or more?
bool names_blob(std::string_view name, std::string_view content);

// For content in pieces. One per thread; reusable after finish(). A copy continues from the same bytes.
class Sha256Hasher {
 public:
  Sha256Hasher();
  ~Sha256Hasher();
  Sha256Hasher(const Sha256Hasher& other);
  Sha256Hasher& operator=(const Sha256Hasher& other);

  void update(std::string_view bytes);
  Sha256 finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace aptix
