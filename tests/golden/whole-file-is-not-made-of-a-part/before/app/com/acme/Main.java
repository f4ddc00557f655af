class Main {
    int twice(int n) {
        return n * 2;
    }

    int once(int n) {
        return n;
    }
}
