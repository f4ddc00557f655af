rm a.txt
