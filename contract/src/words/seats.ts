/** "1,474", grouped as in India, where the product is at home. */
export const grouped = (count: number): string => count.toLocaleString('en-IN');

/** "1 seat", "1,474 seats". */
export const inSeats = (seats: number): string => (seats === 1 ? '1 seat' : `${grouped(seats)} seats`);
