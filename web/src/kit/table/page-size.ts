import { usePreference } from '../browser/preferences.ts';

/** Rows on a page, as they can be chosen; a list may begin with another size. */
const PAGE_SIZES = [10, 25, 50, 100] as const;

type PageSize = (typeof PAGE_SIZES)[number];

const read = (stored: unknown): PageSize | undefined => PAGE_SIZES.find((one) => one === stored);

interface Search {
  readonly values: { readonly rows: string; readonly view: string };
  readonly set: (change: { rows: string }) => void;
}

/**
 * How many rows a list shows on a page: what the address says, else each person's own choice, else what the specification
 * says. What is chosen while a saved view is open belongs to the view and is not kept as one's own.
 */
export function usePageSize({ values: { rows, view }, set }: Search, { list, usual }: { list: string; usual: number }) {
  const [stored, store] = usePreference(`page-size:${list}`, read);
  const options = [...new Set<number>([usual, ...PAGE_SIZES])].sort((one, other) => one - other);
  /** What an address says, as far as it can be chosen. */
  const known = (text: string) => options.find((one) => String(one) === text);
  const size = known(rows) ?? stored ?? usual;
  const choose = (next: number) => {
    if (view === '') store(read(next));
    set({ rows: String(next) });
  };
  return { size, usual, chosen: size === usual ? undefined : read(size), known, sizes: { options, choose } };
}

/** How the rows of a page are chosen. */
export type PageSizing = ReturnType<typeof usePageSize>;
