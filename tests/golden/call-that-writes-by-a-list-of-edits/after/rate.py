base = 100
rate = 19
