import os

DEBUG = False
HOST = "a"
PORT = 1
