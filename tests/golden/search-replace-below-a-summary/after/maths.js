function add(a, b) {
  return a + b;
}

function sub(a, b) {
  return b - a;
}

function neg(a) {
  return -a;
}
