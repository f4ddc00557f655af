timeout = 30
retries = 5
