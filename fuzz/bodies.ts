import { STAFF_SCREENS } from '../contract/src/rules/pages.ts';
import fc from 'fast-check';
import { type Learned, plainName, type Row } from './learned.ts';
import { ODD_TEXTS, oddJson } from './odd.ts';
import type { Schema } from './schema.ts';
import type { KnownValues } from './filled-database.ts';

/** How much of a body is odd: `none` fits its schema, so that it reaches what is done with it. */
export type Oddness = 'none' | 'some';

const PLAUSIBLE = [
  ...['Acme Pvt Ltd', 'Ravi Iyer', 'a', 'Straße 東京 नमस्ते', '😀', 'correct horse battery', '123456', '+91 98765 43210'],
  ...[
    '12',
    '1500.50',
    'INR',
    'A',
    'north',
    'SMB',
    'SMB,Corporate',
    '100-300,1000+',
    'ACTIVE',
    '1',
    '1,2,3',
    'ANNUAL',
    'data',
    '1010020027',
  ],
];

/** Values by a field's name; the first match counts. */
/** As a browser's address has them: those with a slug stand there under the installation's. */
const SCREENS = STAFF_SCREENS.filter((screen) => !screen.includes('{'));

const WANTED: readonly (readonly [RegExp, (known: KnownValues) => readonly string[]])[] = [
  [/password/i, ({ passwords }) => passwords],
  [/segment/i, () => ['SMB', 'Corporate', 'SMB,Corporate']],
  [/zone|region/i, () => ['North', 'West', 'North,South']],
  [/phone/i, () => ['+91 98765 43210', '9876543210']],
  [/otp|voucher/i, ({ codes }) => codes],
  [/assign/i, ({ members }) => members],
  [/mail|owner|member|user/i, ({ emails }) => emails],
  [/month/i, ({ days }) => days.map((day) => day.slice(0, 7))],
  [/date|day/i, ({ days }) => days],
  [/subscription/i, ({ externalIds }) => externalIds],
  [/^screen$/, () => SCREENS],
  [/domain|search|website|query/i, ({ domains }) => domains],
];

/** Which of the known values a field of that name is likely to want. */
export const likely = (name: string, known: KnownValues): readonly string[] =>
  name === 'email' && known.own.length > 0 ? known.own : (WANTED.find(([names]) => names.test(name))?.[1](known) ?? []);

const patterns = new Map<string, RegExp>();
function patternOf(source: string): RegExp {
  const pattern = patterns.get(source) ?? new RegExp(source, 'u');
  patterns.set(source, pattern);
  return pattern;
}

function fits({ pattern, minLength = 0, maxLength = Infinity, allOf = [] }: Schema, text: string): boolean {
  if (text.length < minLength || text.length > maxLength) return false;
  return (pattern === undefined || patternOf(pattern).test(text)) && allOf.every((further) => fits(further, text));
}

const fitting = new WeakMap<Schema, string[]>();
/** Whatever text a field would take; looked for once, because bodies are made anew for each thing that they are about. */
function anyTextFor(schema: Schema, known: KnownValues): string[] {
  const all =
    fitting.get(schema) ??
    [...PLAUSIBLE, ...Object.values(known).flat(), ...ODD_TEXTS].filter((text) => fits(schema, text));
  fitting.set(schema, all);
  return all;
}

function textOf(schema: Schema, name: string, known: KnownValues): fc.Arbitrary<string> {
  const wanted = likely(name, known).filter((text) => fits(schema, text));
  const others = anyTextFor(schema, known);
  const [plainest = 'x'] = [...wanted, ...others];
  const text = fc.oneof(
    ...(wanted.length > 0 ? [{ weight: 4, arbitrary: fc.constantFrom(...wanted) }] : []),
    { weight: 1, arbitrary: fc.constantFrom(plainest, ...others) },
    {
      weight: 1,
      arbitrary: fc
        .string({ unit: 'grapheme', maxLength: 20 })
        .map((drawn) => (fits(schema, drawn) ? drawn : plainest)),
    },
  );
  return text.map((answer) => JSON.stringify(answer));
}

