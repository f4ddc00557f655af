port = 1
host = 2
