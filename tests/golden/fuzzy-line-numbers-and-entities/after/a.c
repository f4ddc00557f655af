#include <math.h>

int low(int a) {
  if (a <= 3) {
    return 1;
  }
  return 0;
}

int both(int b) {
  int c = b;
  return c;
}
