import { useRouter, useRouterState } from '@tanstack/react-router';
import * as z from 'zod/mini';
import type { Refused } from '../../api/refused.ts';
import { tabStorage } from '../../kit/browser/browser-storage.ts';
import { useStable } from '../../kit/browser/use-stable.ts';
import type { Listed, ListedRow } from '../../kit/table/listed.ts';

/** What a page is about: a domain, or a reseller by its e-mail. */
export interface Subject {
  readonly kind: 'domain' | 'reseller';
  readonly name: string;
  /** The renewal from whose row it was opened: a domain has several. */
  readonly renewal?: number | undefined;
  /** The section of the page that is shown first. */
  readonly tab?: 'invoices' | undefined;
}

interface ListedSubject {
  readonly name: string;
  readonly renewal?: number | undefined;
}

/** Where a page was opened from, so that it leads back there and on through the rows of that list. */
interface Origin {
  readonly href: string;
  /** As the browser's history knows the entry. */
  readonly key: string;
  /** What is there, in words. */
  readonly label: string;
  /** Rows of the list around this one, in their order, and which of them this is; empty: it came from no list. */
  readonly rows: readonly ListedSubject[];
  readonly at: number;
  /** Which row of all it is, from 1, and how many there are. */
  readonly place: number;
  readonly total: number;
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    origin?: Origin;
    /** The page begins where something is written, as one comes from the last comment. */
    isWriting?: boolean;
  }
}

const NAMES_NOTHING: readonly number[] = [400, 404, 422];
/** Whether a call was refused because nothing is called so; an address can name anything. */
export const namesNothing = (error: Refused | null): boolean => error !== null && NAMES_NOTHING.includes(error.status);

export function pathOf({ kind, name, renewal, tab }: Subject): string {
  const search = [
    ...(renewal === undefined ? [] : [`renewal=${String(renewal)}`]),
    ...(tab === undefined ? [] : [`tab=${tab}`]),
  ].join('&');
  return `/home/${kind}/${encodeURIComponent(name)}${search === '' ? '' : `?${search}`}`;
}

/** A history keeps this many rows before and after the one that was opened. */
const AROUND = 100;

/** The rows of a list around a subject; undefined where the list is of something else. */
function rowsAround(listed: Listed, { name, renewal }: Subject) {
  const { rows, before, total } = listed.rows();
  const isThis = (row: ListedRow) => row.name === name && (renewal === undefined || row.key === renewal);
  const index = rows.findIndex(isThis);
  if (index === -1) return undefined;
  const from = Math.max(0, index - AROUND);
  const around = rows.slice(from, index + AROUND + 1);
  return {
    rows: around.map((row) => ({ name: row.name, ...(renewal !== undefined && { renewal: Number(row.key) }) })),
    at: index - from,
    place: before + index + 1,
    total,
  };
}

const LEFT = 'desk-rows-left';
/** So many pages back the focus is still known. */
const MOST_LEFT = 20;
const Left = z.catch(z.array(z.object({ key: z.string(), name: z.string(), renewal: z.optional(z.number()) })), []);
const rowsLeft = () => Left.parse(tabStorage.read(LEFT));

/** Which row the focus goes back to, once the page at this entry of the history is there again. */
const leave = (key: string, { name, renewal }: ListedSubject): void =>
  tabStorage.keep(LEFT, [{ key, name, renewal }, ...rowsLeft().filter((row) => row.key !== key)].slice(0, MOST_LEFT));

/** Whether a row was the last one that was opened from the page at this entry. */
export const isRowLeft = (key: string, { name, renewal }: ListedSubject): boolean =>
  rowsLeft().some((row) => row.key === key && row.name === name && row.renewal === renewal);
export const forgetRowLeft = (key: string): void =>
  tabStorage.keep(
    LEFT,
    rowsLeft().filter((row) => row.key !== key),
  );

/** What a page is called: its heading, and where its table says more, that. */
function labelOf(listed: Listed | undefined): string {
  const heading = document.querySelector('h1')?.textContent ?? '';
  return listed?.label.startsWith(heading) === true ? listed.label : heading;
}

const NOWHERE = { rows: [], at: 0, place: 0, total: 0 };

/** Opens the page of a domain or a reseller; of a row with its list, so that Back leads to the row and the page on to the next. */
export function useOpenDomainPage(): (subject: Subject, listed?: Listed) => void {
  const router = useRouter();
  return useStable((subject, listed) => {
    const { href, state } = router.state.location;
    const key = state.__TSR_key ?? '';
    const found = listed && rowsAround(listed, subject);
    leave(key, subject);
    const origin: Origin = { href, key, label: labelOf(listed), ...(found ?? NOWHERE) };
    void router.navigate({ href: pathOf(subject), state: { origin } });
  });
}

/** The ways from a page back to where it was opened, and on to the rows before and after it. */
export function useOrigin() {
  const router = useRouter();
  const origin = useRouterState({ select: ({ location }) => location.state.origin });
  const to = (step: 1 | -1) => {
    const row = origin?.rows[origin.at + step];
    if (!origin || !row) return undefined;
    return (isWriting = false) => {
      leave(origin.key, row);
      const next = { ...origin, at: origin.at + step, place: origin.place + step };
      // In its place, so that one step back leads to the list.
      void router.navigate({
        href: pathOf({ kind: 'domain', ...row }),
        state: { origin: next, isWriting },
        replace: true,
      });
    };
  };
  return { origin, back: () => router.history.back(), previous: to(-1), next: to(1) };
}
