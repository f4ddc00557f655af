import db


def get(key):
    return db.get(key)


def put(key, value):
    check(key)
    db.put(key, value)


def drop(key):
    db.drop(key)
