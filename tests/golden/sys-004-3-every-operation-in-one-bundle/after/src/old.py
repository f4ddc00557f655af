OLD = 2
