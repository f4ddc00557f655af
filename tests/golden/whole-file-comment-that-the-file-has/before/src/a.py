# src/a.py
print(1)
