a = w * h2
