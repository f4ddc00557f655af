class Queue:
    def pop(self):
        return self.items.pop(0)

    def push(self, item):
        self.items.append(item)
