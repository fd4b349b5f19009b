import { shortened } from '../../kit/text/format.ts';

/** So many letters of a subject or a text are enough to know it by. */
const LONGEST = 120;

/** The first line that says something, as much of it as a list has room for. */
export const beginningOf = (text: string): string =>
  shortened(
    text
      .split('\n')
      .map((line) => line.trim())
      .find((line) => line !== '') ?? '',
    LONGEST,
  );
