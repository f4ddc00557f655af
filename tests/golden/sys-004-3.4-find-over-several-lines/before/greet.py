def greet(name):
    print("Hello, " + name)


def leave(name):
    print("Goodbye, " + name)
