rate = 7

total = sum * rate / 100
