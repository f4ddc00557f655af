// File: c.c

int c = 2;
int d;
