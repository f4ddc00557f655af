def area(w, unit, h):
    return int(w * h)
