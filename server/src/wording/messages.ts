/** A stored name as one line: no break in it can become a header, and no message has a hole where it is empty. */
export const oneLine = (text: string): string => text.replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' ').trim() || '-';

const amounts = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
/** @param price decimal text. */
export const amountOf = (price: string): string => amounts.format(Number(price));
