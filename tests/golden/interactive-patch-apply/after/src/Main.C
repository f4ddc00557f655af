one
TWO
and more
four
five
