export function Loading() {
  return <p role="status">Loading...</p>;
}