function numberOf({ type, minimum, exclusiveMinimum, maximum = 2_147_483_647 }: Schema): fc.Arbitrary<string> {
  const least = minimum ?? (exclusiveMinimum === undefined ? -1 : exclusiveMinimum + 1);
  const within = (value: number): number => Math.min(Math.max(value, Math.ceil(least)), maximum);
  const small = fc.integer({ min: within(0), max: within(40) });
  const edges = fc.constantFrom(within(-1), within(0), within(1), maximum, maximum - 1);
  const broken = fc.constantFrom(within(1.5), within(0.1), within(1e-7));
  return fc
    .oneof({ weight: 6, arbitrary: small }, { weight: 1, arbitrary: edges }, ...(type === 'number' ? [broken] : []))
    .map(String);
}

type Make = (schema: Schema, name: string) => fc.Arbitrary<string>;

const typeOf = (value: unknown): string => {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
};

const takes = (schema: Schema, type: string): boolean =>
  schema.type === undefined || schema.type === type || (schema.type === 'number' && type === 'integer');

/** The row's value for a field, in a type that the field takes. */
function learnedFor(schema: Schema, json: string): string | undefined {
  const value: unknown = JSON.parse(json);
  if (schema.anyOf) return schema.anyOf.map((one) => learnedFor(one, json)).find((one) => one !== undefined);
  if (schema.enum) return schema.enum.includes(value) ? json : undefined;
  const type = typeOf(value);
  if (typeof value === 'string' && !fits(schema, value)) return undefined;
  if (takes(schema, type)) return json;
  // Some lists give a number as a number and take it as a text.
  return schema.type === 'string' && type === 'integer' ? JSON.stringify(json) : undefined;
}

/** Fields that identify a thing, or say how it stood, are mostly sent as they are; those to be changed often are not. */
const isIdentifying = (name: string): boolean =>
  /id$|version|month|domainname|owner|email|subscription/.test(plainName(name));
const isFormerValue = (name: string): boolean => /^(?:seen|was|initial|present)/.test(name);

const listOf = ({ items = {}, minItems = 0, maxItems = 4 }: Schema, name: string, make: Make): fc.Arbitrary<string> =>
  fc
    .array(make(items, name), { minLength: minItems, maxLength: Math.max(minItems, Math.min(maxItems, 4)) })
    .map((values) => `[${values.join(',')}]`);

/** Some keys twice, and some that nobody knows. */
const extraKeys: fc.Arbitrary<readonly (readonly [string, string])[]> = fc.array(
  fc.tuple(fc.constantFrom('__proto__', 'constructor', 'surprise', 'email', 'id', ''), oddJson),
  { maxLength: 1 },
);

function objectOf(
  schema: Schema,
  oddness: Oddness,
  make: (schema: Schema, name: string, among: string[]) => fc.Arbitrary<string>,
): fc.Arbitrary<string> {
  const { properties = {}, required = [] } = schema;
  const names = Object.keys(properties);
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, inner]) => [name, make(inner, name, names)]),
  );
  // The caller's e-mail needs not be said; another one is refused before anything else.
  const isSent = (name: string): boolean => name !== 'email' || required.includes(name) || oddness === 'some';
  const result = Object.fromEntries(Object.entries(fields).filter(([name]) => isSent(name)));
  const own = fc.record(result, { requiredKeys: oddness === 'none' ? required.filter((name) => name in result) : [] });
  const more = oddness === 'none' ? fc.constant([]) : extraKeys;
  const again = oddness === 'none' ? fc.constant(false) : fc.integer({ min: 0, max: 9 }).map((drawn) => drawn === 9);
  return fc.tuple(own, more, again).map(([values, others, isTwice]) => {
    const pairs = [...Object.entries(values), ...others].map(([key, value]) => `${JSON.stringify(key)}:${value}`);
    return `{${[...pairs, ...(isTwice ? pairs.slice(0, 1) : [])].join(',')}}`;
  });
}

