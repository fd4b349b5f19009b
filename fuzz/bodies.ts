import fc from 'fast-check';
import { ODD_TEXTS, oddJson } from './odd.ts';
import type { Known } from './world.ts';

/** As far as the contract's bodies use JSON Schema. */
export interface Schema {
  type?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  allOf?: Schema[];
  items?: Schema;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
}

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
    'ACTIVE',
    '1',
    '1,2,3',
    'ANNUAL',
    'data',
    '1010020027',
  ],
];

/** Which of the known values a field of that name is likely to want. */
export const likely = (name: string, known: Known): readonly string[] => {
  if (/mail|owner|assign|member|user/i.test(name)) return known.emails;
  if (/month/i.test(name)) return known.days.map((day) => day.slice(0, 7));
  if (/date|day/i.test(name)) return known.days;
  if (/subscription/i.test(name)) return known.externalIds;
  return /domain|search|website/i.test(name) ? known.domains : [];
};

function fits({ pattern, minLength = 0, maxLength = Infinity, allOf = [] }: Schema, text: string): boolean {
  if (text.length < minLength || text.length > maxLength) return false;
  return (
    (pattern === undefined || new RegExp(pattern, 'u').test(text)) && allOf.every((further) => fits(further, text))
  );
}

function textOf(schema: Schema, name: string, known: Known): fc.Arbitrary<string> {
  const wanted = likely(name, known).filter((text) => fits(schema, text));
  const all = [...PLAUSIBLE, ...Object.values(known).flat(), ...ODD_TEXTS];
  const others = all.filter((text) => fits(schema, text));
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

const listOf = ({ items = {}, minItems = 0, maxItems = 4 }: Schema, name: string, make: Make): fc.Arbitrary<string> =>
  fc
    .array(make(items, name), { minLength: minItems, maxLength: Math.max(minItems, Math.min(maxItems, 4)) })
    .map((values) => `[${values.join(',')}]`);

/** Some keys twice, and some that nobody knows. */
const intruders: fc.Arbitrary<readonly (readonly [string, string])[]> = fc.array(
  fc.tuple(fc.constantFrom('__proto__', 'constructor', 'surprise', 'email', 'id', ''), oddJson),
  { maxLength: 1 },
);

function objectOf(schema: Schema, oddness: Oddness, make: Make): fc.Arbitrary<string> {
  const { properties = {}, required = [] } = schema;
  const fields = Object.fromEntries(Object.entries(properties).map(([name, inner]) => [name, make(inner, name)]));
  // The caller's e-mail needs not be said; another one is refused before anything else.
  const isSaid = (name: string): boolean => name !== 'email' || required.includes(name) || oddness === 'some';
  const result = Object.fromEntries(Object.entries(fields).filter(([name]) => isSaid(name)));
  const own = fc.record(result, { requiredKeys: oddness === 'none' ? required.filter((name) => name in result) : [] });
  const more = oddness === 'none' ? fc.constant([]) : intruders;
  const again = oddness === 'none' ? fc.constant(false) : fc.integer({ min: 0, max: 9 }).map((drawn) => drawn === 9);
  return fc.tuple(own, more, again).map(([values, others, isTwice]) => {
    const pairs = [...Object.entries(values), ...others].map(([key, value]) => `${JSON.stringify(key)}:${value}`);
    return `{${[...pairs, ...(isTwice ? pairs.slice(0, 1) : [])].join(',')}}`;
  });
}

function scalarOf(schema: Schema, name: string, known: Known): fc.Arbitrary<string> {
  switch (schema.type) {
    case 'string':
      return textOf(schema, name, known);
    case 'integer':
    case 'number':
      // What nobody changed has the first version.
      return name === 'version'
        ? fc.oneof({ weight: 3, arbitrary: fc.constant('1') }, numberOf(schema))
        : numberOf(schema);
    case 'boolean':
      return fc.boolean().map(String);
    case 'null':
      return fc.constant('null');
    default:
      return oddJson;
  }
}

/** JSON for a schema, as text: duplicate keys and numbers beyond numbers are texts only. */
export function jsonFor(known: Known, oddness: Oddness): Make {
  const plain: Make = (schema, name) => {
    if (schema.enum) return fc.constantFrom(...schema.enum.map((value) => JSON.stringify(value)));
    if ('const' in schema) return fc.constant(JSON.stringify(schema.const));
    if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => make(one, name)));
    if (schema.type === 'array') return listOf(schema, name, make);
    return schema.type === 'object' ? objectOf(schema, oddness, make) : scalarOf(schema, name, known);
  };
  const make: Make = (schema, name) => {
    const fitting = plain(schema, name);
    return oddness === 'none'
      ? fitting
      : fc.oneof({ weight: 7, arbitrary: fitting }, { weight: 1, arbitrary: oddJson });
  };
  return make;
}
