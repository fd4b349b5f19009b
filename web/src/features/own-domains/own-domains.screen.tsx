import { domains } from '@desk/contract/domains';
import { licences } from '@desk/contract/licences';
import { OWN_DOMAINS_PAGE, ownDomains } from '@desk/contract/own-domains';
import { ownRenewals, type OwnRenewal } from '@desk/contract/own-renewals';
import { ifNothingIsDone } from '@desk/contract/rules/renewal-default';
import { useState } from 'react';
import { useMayCall } from '../../api/may-call.ts';
import { Button } from '../../kit/button/button.tsx';
import { Callout } from '../../kit/feedback/callout.tsx';
import { searchFilter } from '../../kit/filter/list-filters.tsx';
import { useListSearch } from '../../kit/filter/list-search.ts';
import { ListTools } from '../../kit/filter/list-tools.tsx';
import { ScreenFrame } from '../../kit/layout/screen-frame.tsx';
import { CardList } from '../../kit/card/card-list.tsx';
import { callUs } from '../../kit/text/business.ts';
import { longDate } from '../../kit/text/format.ts';
import { useListCall } from '../../parts/lists/list-call.ts';
import { AddDomainDialog } from '../../parts/own/add-domain-dialog.tsx';
import { DecisionDialog } from '../../parts/own/decision-dialog.tsx';
import { DomainCard } from './domain-card.panel.tsx';
import { cardIdentity, firstToDecide, isUnderWay } from './model.ts';

const TITLE = 'My Domains';
const FILTERS = { q: searchFilter('Search domain', { longest: 253 }) };
/** Fewer are seen at a glance. */
const SEARCH_FROM = 8;
const POLL_MS = 3000;
const TEXTS = {
  empty: 'You have no domain here yet.',
  hint: 'Add yours. As soon as our staff have approved it, its seats, its price and its renewal stand here.',
  failed: 'Your domains could not be loaded.',
};

/** Where a customer begins: the own domains, what each has and costs, when it renews, and what can be done. */
export function OwnDomainsScreen() {
  const search = useListSearch(FILTERS);
  const { list, query } = useListCall(ownDomains.list, search, {
    rows: (reply) => reply.domains,
    size: OWN_DOMAINS_PAGE,
    again: (last) => (last?.domains.some((one) => one.subscriptions.some(isUnderWay)) === true ? POLL_MS : false),
  });
  const [adding, setAdding] = useState(false);
  const [deciding, setDeciding] = useState<OwnRenewal>();
  const mayDecide = useMayCall(ownRenewals.decide);
  const mayAdd = useMayCall(licences.add);
  const mayAsk = useMayCall(domains.add);
  const { total, rows } = list.view;
  const hasSearch = useSearchBox(search.values.q !== '' || total >= SEARCH_FROM);
  const add = <Button onClick={() => setAdding(true)}>Add Domain</Button>;
  return (
    <ScreenFrame
      title={TITLE}
      actions={
        mayAsk && total > 0 ? (
          <Button variant="default" onClick={() => setAdding(true)}>
            Add Domain
          </Button>
        ) : undefined
      }
    >
      {mayDecide && <Due renewal={firstToDecide(rows)} onDecide={setDeciding} />}
      {hasSearch && <ListTools search={list.search} />}
      <CardList
        label={TITLE}
        row={cardIdentity}
        view={list.view}
        query={list.query}
        texts={TEXTS}
        next={mayAsk ? add : undefined}
        isGrid
      >
        {(domain) => (
          <DomainCard
            domain={domain}
            onDecide={mayDecide ? setDeciding : undefined}
            mayAdd={mayAdd}
            refetch={query.refetch}
          />
        )}
      </CardList>
      {adding && <AddDomainDialog onClose={() => setAdding(false)} />}
      {deciding && <DecisionDialog renewal={deciding} onStale={query.refetch} onClose={() => setDeciding(undefined)} />}
    </ScreenFrame>
  );
}

/** Once it was needed the search stays: what is typed in it decides how many domains there are. */
function useSearchBox(isNeeded: boolean): boolean {
  const [wasNeeded, setWasNeeded] = useState(isNeeded);
  if (isNeeded && !wasNeeded) setWasNeeded(true);
  return isNeeded || wasNeeded;
}

/** The decision that comes first, and what happens without it. */
function Due({ renewal, onDecide }: { renewal: OwnRenewal | undefined; onDecide: (renewal: OwnRenewal) => void }) {
  if (!renewal) return null;
  const { domain_name, renewal_date, days_left, may_decide, last_safe_day } = renewal;
  const day = longDate(renewal_date);
  const by = last_safe_day === null ? '' : ` by ${longDate(last_safe_day)}`;
  const ask = may_decide ? `Please decide${by}.` : `The last day to decide has passed: please ${callUs}.`;
  return (
    <Callout
      text={`The renewal of ${domain_name} ${days_left < 0 ? `was due on ${day}.` : `is due on ${day}. ${ask}`}`}
      hint={days_left < 0 ? ifNothingIsDone(renewal) : `If you do nothing: ${ifNothingIsDone(renewal)}`}
    >
      {may_decide && <Button onClick={() => onDecide(renewal)}>Decide now</Button>}
    </Callout>
  );
}
