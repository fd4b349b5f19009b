import { addressParser, type Email } from 'postal-mime';

/** The headers of a mail by their names in lower case; what a name has more than once, in its order. */
export interface MailHeaders {
  /** The first of a name, unfolded; empty: there is none. */
  first(name: string): string;
  has(name: string): boolean;
  /** All addresses of some headers in lower case, each once. */
  addresses(...names: string[]): string[];
}

/** No mail to us has more; whoever sends thousands wants us to look at them. */
const MOST_ADDRESSES = 50;
const LONGEST_ADDRESS = 320;
const LONGEST_LIST = 20_000;

const addressesIn = (text: string): string[] =>
  addressParser(text.slice(0, LONGEST_LIST), { flatten: true }).flatMap(({ address }) =>
    address === undefined || address === '' ? [] : [address.toLowerCase().slice(0, LONGEST_ADDRESS)],
  );

export function headersOf(all: Email['headers']): MailHeaders {
  const byName = new Map<string, string[]>();
  for (const { key, value } of all) {
    const values = byName.get(key);
    if (values) values.push(value);
    else byName.set(key, [value]);
  }
  return {
    first: (name) => byName.get(name)?.[0] ?? '',
    has: (name) => byName.has(name),
    addresses: (...names) => {
      const found = names.flatMap((name) => byName.get(name) ?? []).flatMap(addressesIn);
      return [...new Set(found)].slice(0, MOST_ADDRESSES);
    },
  };
}

/** Message-IDs in a header such as References. */
export const messageIdsIn = (text: string): string[] => text.slice(0, LONGEST_LIST).match(/<[^<>\s]{3,500}>/g) ?? [];
