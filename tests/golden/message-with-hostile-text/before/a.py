[31mre
