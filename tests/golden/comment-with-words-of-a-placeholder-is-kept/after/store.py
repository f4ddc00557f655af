import db


def get(key):
    row = db.get(key)
    # other rows keep their order
    if row is None:
        raise KeyError(key)
    return row
