def greet(name):
    if name == "":
        return "who's there?"
    return "hello " + name
