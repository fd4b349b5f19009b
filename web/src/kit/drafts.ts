const placeOf = (name: string) => `desk:draft:${name}`;

/** What was typed before, laid over the start values; fields that the form no longer has are left out. */
export function readDraft<Values extends object>(name: string, start: Values): Values {
  const stored = sessionStorage.getItem(placeOf(name));
  if (stored === null) return start;
  const typed = JSON.parse(stored) as Record<string, unknown>;
  const known = Object.entries(typed).filter(
    ([field, value]) => field in start && typeof value === typeof start[field as keyof Values],
  );
  return { ...start, ...Object.fromEntries(known) };
}

export const keepDraft = (name: string, values: object): void =>
  sessionStorage.setItem(placeOf(name), JSON.stringify(values));

export const clearDraft = (name: string): void => sessionStorage.removeItem(placeOf(name));