function scalarOf(schema: Schema, name: string, known: KnownValues): fc.Arbitrary<string> {
  switch (schema.type) {
    case 'string':
      return textOf(schema, name, known);
    case 'integer':
    case 'number':
      // A row that nobody changed has the first version.
      return name === 'version'
        ? fc.oneof({ weight: 3, arbitrary: fc.constant('1') }, numberOf(schema))
        : numberOf(schema);
    case 'boolean':
      return fc.boolean().map(String);
    case 'null':
      return fc.constant('null');
    default:
      // A field that accepts several types has none: a count as a number or as a text, a list or words with commas.
      return fc.oneof(
        { weight: likely(name, known).length > 0 ? 9 : 2, arbitrary: textOf(schema, name, known) },
        { weight: 4, arbitrary: numberOf({ type: 'integer', minimum: 1 }) },
        { weight: 3, arbitrary: fc.integer({ min: 1, max: 40 }).map((count) => `"${count}"`) },
        { weight: 1, arbitrary: oddJson },
      );
  }
}

/** Under which name a row has what a field asks for: what something was before goes by the name of what it is to become. */
const learnedName = (name: string, among: readonly string[]): string =>
  plainName(name === 'was' ? (among.find((one) => /^(?:zone|segments|emailid)$/.test(one)) ?? name) : name);

/** A form says more often something than nothing. */
function oneOfWords(words: readonly string[]): fc.Arbitrary<string> {
  const filled = words.filter((word) => word !== '""');
  const any = fc.constantFrom(...words);
  return filled.length === 0
    ? any
    : fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...filled) }, { weight: 1, arbitrary: any });
}

interface FieldOptions {
  row: Row | undefined;
  /** Within what says how something stood. */
  isPast: boolean;
}

/**
 * JSON for a schema, as text: duplicate keys and numbers beyond numbers are texts only. Most bodies are about one thing that
 * a reply told of.
 */
export function jsonFor(known: KnownValues, oddness: Oddness, learned: Learned): Make {
  const asOneLikes = (schema: Schema, name: string, options: FieldOptions): fc.Arbitrary<string> => {
    if (schema.enum) return oneOfWords(schema.enum.map((value) => JSON.stringify(value)));
    if ('const' in schema) return fc.constant(JSON.stringify(schema.const));
    if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => make(one, name, options, [])));
    if (schema.type === 'array') return listOf(schema, name, (items, of) => make(items, of, options, []));
    const within = { ...options, isPast: options.isPast || isFormerValue(name) };
    return schema.type === 'object'
      ? objectOf(schema, oddness, (inner, of, among) => make(inner, of, within, among))
      : scalarOf(schema, name, known);
  };
  const plain = (
    schema: Schema,
    name: string,
    options: FieldOptions,
    among: readonly string[],
  ): fc.Arbitrary<string> => {
    const own = asOneLikes(schema, name, options);
    const json = options.row?.get(learnedName(name, among));
    const learnedValue = json === undefined ? undefined : learnedFor(schema, json);
    if (learnedValue === undefined) return own;
    const weight = options.isPast || isIdentifying(name) || isFormerValue(name) ? 30 : 2;
    return fc.oneof({ weight, arbitrary: fc.constant(learnedValue) }, { weight: 1, arbitrary: own });
  };
  const make = (
    schema: Schema,
    name: string,
    options: FieldOptions,
    among: readonly string[],
  ): fc.Arbitrary<string> => {
    const fitting = plain(schema, name, options, among);
    return oddness === 'none'
      ? fitting
      : fc.oneof({ weight: 7, arbitrary: fitting }, { weight: 1, arbitrary: oddJson });
  };
  return (schema, name) => {
    const rows = learned.rowsFor(schema).map((alike) => fc.constantFrom(...alike));
    const one = fc.oneof(fc.constant(undefined), ...rows.map((arbitrary) => ({ weight: 1, arbitrary })));
    // A call that adds something new names nothing that exists.
    const some = fc.oneof({ weight: 3, arbitrary: one }, { weight: 1, arbitrary: fc.constant(undefined) });
    return some.chain((row) => make(schema, name, { row, isPast: false }, []));
  };
}
