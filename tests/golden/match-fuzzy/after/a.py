def total(alpha, beta):
    return alpha - beta
