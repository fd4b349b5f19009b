/** No text file and no cell holds them: a database cannot store some, and nobody typed the others. */
export const hasControlCharacters = (text: string): boolean => /[\0-\x08\x0e-\x1f]/.test(text);
