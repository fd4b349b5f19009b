import type { Schema } from './schema.ts';

/** The fields of one thing as learned from replies, by the plain name of each: its JSON. */
export type Row = ReadonlyMap<string, string>;

/** Other names of the same: an edit says in its own words what the list before it said. */
const ALIASES: Readonly<Record<string, string>> = {
  emailid: 'assignedto',
  initialadminmenu: 'menuid',
  initialusermenu: 'menuid',
  menuitem: 'menuid',
  menulist: 'menuid',
  region: 'zones',
  managerid: 'adminid',
};

/** A field's name without its spelling. */
export function plainName(name: string): string {
  const letters = name.toLowerCase().replace(/[^a-z]/g, '');
  return ALIASES[letters] ?? letters;
}

const MOST_TEXT = 200;
const MOST_LIST = 40;
/** Rows of one shape that are kept, the newest. */
const MOST_ROWS = 40;
const MOST_SHAPES = 400;
/** A list and the details of one thing tell much of it, other lists less, but of more things. */
const BEST = 16;

const isPlain = (value: unknown): boolean =>
  value === null ||
  ['number', 'boolean'].includes(typeof value) ||
  (typeof value === 'string' && value.length <= MOST_TEXT);
const isList = (value: unknown): value is unknown[] =>
  Array.isArray(value) && value.length > 0 && value.length <= MOST_LIST && value.every(isPlain);
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isKey = (name: string): boolean => /id$|^email$|^month$|domainname$/.test(name);

/** Plain values and lists of an object itself, without its children. */
const ownOf = (body: Record<string, unknown>): [string, string][] =>
  Object.entries(body)
    .filter(([, value]) => isPlain(value) || isList(value))
    .map(([name, value]) => [plainName(name), JSON.stringify(value)]);

/** The things in a value, each with the keys of the objects that contain it. */
function rowsIn(value: unknown, keys: readonly [string, string][]): Row[] {
  if (Array.isArray(value)) return value.slice(0, MOST_LIST).flatMap((one) => rowsIn(one, keys));
  if (!isObject(value)) return [];
  const own = ownOf(value);
  const under = [...keys, ...own.filter(([name]) => isKey(name))];
  const row: Row = new Map([...keys, ...own]);
  return [...(own.length > 0 ? [row] : []), ...Object.values(value).flatMap((inner) => rowsIn(inner, under))];
}

/** The names of all fields of a body. */
function namesOf({ properties = {}, anyOf = [], items }: Schema): string[] {
  const own = Object.entries(properties).flatMap(([name, inner]) => [plainName(name), ...namesOf(inner)]);
  return [...own, ...[...anyOf, ...(items ? [items] : [])].flatMap(namesOf)];
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

export type Learned = ReturnType<typeof learner>;

/**
 * Remembers what replies told, so that later bodies name things that are there, as they are: an id with the version, the
 * owner and the domain that belong to it. What carries `mark` is nobody's to say.
 */
export function learner(mark: string) {
  const shapes = new Map<string, Row[]>();
  const addRow = (row: Row): void => {
    const shape = [...row.keys()].toSorted().join();
    const alike = shapes.get(shape) ?? [];
    if (!shapes.has(shape) && shapes.size >= MOST_SHAPES) return;
    shapes.set(shape, [row, ...alike].slice(0, MOST_ROWS));
  };
  return {
    /** @param asked the body of the request, as far as it is JSON */
    addReply: (body: string, asked: string): void => {
      const question = parsed(asked);
      const keys = isObject(question) ? ownOf(question).filter(([name]) => isKey(name)) : [];
      rowsIn(parsed(body), keys)
        .filter((row) => ![...row.values()].some((json) => json.includes(mark)))
        .forEach(addRow);
    },
    addRow,
    /** Rows that tell the most of what a body asks for: the best, and the next best. */
    rowsFor: (schema: Schema): Row[][] => {
      const names = [...new Set(namesOf(schema))];
      const keys = names.filter(isKey).filter((name) => name !== 'email');
      const tells = (row: Row) => (name: string) => (row.get(name) ?? 'null') !== 'null';
      const scored = [...shapes.values()].flat().flatMap((row) => {
        const score = keys.filter(tells(row)).length * 4 + names.filter(tells(row)).length;
        return keys.some(tells(row)) ? [{ score, row }] : [];
      });
      const rows = scored.toSorted((one, other) => other.score - one.score).map(({ row }) => row);
      return [rows.slice(0, BEST), rows.slice(BEST, 5 * BEST)].filter((some) => some.length > 0);
    },
  };
}
