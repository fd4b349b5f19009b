import { Button } from '@mantine/core';
import { ownRenewals, type OwnRenewal } from '@desk/contract/own-renewals';
import { useCallback, useState } from 'react';
import * as z from 'zod/mini';
import { useCall } from '../../api/hooks.ts';
import { Badge } from '../../kit/text/badge.tsx';
import { CardList } from '../../kit/table/card-list.tsx';
import { RecordCard } from '../../kit/table/record-card.tsx';
import { ScreenFrame } from '../../kit/layout/screen-frame.tsx';
import { searchText, tableSearch, useScreenSearch } from '../../kit/filter/screen-search.ts';
import { SearchBox } from '../../kit/filter/search-box.tsx';
import { useServerPage } from '../../kit/table/server-page.ts';
import { planWords } from '@desk/contract/words/plan-words';
import { factsOf, ownRenewalIdentity } from './columns.tsx';
import { DecisionDialog } from './decision.dialog.tsx';

const TITLE = 'My Renewals';
const PAGE_SIZE = 10;
const LONGEST_NAME = 253;
const Search = z.object({ q: searchText, sort: tableSearch.sort, page: tableSearch.page });
const TEXTS = {
  empty: 'Nothing is up for renewal at the moment. As soon as something is, you find it here.',
  failed: 'Your renewals could not be loaded.',
};

/** A customer's own renewals, the next first, and what is to become of each. */
export function OwnRenewalsScreen() {
  const [search, set] = useScreenSearch(Search);
  const { q, page } = search;
  const wanted = q.trim().slice(0, LONGEST_NAME);
  const query = useCall(ownRenewals.list, { page, ...(wanted !== '' && { search: wanted }) }, { keep: true });
  const setQuery = useCallback((text: string) => set({ q: text }), [set]);
  const list = useServerPage({
    query,
    rows: query.data?.renewals,
    total: query.data?.total,
    size: PAGE_SIZE,
    search,
    set,
    onClear: wanted === '' ? undefined : () => set({ q: '' }),
  });
  const [deciding, setDeciding] = useState<OwnRenewal>();
  return (
    <ScreenFrame
      title={TITLE}
      holding={wanted === '' ? 0 : 1}
      toolbar={<SearchBox label="Search domain or product" value={q} onSearch={setQuery} />}
    >
      <CardList label={TITLE} row={ownRenewalIdentity} {...list} texts={TEXTS}>
        {(renewal) => <RenewalCard renewal={renewal} onDecide={() => setDeciding(renewal)} />}
      </CardList>
      {deciding && <DecisionDialog renewal={deciding} onStale={query.refetch} onClose={() => setDeciding(undefined)} />}
    </ScreenFrame>
  );
}

function RenewalCard({ renewal, onDecide }: { renewal: OwnRenewal; onDecide: () => void }) {
  const { domain_name, sku_name, plan_name, status, decision } = renewal;
  const words = decision === null ? 'Decide' : 'Change decision';
  return (
    <RecordCard
      title={domain_name}
      about={
        <>
          <span>
            {sku_name} · {planWords(plan_name)}
          </span>
          <Badge word={status} />
        </>
      }
      facts={factsOf(renewal)}
    >
      <Button
        {...(decision !== null && { variant: 'default' })}
        aria-label={`${words}: ${ownRenewalIdentity.name(renewal)}`}
        onClick={onDecide}
      >
        {words}
      </Button>
    </RecordCard>
  );
}
