a = 1
password = "correct1horse"
