class Item:
    price = "$5"
