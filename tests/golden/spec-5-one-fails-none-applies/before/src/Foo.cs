something else
