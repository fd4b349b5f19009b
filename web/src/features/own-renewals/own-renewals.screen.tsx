import { ownRenewals, type OwnRenewal } from '@desk/contract/own-renewals';
import { planWords } from '@desk/contract/words/plan-words';
import { useState } from 'react';
import { Button } from '../../kit/button/button.tsx';
import { searchFilter } from '../../kit/filter/list-filters.tsx';
import { useListSearch } from '../../kit/filter/list-search.ts';
import { ListTools } from '../../kit/filter/list-tools.tsx';
import { ScreenFrame } from '../../kit/layout/screen-frame.tsx';
import { CardList } from '../../kit/card/card-list.tsx';
import { RecordCard } from '../../kit/card/record-card.tsx';
import { Badge } from '../../kit/text/badge.tsx';
import { useListCall } from '../../parts/lists/list-call.ts';
import { factsOf, ownRenewalIdentity } from './columns.tsx';
import { DecisionDialog } from '../../parts/own/decision-dialog.tsx';

const TITLE = 'My Renewals';
const FILTERS = { q: searchFilter('Search domain or product', { longest: 253 }) };
const TEXTS = {
  empty: 'Nothing is up for renewal at the moment. As soon as something is, you find it here.',
  failed: 'Your renewals could not be loaded.',
};

/** A customer's own renewals, the next first, and what is to become of each. */
export function OwnRenewalsScreen() {
  const { list, query } = useListCall(ownRenewals.list, useListSearch(FILTERS), { rows: (reply) => reply.renewals });
  const [deciding, setDeciding] = useState<OwnRenewal>();
  return (
    <ScreenFrame title={TITLE}>
      <ListTools search={list.search} />
      <CardList label={TITLE} row={ownRenewalIdentity} view={list.view} query={list.query} texts={TEXTS}>
        {(renewal) => <RenewalCard renewal={renewal} onDecide={() => setDeciding(renewal)} />}
      </CardList>
      {deciding && <DecisionDialog renewal={deciding} onStale={query.refetch} onClose={() => setDeciding(undefined)} />}
    </ScreenFrame>
  );
}

function RenewalCard({ renewal, onDecide }: { renewal: OwnRenewal; onDecide: () => void }) {
  const { domain_name, sku_name, plan_name, status, decision, may_decide } = renewal;
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
      {may_decide && (
        <Button
          {...(decision !== null && { variant: 'default' })}
          aria-label={`${words}: ${ownRenewalIdentity.name(renewal)}`}
          onClick={onDecide}
        >
          {words}
        </Button>
      )}
    </RecordCard>
  );
}
