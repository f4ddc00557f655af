#include <math.h>

int low(int a) {
  if (a < 3) {
    return 2;
  }
  return 0;
}

int both(int b) {
  int c = b < 4 && b;
  return c;
}
