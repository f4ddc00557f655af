timeout = 30
retries = 3
