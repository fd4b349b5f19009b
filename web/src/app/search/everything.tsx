import { directory } from '@desk/contract/directory';
import { followUp } from '@desk/contract/follow-up';
import { notifications } from '@desk/contract/notifications';
import { withSlugs } from '@desk/contract/rules/slugs';
import { search, type SearchHit } from '@desk/contract/search';
import { useNavigate } from '@tanstack/react-router';
import Mail from '@tabler/icons-react/dist/esm/icons/IconMail.mjs';
import Message from '@tabler/icons-react/dist/esm/icons/IconMessage.mjs';
import Users from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs';
import { Suspense, type ReactElement } from 'react';
import { useBrand } from '../../api/brand.ts';
import { useCall } from '../../api/hooks.ts';
import { lazyPart } from '../../api/load-code.ts';
import { useMayCall } from '../../api/may-call.ts';
import { useSession } from '../../api/session.ts';
import type { PaletteGroup, PaletteItem } from '../../kit/dialog/palette.tsx';
import { useOpenDomainPage } from '../../parts/domain-page/domain-page-address.ts';
import { ICON, isSameHit, itemOf, KINDS, matches, recentItem, useRecentHits } from './hits.tsx';

const CommentForm = lazyPart(async () => (await import('../../parts/renewal/comment-form.tsx')).CommentForm);
const SendNotification = lazyPart(
  async () => (await import('../../parts/renewal/send-notification.tsx')).SendNotification,
);

/** One letter is the beginning of too much. */
const LEAST_LETTERS = 2;
const LONGEST = 100;
const FRESH_MS = 30_000;
const DIRECTORY = '{provider}_domains';

/** A dialog that goes on from a hit, in the palette's place. */
export type HitDialog = (onClose: () => void) => ReactElement;

/** Opens the domain of a hit, and remembers the hit. */
function useOpenHit() {
  const openDomainPage = useOpenDomainPage();
  const [recent, remember] = useRecentHits();
  const open = ({
    kind,
    title,
    domain_name,
    renewal,
  }: Pick<SearchHit, 'kind' | 'title' | 'domain_name' | 'renewal'>) => {
    remember({ kind, domain_name, title });
    const tab = kind === 'invoice' ? 'invoices' : undefined;
    openDomainPage({ kind: 'domain', name: domain_name, renewal: renewal?.renewal_id, tab });
  };
  return { open, recent };
}

/** What can be done with the first domain that was found, as far as it is there and the person may. */
function useActions(show: (dialog: HitDialog) => void): (hit: SearchHit | undefined) => PaletteGroup {
  const mayComment = useMayCall(followUp.saveStatus);
  const mayNotify = useMayCall(notifications.send);
  return (hit) => {
    const items: PaletteItem[] = [];
    if (!hit?.renewal) return { name: 'Actions', items };
    const { domain_name, renewal } = hit;
    const row = { ...renewal, domain_name, subscription_id: null };
    const dialog = (label: string, icon: ReactElement, draw: HitDialog): PaletteItem => ({
      ...{ key: label, label, icon, stays: true },
      run: () => show((onClose) => <Suspense>{draw(onClose)}</Suspense>),
    });
    if (mayComment)
      items.push(
        dialog('Add Comments', <Message {...ICON} />, (onClose) => <CommentForm row={row} onClose={onClose} />),
      );
    if (mayNotify)
      items.push(
        dialog('Send Notification', <Mail {...ICON} />, (onClose) => <SendNotification row={row} onClose={onClose} />),
      );
    return { name: `Do with ${domain_name}`, items };
  };
}

/** The list of all domains that have what was typed, for those who have the directory. */
function useInDirectory(): (typed: string) => PaletteItem[] {
  const navigate = useNavigate();
  const { data: slugs } = useBrand();
  const menu = useSession()?.menu ?? [];
  const mayList = useMayCall(directory.search);
  const route = slugs && withSlugs(DIRECTORY, slugs);
  const item = menu.find(({ to_route }) => to_route === route);
  if (!item || !mayList) return () => [];
  const run = (q: string) => void navigate({ to: '/home/$screen', params: { screen: item.to_route }, search: { q } });
  return (typed) => [
    { key: 'directory', label: `“${typed}” in ${item.menu_name}`, icon: <Users {...ICON} />, run: () => run(typed) },
  ];
}

/** The search over everything that a domain's page shows, and what can be done with the first domain of it. */
export function useEverything(asked: string, { mayAll, show }: { mayAll: boolean; show: (dialog: HitDialog) => void }) {
  const query = asked.slice(0, LONGEST);
  const enabled = mayAll && query.length >= LEAST_LETTERS;
  const { data, error, isFetching, isPlaceholderData } = useCall(
    search.everything,
    { query },
    { enabled, fresh: FRESH_MS, keep: true },
  );
  const { open, recent } = useOpenHit();
  const actionsOn = useActions(show);
  const inDirectory = useInDirectory();

  /** The hits for what is typed now; of an answer to other letters only what has these as well. */
  const hitsFor = (typed: string): readonly SearchHit[] => {
    if (typed.length < LEAST_LETTERS || !enabled) return [];
    const hits = data?.hits ?? [];
    if (typed === asked && !isPlaceholderData) return hits;
    return hits.filter(({ title, detail, is_similar }) => !is_similar && matches(`${title} ${detail}`, typed));
  };
  const rankOf = (hit: SearchHit) => (recent.some((one) => isSameHit(one, hit)) ? 0 : 1);
  const groups = (typed: string): PaletteGroup[] => {
    if (typed === '')
      return [
        {
          name: 'Recent',
          whole: true,
          items: recent.map((hit) => recentItem(hit, () => open({ ...hit, renewal: null }))),
        },
      ];
    // What was opened lately stands first within its kind.
    const hits = [...hitsFor(typed)].sort((a, b) => rankOf(a) - rankOf(b));
    const byKind = KINDS.map(({ kind, name }) => ({
      name,
      items: hits.filter((hit) => hit.kind === kind).map((hit, nth) => itemOf(hit, nth, () => open(hit))),
    }));
    const first = hits.find(({ kind }) => kind === 'domain');
    const more = typed.length < LEAST_LETTERS ? [] : inDirectory(typed);
    return [...byKind, actionsOn(first), { name: 'Go to', items: more }];
  };
  return {
    groups,
    isAsking: enabled && isFetching,
    nothing: enabled
      ? 'Nothing by that name among the screens, domains, companies, people, invoices, tickets and subscriptions.'
      : `No screen by that name. The rest is found from ${LEAST_LETTERS} letters on.`,
    problem: enabled && error !== null ? `The search failed: only screens are shown. ${error.message}` : undefined,
  };
}
