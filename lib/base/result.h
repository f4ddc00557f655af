// Result: a value or one Error. Outcome: a value and all diagnostics about it.
#pragma once

#include <tl/expected.hpp>

#include "base/diagnostic.h"

namespace aptix {

template <class T>
using Result = tl::expected<T, Error>;

using Status = tl::expected<void, Error>;

inline tl::unexpected<Error> fail(Error error) { return tl::unexpected<Error>(std::move(error)); }
inline tl::unexpected<Error> fail(Code code, std::string message, std::string hint = {}) {
  return tl::unexpected<Error>(make_error(code, std::move(message), std::move(hint)));
}
inline tl::unexpected<Error> fail_at(std::string_view path, Code code, std::string message, std::string hint = {}) {
  return tl::unexpected<Error>(error_at(path, code, std::move(message), std::move(hint)));
}

// For steps that report every fault at once: `value` is complete only if diagnostics.ok().
template <class T>
struct Outcome {
  T value{};
  Diagnostics diagnostics{};

  Outcome() = default;
  Outcome(T what, Diagnostics said = {}) : value(std::move(what)), diagnostics(std::move(said)) {}
  Outcome(tl::unexpected<Error> failure) { add(std::move(failure).value()); }

  bool ok() const { return diagnostics.ok(); }
  void add(Error error) { diagnostics.errors.push_back(std::move(error)); }
};

}  // namespace aptix

// TRY(expr): returns the error to the caller. TRY_ASSIGN(name, expr): declares `name` with the value, or returns the
// error. TRY_SET(place, expr): assigns the value to `place`, or returns the error.
#define APTIX_CONCAT2(a, b) a##b
#define APTIX_CONCAT(a, b) APTIX_CONCAT2(a, b)
#define TRY(expr)                                                          \
  do {                                                                     \
    auto try_result = (expr);                                              \
    if (!try_result) return tl::unexpected(std::move(try_result).error()); \
  } while (false)
#define TRY_SET(place, expr)                                               \
  do {                                                                     \
    auto try_result = (expr);                                              \
    if (!try_result) return tl::unexpected(std::move(try_result).error()); \
    (place) = std::move(*try_result);                                      \
  } while (false)
#define TRY_ASSIGN(name, expr)                                                     \
  auto APTIX_CONCAT(try_result_, __LINE__) = (expr);                               \
  if (!APTIX_CONCAT(try_result_, __LINE__))                                        \
    return tl::unexpected(std::move(APTIX_CONCAT(try_result_, __LINE__)).error()); \
  auto name = std::move(*APTIX_CONCAT(try_result_, __LINE__))
