def first():
    return 1

NAMES = ["one",
         "two"]
MOST_ERRORS = 1000  # nobody reads more
