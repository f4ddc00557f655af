#include <stdio.h>
#define MOST 3

struct point {
  int x;
};

static int go(int a) {
  if (a) {
    return 1;
  }
  return 0;
}
