class A:
  x = 1
  def go(self):
    pass
