import type { InboundMessage } from '@desk/contract/renewal-work/inbound';
import { useState } from 'react';
import { useHeldRows } from '../../kit/table/held-rows.ts';
import type { TableView } from '../../kit/table/types.ts';
import { inboundIdentity } from './columns.tsx';

interface Page {
  view: TableView<InboundMessage>;
  query: {
    isSuccess: boolean;
    isPlaceholderData: boolean;
    isFetchedAfterMount: boolean;
    refetch: () => Promise<unknown>;
  };
  /** Which list it is a page of. */
  list: string;
}

/** The mails of a page, which stay where they are, and those that were seen to here. */
export function useHeldMails({ view, query, list }: Page) {
  // What could not be fetched is no list without rows.
  const isFresh = query.isSuccess && query.isFetchedAfterMount && !query.isPlaceholderData;
  const held = useHeldRows(isFresh || view.rows.length > 0 ? view.rows : undefined, inboundIdentity.key, isFresh);
  const place = `${list} ${String(view.page)}`;
  const [heldAt, setHeldAt] = useState(place);
  if (heldAt !== place) {
    setHeldAt(place);
    held.renew();
  }
  const [settled, setSettled] = useState<ReadonlySet<number>>(new Set());
  // Of a mail that the list still has, the list tells how it stands.
  const isSettled = (message: InboundMessage) => settled.has(message.inbound_id) && !held.waits(message);
  const rows = held.rows ?? [];
  const total = Math.max(view.total + rows.filter(isSettled).length, rows.length);
  const renew = async () => {
    await query.refetch();
    held.renew();
  };
  // What came up into the places of those that were seen to was not shown yet: it is, before the page is turned.
  const onPage = (page: number) => (held.more > 0 && page > view.page ? void renew() : view.onPage(page));
  return {
    view: { ...view, rows, total, onPage },
    more: held.more,
    isSettled,
    markSettled: ({ inbound_id }: InboundMessage) => setSettled((before) => new Set([...before, inbound_id])),
    renew,
  };
}
