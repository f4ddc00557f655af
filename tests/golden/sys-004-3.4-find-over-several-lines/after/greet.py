def greet(name, mark="!"):
    print("Hello, " + name + mark)


def leave(name):
    print("Goodbye, " + name)
