export function inRange(a: number, b: number): boolean {
  return a < b && b >= 0;
}
