import { HIT_KINDS, type SearchHit } from '@desk/contract/search';
import FileInvoice from '@tabler/icons-react/dist/esm/icons/IconFileInvoice.mjs';
import Id from '@tabler/icons-react/dist/esm/icons/IconId.mjs';
import Ticket from '@tabler/icons-react/dist/esm/icons/IconTicket.mjs';
import User from '@tabler/icons-react/dist/esm/icons/IconUser.mjs';
import World from '@tabler/icons-react/dist/esm/icons/IconWorld.mjs';
import * as z from 'zod/mini';
import { usePreference } from '../../kit/browser/preferences.ts';
import type { PaletteItem } from '../../kit/dialog/palette.tsx';
import { date } from '../../kit/text/format.ts';
import type { Icon } from '../menu/menu-groups.ts';

export const ICON = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;

type Kind = SearchHit['kind'];

/** What the hits of a kind are called together, in the order in which they stand. */
const NAMES: Readonly<Record<Kind, string>> = {
  domain: 'Domains',
  person: 'People',
  invoice: 'Invoices',
  ticket: 'Tickets',
  subscription: 'Subscriptions',
};
const ICONS: Readonly<Record<Kind, Icon>> = {
  domain: World,
  person: User,
  invoice: FileInvoice,
  ticket: Ticket,
  subscription: Id,
};
export const KINDS = HIT_KINDS.map((kind) => ({ kind, name: NAMES[kind] }));

/** Whether a text has what was typed. */
export const matches = (text: string, typed: string): boolean => text.toLowerCase().includes(typed.toLowerCase());

/** A hit as the browser keeps it: how somebody is reached is not kept. */
const RecentHit = z.object({ kind: z.enum(HIT_KINDS), domain_name: z.string(), title: z.string() });
export type RecentHit = z.infer<typeof RecentHit>;

const MOST_RECENT = 6;
const readRecent = (stored: unknown): readonly RecentHit[] => {
  const read = z.array(RecentHit).safeParse(stored);
  return read.success ? read.data.slice(0, MOST_RECENT) : [];
};
export const isSameHit = (a: Pick<RecentHit, 'kind' | 'title'>, b: Pick<RecentHit, 'kind' | 'title'>): boolean =>
  a.kind === b.kind && a.title === b.title;

/** The hits that the person opened last, the newest first; kept in this browser, for each person apart. */
export function useRecentHits(): [readonly RecentHit[], (hit: RecentHit) => void] {
  const [recent, setRecent] = usePreference('recent-hits', readRecent);
  const add = ({ kind, domain_name, title }: RecentHit) =>
    setRecent(
      [{ kind, domain_name, title }, ...recent.filter((one) => !isSameHit(one, { kind, title }))].slice(0, MOST_RECENT),
    );
  return [recent, add];
}

const besideOf = ({ is_similar, renewal, kind }: SearchHit): string => {
  if (is_similar) return 'similar name';
  return kind === 'domain' && renewal ? `renews ${date(renewal.renewal_date)}` : '';
};

/** A hit as a row of the palette. */
export function itemOf(hit: SearchHit, nth: number, run: () => void): PaletteItem {
  const Sign = ICONS[hit.kind];
  return {
    key: `${hit.title} ${String(nth)}`,
    label: hit.title,
    detail: hit.detail === hit.title ? '' : hit.detail,
    beside: besideOf(hit),
    icon: <Sign {...ICON} />,
    run,
  };
}

/** A hit that was opened before. */
export function recentItem(hit: RecentHit, run: () => void): PaletteItem {
  const Sign = ICONS[hit.kind];
  const detail = hit.title === hit.domain_name ? '' : hit.domain_name;
  return {
    key: `${hit.kind} ${hit.title}`,
    label: hit.title,
    detail,
    beside: 'opened lately',
    icon: <Sign {...ICON} />,
    run,
  };
}
