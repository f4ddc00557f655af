def greet(who):
    print("Hello, " + who)


def leave(who):
    print("Goodbye, " + who)
