const placeOf = (path: string) => `desk:filters:${path}`;

/** The filters a screen had, so that its link leads back to them; never the page. */
export function rememberFilters(path: string, search: Readonly<Record<string, string>>): void {
  const filters = Object.entries(search).filter(([name]) => name !== 'page');
  sessionStorage.setItem(placeOf(path), JSON.stringify(Object.fromEntries(filters)));
}

export const lastFilters = (path: string): Record<string, string> =>
  JSON.parse(sessionStorage.getItem(placeOf(path)) ?? '{}') as Record<string, string>;
