int main() {
    int rows = count(lists);
    show(rows);
    return 0;
}
