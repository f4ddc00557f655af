def greet(name):
    if name == "":
        return "who is there?"
    return "hello " + name
