def f():  
    return 2

x = 2
