import { GoogleRefusal } from './refusal.ts';

/** The fields that are wanted, each with what is wanted of it; an empty selection wants everything. */
export interface Selection {
  readonly [field: string]: Selection;
}

/** The fields that an answer may have; `{}` has none within it. */
export interface Shape {
  readonly [field: string]: Shape;
}

const invalidSelection = (what: string) =>
  new GoogleRefusal(400, 'invalidParameter', `Invalid field selection ${what}`);

const isWhole = (selection: Selection) => Object.keys(selection).length === 0;

/** The union of both: selecting everything includes the rest. */
function joined(one: Selection | undefined, other: Selection): Selection {
  if (!one || isWhole(other)) return other;
  if (isWhole(one)) return one;
  const all = { ...one };
  for (const [field, within] of Object.entries(other)) all[field] = joined(all[field], within);
  return all;
}

/** Google's form of a partial response: `a,b/c,d(e,f/g),*`. */
export function parseSelection(text: string): Selection {
  const tokens = text.match(/[\w*]+|\S/g) ?? [];
  let at = 0;

  function item(): Selection {
    const name = tokens[at++] ?? '';
    if (!/^(\w+|\*)$/.test(name)) throw invalidSelection(text);
    if (tokens[at] === '/') {
      at += 1;
      return { [name]: item() };
    }
    if (tokens[at] !== '(') return { [name]: {} };
    at += 1;
    const within = list();
    if (tokens[at++] !== ')') throw invalidSelection(text);
    return { [name]: within };
  }

  function list(): Selection {
    let all = item();
    while (tokens[at] === ',') {
      at += 1;
      all = joined(all, item());
    }
    return all;
  }

  const all = list();
  if (at < tokens.length) throw invalidSelection(text);
  return all;
}

/** Refuses a field that no such answer ever has. */
export function checkSelection(selection: Selection, shape: Shape): void {
  for (const [field, within] of Object.entries(selection)) {
    const found = field === '*' ? Object.values(shape) : [Object.hasOwn(shape, field) ? shape[field] : undefined];
    for (const one of found) {
      if (!one) throw invalidSelection(field);
      // Of a field named by * only those have what is within it that can.
      if (field !== '*' || !isWhole(one)) checkSelection(within, one);
    }
  }
}

/** The value reduced to the selected fields. */
export function selected(value: unknown, selection: Selection): unknown {
  if (isWhole(selection)) return value;
  if (Array.isArray(value)) return value.map((one: unknown) => selected(one, selection));
  if (typeof value !== 'object' || value === null) return value;
  const every = selection['*'];
  return Object.fromEntries(
    Object.entries(value).flatMap(([field, own]: [string, unknown]) => {
      const named = selection[field];
      const wanted = every && named ? joined(every, named) : (named ?? every);
      return wanted ? [[field, selected(own, wanted)]] : [];
    }),
  );
}
