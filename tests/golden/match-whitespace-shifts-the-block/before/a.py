def f():
    if a:
        return 1
