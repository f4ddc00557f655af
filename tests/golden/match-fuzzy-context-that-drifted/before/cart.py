class Cart:
    def total(self, currency):
        amount = sum(item.price for item in self.items)
        if self.voucher:
            amount -= self.voucher.value
        return amount

    def count(self):
        return len(self.items)
