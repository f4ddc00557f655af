class Queue:
    def pop(self):
        return self.items.pop()

    def push(self, item):
        self.items.append(item)
