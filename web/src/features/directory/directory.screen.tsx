import type { ReplyOf } from '@desk/contract/call';
import { directory } from '@desk/contract/directory';
import { useCall } from '../../api/hooks.ts';
import { LetterBar } from '../../kit/filter/letter-bar.tsx';
import { EmptyState } from '../../kit/feedback/panels.tsx';
import { ScreenFrame } from '../../kit/layout/screen-frame.tsx';
import { useListSearch } from '../../kit/filter/list-search.ts';
import { Tabs } from '../../kit/layout/tabs.tsx';
import { Stack } from '../../kit/layout/stack.tsx';
import { CustomersList, DIRECTORY_FILTERS, ResellersList } from './directory.list.tsx';
import { SearchForm } from './search.form.tsx';
import { TotalCountsPanel } from './total-counts.panel.tsx';

const TABS = { customers: 'Customers', resellers: 'Resellers' } as const;
const NOUNS = { customers: 'domain', resellers: 'reseller' } as const;
const LISTS = { customers: CustomersList, resellers: ResellersList } as const;

const customersIn = ({ count }: ReplyOf<typeof directory.customerCount>) => ({ ...count, total: count.count });
const resellersIn = ({ count, active, inactive }: ReplyOf<typeof directory.resellerCount>) => ({
  total: count[0]?.reseller_count ?? 0,
  active: active[0]?.active ?? 0,
  inactive: inactive[0]?.active ?? 0,
});

/** How many customers and resellers there are, each with the counts of its letters. */
function useCounts() {
  const customers = useCall(directory.customerCount, {});
  const resellers = useCall(directory.resellerCount, {});
  return {
    customers: {
      query: customers,
      letters: customers.data?.letters,
      counts: customers.data && customersIn(customers.data),
    },
    resellers: {
      query: resellers,
      letters: resellers.data?.letters,
      counts: resellers.data && resellersIn(resellers.data),
    },
  };
}

/** Every customer's domain and every reseller, by letter or searched for. */
export function DirectoryScreen() {
  const search = useListSearch(DIRECTORY_FILTERS);
  const { values, set, asked } = search;
  const { tab, letter, q } = values;
  const isSearch = asked.search !== undefined;
  const counts = useCounts();
  const List = LISTS[tab];
  return (
    <ScreenFrame title="Domain Directory">
      <TotalCountsPanel {...counts} />
      <Tabs
        label="Directory"
        tabs={TABS}
        value={tab}
        onChange={(next) => set({ tab: next, cols: '', view: '' }, 'push')}
      >
        <Stack>
          <SearchForm value={q} onSearch={(text) => set({ q: text }, 'push')} />
          <LetterBar
            label="Letters"
            value={isSearch ? '' : letter}
            counts={counts[tab].letters}
            noun={NOUNS[tab]}
            onChange={(next) => set({ letter: next, q: '' }, 'push')}
          />
          {letter === '' && !isSearch ? (
            <EmptyState text="Please select a letter to see data." />
          ) : (
            <List search={search} />
          )}
        </Stack>
      </Tabs>
    </ScreenFrame>
  );
}
