/** A stored name as one line: no break in it can become a header, and no message has a hole where it is empty. */
export const oneLine = (text: string): string => text.replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' ').trim() || '-';

const TWO_DIGITS = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
/**
 * "INR 1,50,000.00", "USD 150,000.00": rupees in lakh and crore, as they are read in India, all other money in thousands.
 * @param price decimal text.
 * @param currency ISO 4217.
 */
export const amountOf = (price: string, currency: string): string =>
  `${currency} ${Number(price).toLocaleString(currency === 'INR' ? 'en-IN' : 'en-US', TWO_DIGITS)}`;

/** The line that gives a reason, where one was given. */
export const reasonLine = (reason: string | undefined): string[] =>
  reason === undefined || reason === '' ? [] : [`Reason: ${reason}`];
