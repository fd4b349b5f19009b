import { emailAddress, line } from '@desk/contract/fields';
import type * as z from 'zod/mini';
import { addMonths } from '../../time/days.ts';
import { namedDomain } from '../../domain-names/typed.ts';
import { idCellError } from './cell-faults.ts';
import { FileProblem } from '../file-problem.ts';
import type { ColumnKind } from '../sheet.ts';

/** Makes the value of a trimmed cell that is not blank, or throws a FileProblem; `today` is the business day. */
export type CellReader<T> = (cell: string, today: string) => T;

const two = (digits: string) => digits.padStart(2, '0');

/** DD-MM-YYYY, DD/MM/YYYY or YYYY-MM-DD → `YYYY-MM-DD`. */
export const day: CellReader<string> = (cell) => {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(cell);
  const indian = /^(\d{1,2})([-/])(\d{1,2})\2(\d{4})$/.exec(cell);
  const [year, month, date] = iso ? iso.slice(1) : indian ? [indian[4], indian[3], indian[1]] : [];
  if (year === undefined || month === undefined || date === undefined) {
    throw new FileProblem('Enter a date as DD-MM-YYYY');
  }
  const text = `${year}-${two(month)}-${two(date)}`;
  const instant = new Date(`${text}T00:00:00Z`);
  const isReal = year >= '1900' && !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(text);
  if (!isReal) throw new FileProblem('There is no such day');
  return text;
};

/** A day on which a term began. */
export const startDay: CellReader<string> = (cell, today) => {
  const read = day(cell, today);
  if (read < addMonths(today, -240)) throw new FileProblem('The date lies more than twenty years back');
  if (read > addMonths(today, 120)) throw new FileProblem('The date lies more than ten years ahead');
  return read;
};

/** A day on which something renews: not long past, and not a slip of the keyboard ahead. */
export const renewalDay: CellReader<string> = (cell, today) => {
  const read = day(cell, today);
  if (read < addMonths(today, -12)) throw new FileProblem('The date lies more than a year back');
  if (read > addMonths(today, 120)) throw new FileProblem('The date lies more than ten years ahead');
  return read;
};

const NUMBER = /^(?:\d{1,10}|\d{1,3}(?:,\d{2,3})*,\d{3})(?:\.(\d+))?$/;
const MAX_AMOUNT = 9_999_999_999;

/** A number without its grouping, in the Indian way (1,50,000) or the western one (150,000), or undefined. */
function plainNumber(cell: string): string | undefined {
  return NUMBER.test(cell) ? cell.replaceAll(',', '') : undefined;
}

/** `1500` and `1500.5` → `1500.00`, `1500.50`: as the database writes it, so that equal amounts are equal texts. */
function withTwoDecimals(plain: string): string {
  const [whole = '', decimals = ''] = plain.split('.');
  if (decimals.length > 2) throw new FileProblem('Enter at most two decimals');
  return `${BigInt(whole)}.${decimals.padEnd(2, '0')}`;
}

/** Rupees: `₹ 1,50,000.50` → `150000.50`. */
export const amount: CellReader<string> = (cell) => {
  const plain = plainNumber(cell.replace(/^(?:₹|Rs\.?|INR)\s*/i, ''));
  if (plain === undefined || Number(plain) > MAX_AMOUNT) throw new FileProblem('Enter an amount such as 1,50,000.00');
  return withTwoDecimals(plain);
};

const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/** A code of ISO 4217: `usd` → `USD`. */
export const currency: CellReader<string> = (cell) => {
  const code = cell.toUpperCase();
  if (!CURRENCIES.has(code)) throw new FileProblem('Enter a currency such as INR or USD');
  return code;
};

/** `12.5` or `12.5 %` → `12.50`. */
export const percentage: CellReader<string> = (cell) => {
  const plain = plainNumber(cell.replace(/\s*%$/, ''));
  if (plain === undefined || Number(plain) > 100) throw new FileProblem('Enter a percentage from 0 to 100');
  return withTwoDecimals(plain);
};

const MAX_COUNT = 1_000_000;

export const count: CellReader<number> = (cell) => {
  const plain = plainNumber(cell);
  if (plain === undefined || plain.includes('.') || Number(plain) > MAX_COUNT) {
    throw new FileProblem('Enter a whole number from 0 to 1,000,000');
  }
  return Number(plain);
};

/** A domain in lower case ASCII (IDNA), also from the address of its site. */
export const domain: CellReader<string> = (cell) => {
  const name = namedDomain(cell);
  if (name === undefined) throw new FileProblem('Enter a domain such as company.example');
  return name;
};

/** `+91 98765-43210` → `+919876543210`. */
export const phone: CellReader<string> = (cell) => {
  const plain = cell.replaceAll(/[\s().-]/g, '');
  if (!/^\+?\d{10,15}$/.test(plain)) throw new FileProblem('Enter a phone number of at least 10 digits');
  return plain;
};

const by =
  (schema: z.ZodMiniType<string>): CellReader<string> =>
  (cell) => {
    const read = schema.safeParse(cell);
    if (!read.success) throw new FileProblem(read.error.issues[0]?.message ?? 'This cannot be read');
    return read.data;
  };

export const email = by(emailAddress('Enter an e-mail address'));
export const text = (max: number) => by(line(max));

/** An identifier assigned by another system, exact: no number that a spreadsheet has rounded. */
export const id =
  (max: number): CellReader<string> =>
  (cell, today) => {
    const fault = idCellError(cell);
    if (fault !== undefined) throw new FileProblem(fault);
    return text(max)(cell, today);
  };

const KINDS = new Map<unknown, ColumnKind>([
  ...[day, renewalDay].map((read) => [read, 'day'] as const),
  ...[[amount, 'amount'] as const, [count, 'number'] as const, [percentage, 'percent'] as const],
]);
/** How a spreadsheet shows the cells of a reader. */
export const kindOf = (read: CellReader<unknown>): ColumnKind => KINDS.get(read) ?? 'text';

/** One of some words, whatever its case and with spaces or `-` for `_`; `aliases` are other names of them. */
export const word = (words: readonly string[], aliases: Readonly<Record<string, string>> = {}): CellReader<string> => {
  const known = new Map([...words.map((one) => [one, one] as const), ...Object.entries(aliases)]);
  return (cell) => {
    const found = known.get(cell.toUpperCase().replaceAll(/[\s-]+/g, '_'));
    if (found === undefined) throw new FileProblem(`Enter one of: ${words.join(', ')}`);
    return found;
  };
};
