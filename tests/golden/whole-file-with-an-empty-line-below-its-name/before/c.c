// File: c.c

int c;
int d;
