import os
import sys


def a():
    return os.sep


def b():
    return sys.argv[1:]
