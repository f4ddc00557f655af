class Wrong(Exception):
    pass


LIMIT = 3
