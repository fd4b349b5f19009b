import { expect, test } from 'vitest';
import { amountForSeats, sumWords } from './seat-sum.ts';

const rupees = (amount: number) => `₹${String(amount)}`;
const words = (seats: number, amount: string) => sumWords({ seats, amount }, 'for the year', rupees);

test('a sum is told with what it is the product of', () => {
  expect(words(12, '18000.00')).toBe('12 seats × ₹1500 = ₹18000 for the year');
  expect(words(1, '1500.50')).toBe('1 seat × ₹1500.5 = ₹1500.5 for the year');
});

test('where a seat is no whole paisa no product is told that does not come out', () => {
  expect(words(7, '1000.00')).toBe('7 seats: ₹1000 for the year, about ₹142.86 a seat');
});

test('another number comes in proportion to the sum, not to a rounded price of a seat', () => {
  expect(amountForSeats({ seats: 7, amount: '1000.00' }, 14)).toBe('2000.00');
  expect(amountForSeats({ seats: 747, amount: '2051262.00' }, 560)).toBe('1537760.00');
});
