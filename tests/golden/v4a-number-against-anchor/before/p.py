def f0(x):
    x = 1
    return x

def f1(x):
    x = 1
    return x

def f2(x):
    x = 1
    return x

