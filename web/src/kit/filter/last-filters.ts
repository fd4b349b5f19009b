import * as z from 'zod/mini';
import { tabStorage } from '../browser/browser-storage.ts';

const placeOf = (path: string) => `desk:filters:${path}`;
const Filters = z.catch(z.record(z.string(), z.string()), {});

/** The filters a screen had, so that its link leads back to them; never the page. */
export function rememberFilters(path: string, search: Readonly<Record<string, string>>): void {
  const filters = Object.entries(search).filter(([name]) => name !== 'page');
  tabStorage.keep(placeOf(path), Object.fromEntries(filters));
}

export const lastFilters = (path: string): Record<string, string> => Filters.parse(tabStorage.read(placeOf(path)));
