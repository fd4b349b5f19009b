/** A sign with the marks that belong to it; a Devanagari consonant with those that the virama joins to it. */
const CLUSTER = /.(?:[\p{M}\u200c\u200d]|(?<=\u094d\u200d?)\p{Script=Devanagari})*/gsu;
const CUT = '…';

/** What is kept together of a word that is wider than a line: a part of a domain or of an address. */
const CHUNK = /[^-./_@]*[-./_@]|[^-./_@]+/g;

/** The pieces of such a word: as much as fits into each line, one sign at least. */
function pieces(word: string, fits: (text: string) => boolean): string[] {
  const parts: string[] = [];
  let part = '';
  const chunks = (word.match(CHUNK) ?? []).flatMap((chunk) => (fits(chunk) ? chunk : (chunk.match(CLUSTER) ?? [])));
  for (const chunk of chunks) {
    if (part !== '' && !fits(part + chunk)) {
      parts.push(part);
      part = '';
    }
    part += chunk;
  }
  return part === '' ? parts : [...parts, part];
}

function cutTo(lines: readonly string[], most: number, fits: (text: string) => boolean): string[] {
  const [first, rest] = [lines.slice(0, most - 1), lines[most - 1] ?? ''];
  const clusters = [...(rest.match(CLUSTER) ?? [])];
  while (clusters.length > 0 && !fits(`${clusters.join('')}${CUT}`)) clusters.pop();
  return [...first, `${clusters.join('').trimEnd()}${CUT}`];
}

/**
 * A text in lines, broken at its spaces and line breaks, and within a word where that alone is too wide.
 * @param fits whether a text has room in a line.
 * @param most lines; what is more than them is left out, and an ellipsis says so.
 */
export function wrap(text: string, fits: (text: string) => boolean, most = Infinity): readonly string[] {
  const lines = text.split(/\r?\n/).flatMap((paragraph) => {
    let line = '';
    const done: string[] = [];
    for (const word of paragraph.split(/\s+/).filter((one) => one !== '')) {
      const longer = line === '' ? word : `${line} ${word}`;
      if (fits(longer)) {
        line = longer;
        continue;
      }
      if (line !== '') done.push(line);
      const parts = pieces(word, fits);
      done.push(...parts.slice(0, -1));
      line = parts.at(-1) ?? '';
    }
    return line === '' ? done : [...done, line];
  });
  return lines.length > most ? cutTo(lines, most, fits) : lines;
}
