# src/a.py
print(1)
print(2)
