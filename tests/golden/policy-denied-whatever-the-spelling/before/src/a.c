int
