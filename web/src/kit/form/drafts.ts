import * as z from 'zod/mini';
import { tabStorage } from '../browser/browser-storage.ts';

const DRAFT = 'desk:draft:';
const placeOf = (name: string) => `${DRAFT}${name}`;
/** What fields of a form hold as text: words, ticks, lists. */
const Typed = z.catch(z.record(z.string(), z.unknown()), {});
const kindOf = (value: unknown) =>
  Array.isArray(value) && value.every((one) => typeof one === 'string') ? 'list' : typeof value;

/** What was typed before, laid over the start values (which come back themselves where nothing was); fields that the form no longer has are left out. */
export function readDraft<Values extends object>(name: string, start: Values): Values {
  const known = Object.entries(Typed.parse(tabStorage.read(placeOf(name)))).filter(
    ([field, value]) => field in start && value !== null && kindOf(value) === kindOf(start[field as keyof Values]),
  );
  return known.length === 0 ? start : { ...start, ...Object.fromEntries(known) };
}

export const keepDraft = (name: string, values: object): void => tabStorage.keep(placeOf(name), values);

export const clearDraft = (name: string): void => tabStorage.remove(placeOf(name));

/** Whether something that was typed in this tab waits to be sent. */
export const hasDrafts = (): boolean => tabStorage.has(DRAFT);

export const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/**
 * Only what was typed is kept: laid over another start later, it undoes nothing that a colleague changed in other fields.
 * @param seen kept with it where something was typed
 */
export const keepTyped = (name: string, values: object, start: object, seen: object = {}): void => {
  const typed = Object.entries(values).filter(([field, value]) => !isSame(value, Reflect.get(start, field)));
  if (typed.length === 0) clearDraft(name);
  else keepDraft(name, { ...Object.fromEntries(typed), ...seen });
};
