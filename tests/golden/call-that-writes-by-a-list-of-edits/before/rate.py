base = 100
rate = 7
