function sub(a, b) {
  return b - a;
}
