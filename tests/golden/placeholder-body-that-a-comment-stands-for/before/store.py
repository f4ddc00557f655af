import db


def get(key):
    row = db.get(key)
    if row is None:
        raise KeyError(key)
    return row
