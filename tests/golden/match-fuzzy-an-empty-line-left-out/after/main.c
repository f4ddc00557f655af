int main() {
    int rows = count(list);
    show(rows);
    log(rows);

    return 0;
}
