export function Hello({ name }) {
  return <p>Hello {name}, this is React.</p>;
}
