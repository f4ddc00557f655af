export const clamp = (n, a, b) => Math.min(Math.max(n, a), b);
