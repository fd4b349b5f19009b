import { GoogleRefusal, invalid } from './refusal.ts';

/** A JSON body or a part of it; which fields it has, only the rules know. */
export type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export function parseBody(text: string): Fields {
  if (text.trim() === '') return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new GoogleRefusal(400, 'parseError', 'Parse Error');
  }
  if (!isFields(value)) throw new GoogleRefusal(400, 'parseError', 'Parse Error');
  return value;
}

/** The object in a field; {} where there is none. */
export function part(fields: Fields, name: string): Fields {
  const value = fields[name];
  if (value === undefined || value === null) return {};
  if (!isFields(value)) throw invalid(`Invalid value for: ${name}`);
  return value;
}

/** The text in a field; undefined where there is none, refused where it is longer than `longest`. */
export function text(fields: Fields, name: string, longest = 255): string | undefined {
  const value = fields[name];
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value !== 'string' || value.length > longest) throw invalid(`Invalid value for: ${name}`);
  return value;
}

export function requiredText(fields: Fields, name: string): string {
  const value = text(fields, name);
  if (value === undefined) throw invalid(`Required: ${name}`);
  return value;
}

/** An int32, as a number or (as protocol buffers allow) as digits in a string. */
export function int32(fields: Fields, name: string): number | undefined {
  const value = fields[name];
  if (value === undefined || value === null) return undefined;
  const number = typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isInteger(number) || Math.abs(number) > 2 ** 31 - 1) {
    throw invalid(`Invalid value for: ${name}`);
  }
  return number;
}

export function choice<T extends string>(fields: Fields, name: string, choices: readonly T[]): T {
  const value = requiredText(fields, name);
  const known = choices.find((one) => one === value);
  if (known === undefined) throw invalid(`Invalid value for: ${name}`);
  return known;
}
