/** So many letters of a subject or a text are enough to know it by. */
const LONGEST = 120;

const short = (text: string) => (text.length > LONGEST ? `${text.slice(0, LONGEST).trimEnd()}…` : text);

/** The first line that says something, as much of it as a list has room for. */
export const beginningOf = (text: string): string =>
  short(
    text
      .split('\n')
      .map((line) => line.trim())
      .find((line) => line !== '') ?? '',
  );
