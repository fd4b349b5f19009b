const LONGEST = 300;

/**
 * The first line of what an error says. The query builder says the query, often from the second line on, and behind it the
 * values: those are data, and left out.
 */
export const firstLine = (text: string): string => {
  const [first = ''] = text
    .replace(/\nparams:.*$/s, '')
    .replace(/^Failed query:\s+/, 'Failed query: ')
    .split('\n');
  return first.trim().slice(0, LONGEST);
};
