ONE
two
