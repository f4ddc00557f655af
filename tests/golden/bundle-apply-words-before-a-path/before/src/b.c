three
four
