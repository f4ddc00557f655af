int add_box(struct box *box) {
    if (box == NULL)
        return -1;
    count += box->items;
    total += box->weight;
    return 0;
}
#define SLOT_1 1
#define SLOT_2 2
#define SLOT_3 3
#define SLOT_4 4
#define SLOT_5 5
#define SLOT_6 6
#define SLOT_7 7
#define SLOT_8 8
#define SLOT_9 9
#define SLOT_10 10
#define SLOT_11 11
#define SLOT_12 12
int add_crate(struct box *box) {
    if (box == NULL)
        return -1;
    count += box->items * box->layers;
    total += box->weight;
    return 0;
}
