class Loader:
    def load(self, path):
        with open(path) as file:
            text = file.read()
            self.count += 1
            return text.strip()
