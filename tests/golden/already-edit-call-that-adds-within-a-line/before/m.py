def area(w, unit, h):
    return w * h
