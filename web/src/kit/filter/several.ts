import * as z from 'zod/mini';

const BETWEEN = ',';

/** Those of the words that a filter of several has chosen, in their own order. */
export const severalOf = <Word extends string>(words: readonly Word[], text: string): readonly Word[] => {
  const chosen = new Set(text.split(BETWEEN));
  return words.filter((word) => chosen.has(word));
};

/** The chosen words as an address has them: '' for none. */
export const writtenSeveral = (words: readonly string[]): string => words.join(BETWEEN);

/** Any of some words in an address; '' for none, and where it says something else. */
export const searchSeveral = (words: readonly string[]): z.ZodMiniType<string> =>
  z.catch(z.string().check(z.refine((text) => text === writtenSeveral(severalOf(words, text)))), '');
