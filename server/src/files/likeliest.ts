import type { ColumnSpec } from './columns-of.ts';

const letters = (title: string): string => title.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
const LONGEST = 60;
const SHORTEST_PART = 4;

/** How many letters have to be put in, left out or replaced to make one text of the other. */
function distance(one: string, other: string): number {
  let before = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const replaced = (before[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1);
      row.push(Math.min(replaced, (before[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1));
    }
    before = row;
  }
  return before[other.length] ?? 0;
}

/** How far a header is from a name, 0 to 1; a name with something before or behind it is near. */
function strangeness(header: string, name: string): number {
  if (name.length >= SHORTEST_PART && header.includes(name)) return 0.2 * (1 - name.length / header.length);
  return distance(header, name) / Math.max(header.length, name.length);
}

const MOST = 0.34;

/** The column that a header may have meant, by its first name; null where none is like it. */
export function likeliest(header: string, columns: readonly ColumnSpec[]): string | null {
  const said = letters(header);
  if (said === '' || said.length > LONGEST) return null;
  let best = { name: null as string | null, strangeness: MOST };
  for (const { names, surer = [] } of columns) {
    for (const name of [...names, ...surer]) {
      const found = strangeness(said, letters(name));
      if (found < best.strangeness) best = { name: names[0], strangeness: found };
    }
  }
  return best.name;
}
