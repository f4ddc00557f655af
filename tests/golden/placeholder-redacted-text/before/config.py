HOST = "db"
password = "tr0ub4dor-and-3"
