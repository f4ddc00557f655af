def first():
    return 1

MOST_ERRORS = 1000  # nobody reads more
