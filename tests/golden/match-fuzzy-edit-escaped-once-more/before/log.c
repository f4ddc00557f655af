void report(int n) {
  printf("found %d\n", n);
  fflush(stdout);
}
