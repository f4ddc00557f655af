void report(int n) {
  printf("found %d files\n", n);
  fflush(stdout);
}
