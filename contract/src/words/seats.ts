/** "1,474", grouped as in India, where the product is at home. */
export const grouped = (count: number): string => count.toLocaleString('en-IN');

/** "1 seat", "1,474 seats". */
export const inSeats = (seats: number): string => (seats === 1 ? '1 seat' : `${grouped(seats)} seats`);

/**
 * What is to be done before fewer seats than are in use can be had; undefined: nothing, or nobody knows how many are.
 * @param isOver the term has ended
 */
export function seatsToFree(
  { wanted, inUse }: { wanted: number | null; inUse: number | null },
  isOver = false,
): string | undefined {
  if (wanted === null || inUse === null || inUse <= wanted) return undefined;
  const when = isOver ? 'first' : 'before the end';
  return `${grouped(inUse)} of ${grouped(wanted)} wanted seats are in use: free ${grouped(inUse - wanted)} ${when}.`;
}
