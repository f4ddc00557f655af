import os

HOST = os.environ["HOST"]
PORT = int(os.environ.get("PORT", "8080"))
