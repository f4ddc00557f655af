"""Counts the words of a text."""
import sys


def count(text):
    words = {}
    for word in text.split():
        words[word] = words.get(word, 0) + 1
    return words


def main(path):
    with open(path) as file:
        text = file.read()
    for word, times in count(text).items():
        print(times, word)


if __name__ == "__main__":
    main(sys.argv[1])
