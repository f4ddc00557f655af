def show(v):
    v.sort()
    for i in v:
        print(i)
