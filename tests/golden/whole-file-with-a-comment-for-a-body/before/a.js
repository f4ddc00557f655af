function a() {
  return 1;
}

function b() {
  let x = 1;
  return x + 2;
}

function c() {
  return 3;
}
