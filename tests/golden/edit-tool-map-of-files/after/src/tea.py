KIND = 'green'
