const letters = (title: string): string => title.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
const LONGEST = 60;
/** A name is more than half of a header that has something before or behind it. */
const isMostOf = (name: string, header: string): boolean => header.includes(name) && name.length > header.length / 2;

/** The Levenshtein distance: how many characters are inserted, deleted or replaced to make one text of the other. */
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
  if (isMostOf(name, header)) return 0.2 * (1 - name.length / header.length);
  return distance(header, name) / Math.max(header.length, name.length);
}

const MOST = 0.34;

/** The column that a header may have meant: the first name of the first column with a similar name; null where none is. */
export function closestHeader(header: string, columns: readonly (readonly string[])[]): string | null {
  const wanted = letters(header);
  if (wanted === '' || wanted.length > LONGEST) return null;
  let best = { name: null as string | null, strangeness: MOST };
  for (const names of columns) {
    const found = Math.min(...names.map((name) => strangeness(wanted, letters(name))));
    if (found < best.strangeness) best = { name: names[0] ?? null, strangeness: found };
  }
  return best.name;
}
