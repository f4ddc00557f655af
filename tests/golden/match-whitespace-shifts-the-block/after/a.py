def f():
    if b:
        return 2
