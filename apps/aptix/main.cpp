#include <cstdio>

int main() {
  std::puts("aptix " APTIX_VERSION);
  return 0;
}
