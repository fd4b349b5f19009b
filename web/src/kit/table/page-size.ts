import { usePreference } from '../browser/preferences.ts';

/** Rows on a page, as they can be chosen; a list may begin with another size. */
const PAGE_SIZES = [10, 25, 50, 100] as const;

type PageSize = (typeof PAGE_SIZES)[number];

const read = (stored: unknown): PageSize | undefined => PAGE_SIZES.find((one) => one === stored);

/** How many rows a list shows on a page: each person's own choice, else what the specification says. */
export function usePageSize(list: string, usual: number) {
  const [chosen, store] = usePreference(`page-size:${list}`, read);
  const options = [...new Set<number>([usual, ...PAGE_SIZES])].sort((one, other) => one - other);
  const choose = (size: number) => store(read(size));
  return { size: chosen ?? usual, chosen, sizes: { options, choose } };
}
