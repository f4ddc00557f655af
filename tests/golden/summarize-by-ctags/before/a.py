a = 1
odd def go():
  pass
