int low(int value) {
    if (value < kLow)
        return kLow;
    log_it(value);
    return value;
}

int high(int value) {
    if (value < kHigh)
        return kLow;
    log_it(value);
    return value;
}
