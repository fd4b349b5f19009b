/** A pattern of `like` and `ilike` for texts that contain this one, taken literally. */
export const containing = (text: string): string => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
