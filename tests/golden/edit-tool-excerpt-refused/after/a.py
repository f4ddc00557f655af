import os
LIMIT = 10
print(LIMIT)
