import { searchedDomain } from '../../domain-names/typed.ts';

/** A pattern of `like` and `ilike` for texts that contain this one, taken literally. */
export const containsPattern = (text: string): string => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

/** The same for names of domains, in lower case: the address of a site is searched for its domain. */
export const containsDomainPattern = (text: string): string => containsPattern(searchedDomain(text));
