class Loader:
    def load(self, path):
        with open(path) as file:
            text = file.read()
            return text
