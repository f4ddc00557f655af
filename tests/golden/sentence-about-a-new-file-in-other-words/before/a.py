from config import settings


def a():
    return settings.x


def b():
    return 2
