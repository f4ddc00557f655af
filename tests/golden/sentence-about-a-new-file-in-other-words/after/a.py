def a(settings):
    return settings.x


def b():
    return 2
