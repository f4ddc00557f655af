int main() {
    int rows = count(list);
    show(rows);
    return 0;
}
