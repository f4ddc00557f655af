one
password = "tr0ub4dor-and-3"
two
