int main() {
    int rows = count(list);
    print(rows);

    return 0;
}
