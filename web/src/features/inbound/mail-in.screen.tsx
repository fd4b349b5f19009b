import type { ReplyOf } from '@desk/contract/call';
import {
  inbound,
  INBOUND_PAGE,
  InboundOf,
  InboundShown,
  type InboundMessage,
} from '@desk/contract/renewal-work/inbound';
import * as z from 'zod/mini';
import { useStable } from '../../kit/browser/use-stable.ts';
import { useOncePerRow } from '../../kit/button/once-per-row.ts';
import { toastOutcome } from '../../kit/feedback/toast-outcome.ts';
import { placeOf } from '../../kit/filter/list-filters.tsx';
import { useListSearch } from '../../kit/filter/list-search.ts';
import { SegmentedControl } from '../../kit/filter/segmented-control.tsx';
import { ScreenFrame } from '../../kit/layout/screen-frame.tsx';
import { Stack } from '../../kit/layout/stack.tsx';
import { Tabs } from '../../kit/layout/tabs.tsx';
import { DataTable } from '../../kit/table/data-table.tsx';
import { RenewBar } from '../../parts/decisions/deciding.tsx';
import { useMailIn } from '../../parts/inbound/use-mail-in.tsx';
import { useSettle } from '../../parts/inbound/use-settle.ts';
import { useListCall } from '../../parts/lists/list-call.ts';
import { useMailHoldEvents } from '../../parts/mail/mail-hold-switch.ts';
import { MailCard } from './mail.panel.tsx';
import { inboundColumns, inboundIdentity } from './columns.tsx';
import { useHeldMails } from './hooks.ts';

const TITLE = 'Mail in';
/** Covers lost events. */
const AGAIN_MS = 60_000;
/** News of mail that leaves comes under the same name, by hundreds. */
const REST_MS = 5_000;
/** It opens with what is counted beside its menu. */
const FILTERS = { of: placeOf(z.catch(InboundOf, 'mine')), show: placeOf(z.catch(InboundShown, 'to_do')) };
const WHOSE = { mine: 'Mine', team: 'Team' } as const satisfies Record<InboundOf, string>;

type Texts = Readonly<Record<InboundShown, { empty: string; hint: string }>>;

const TEAM: Texts = {
  to_do: {
    empty: 'Nobody’s answer waits',
    hint: 'What customers answer, and what comes back undelivered, stands here until somebody has seen to it.',
  },
  unmatched: {
    empty: 'Each mail is in somebody’s day',
    hint: 'A mail of which nobody knows whose it is, and an answer about nothing that is still to be done, stand here until somebody has seen to them.',
  },
  all: { empty: 'No mail has come in', hint: 'Each mail that comes to our addresses stands here.' },
};
const TEXTS: Readonly<Record<InboundOf, Texts>> = {
  team: TEAM,
  mine: {
    to_do: {
      empty: 'Nobody’s answer waits for you',
      hint: 'What is answered about your renewals, and about those of whom you cover for, stands here until somebody has seen to it. Under Team stands everybody’s.',
    },
    unmatched: TEAM.unmatched,
    all: {
      empty: 'No mail has come in for you',
      hint: 'Each mail about your renewals stands here; under Team everybody’s.',
    },
  },
};

type Counts = ReplyOf<typeof inbound.list>['counts'];

const withCount = (words: string, count: number | null | undefined) =>
  count === undefined || count === null || count === 0 ? words : `${words} · ${String(count)}`;

/** What nobody could match is there for who looks after that; before that is known, where the address asks for it. */
function tabsOf(counts: Counts | undefined, show: InboundShown) {
  const hasUnmatched = counts ? counts.unmatched !== null : show === 'unmatched';
  return {
    to_do: withCount('To do', counts?.to_do),
    ...(hasUnmatched && { unmatched: withCount('Unmatched', counts?.unmatched) }),
    all: 'All',
  } as Readonly<Record<InboundShown, string>>;
}

/** Mail that came in, and what is to be done about it. */
export function MailInScreen() {
  const search = useListSearch(FILTERS);
  const { of, show } = search.values;
  const { list, query } = useListCall(inbound.list, search, {
    rows: (reply) => reply.messages,
    size: INBOUND_PAGE,
    body: { of, show },
    again: () => AGAIN_MS,
  });
  useMailHoldEvents(() => void query.refetch({ cancelRefetch: false }), { restMs: REST_MS });
  const held = useHeldMails({ view: list.view, query, list: `${of} ${show}` });
  const mail = useMailIn({ onSettled: held.markSettled });
  const { settle, reopen } = useSettle();
  const open = useStable(({ inbound_id }: InboundMessage) => mail.open?.(inbound_id));
  const done = useOncePerRow(inboundIdentity.key, (message: InboundMessage) =>
    toastOutcome(settle(message).then(() => held.markSettled(message))),
  );
  const openAgain = useOncePerRow(inboundIdentity.key, (message: InboundMessage) => toastOutcome(reopen(message)));
  // Made anew each time: a cell shows how its row stands now.
  const columns = inboundColumns({ open, done, reopen: openAgain, show, isSettled: held.isSettled });
  return (
    <ScreenFrame
      title={TITLE}
      beside={
        <SegmentedControl label="Whose mail" options={WHOSE} value={of} onChange={(next) => search.set({ of: next })} />
      }
    >
      <Tabs
        label="Which mails"
        tabs={tabsOf(query.data?.counts, show)}
        value={show}
        onChange={(next) => search.set({ show: next }, 'push')}
      >
        <Stack>
          <RenewBar more={held.more} since="in the list by now" onRenew={() => void held.renew()} />
          <DataTable
            label={TITLE}
            row={inboundIdentity}
            columns={columns}
            view={held.view}
            query={list.query}
            texts={TEXTS[of][show]}
            isTall
            card={(message) => (
              <MailCard
                {...{ message, open, done }}
                name={inboundIdentity.name(message)}
                isSettled={held.isSettled(message)}
              />
            )}
          />
        </Stack>
      </Tabs>
      {mail.dialog}
    </ScreenFrame>
  );
}
