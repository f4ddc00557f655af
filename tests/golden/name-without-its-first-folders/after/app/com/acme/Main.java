class Main {
    int twice(int n) {
        return n << 1;
    }

    int once(int n) {
        return n;
    }
}
