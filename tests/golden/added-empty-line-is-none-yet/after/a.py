x = 1

def main():
    pass
