import { render, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { showAt } from '../../testing/show.tsx';
import { choiceFilter, dayFilter, filterOf, placeOf, searchFilter } from '../filter/list-filters.tsx';
import { useListSearch } from '../filter/list-search.ts';
import { date } from '../text/format.ts';
import { columnsOf } from './columns.tsx';
import { useServerList } from './server-page.ts';
import { ServerTableScreen } from './server-table.tsx';
import { TableState } from './table-state.tsx';

interface Tree {
  readonly name: string;
  readonly height: number;
}
const identity = { key: ({ name }: Tree) => name, name: ({ name }: Tree) => name };
const column = columnsOf<Tree>(identity);
const COLUMNS = [column.text('name', 'Name'), column.number('height', 'Height')];
const ROWS: readonly Tree[] = [
  { name: 'Banyan', height: 25 },
  { name: 'Neem', height: 18 },
];
const FILTERS = {
  q: searchFilter('Search tree', { longest: 5, chip: 'Search' }),
  leaf: choiceFilter('Leaf', {
    field: 'leaf_kind',
    values: ['small', 'broad'],
    words: { small: 'Small', broad: 'Broad' },
  }),
  from: dayFilter('Planted from', { field: 'planted', words: date, chip: 'From' }),
  state: filterOf({ field: 'state', reads: z.catch(z.enum(['', 'ill']), '') }),
  tab: placeOf(z.catch(z.enum(['trees', 'shrubs']), 'trees')),
};
const REST = { isPending: false, isFetching: false, isError: false, error: null, isPlaceholderData: false };

interface Asking {
  total?: number;
  rows?: readonly Tree[];
  sorts?: readonly string[];
}
const asked: unknown[] = [];

function Trees({ total = 2, rows = ROWS, sorts }: Asking) {
  const search = useListSearch(FILTERS);
  asked.push(search.asked);
  const list = useServerList<Tree, typeof FILTERS>(search, {
    query: { ...REST, refetch: () => undefined },
    rows,
    total,
    size: 2,
    ...(sorts && { sorts }),
  });
  return (
    <ServerTableScreen
      title="Trees"
      list={list}
      row={identity}
      columns={COLUMNS}
      views="none"
      texts={{ empty: 'No trees' }}
    >
      <p>{search.holding} hold</p>
    </ServerTableScreen>
  );
}
const open = (search: string, asking: Asking = {}) => showAt(`/home?${search}`, <Trees {...asking} />);

test('the server is asked for the filters that hold, each under its own name, and for no place', async () => {
  const { screen } = open('q=%20banyan%20tree&leaf=broad&from=2026-11-01&state=ill&tab=shrubs');
  await screen.findByText('Banyan');

  expect(asked.at(-1)).toEqual({ search: 'banya', leaf_kind: 'broad', planted: '2026-11-01', state: 'ill' });
});

test('what an address says that no filter knows is not asked for', async () => {
  const { screen } = open('q=%20&leaf=blue&from=2026-13-01&state=well&tab=roots');
  await screen.findByText('0 hold');

  expect(asked.at(-1)).toEqual({});
  expect(screen.getByLabelText<HTMLSelectElement>('Leaf').value).toBe('');
});

test('filters are chosen in the toolbar, stand in the address and go back to the first page', async () => {
  const { screen, user, address } = open('page=2', { total: 4 });
  await screen.findByText('3–4 of 4');

  await user.selectOptions(screen.getByLabelText('Leaf'), 'Small');
  expect(address()).toBe('/home?leaf=small');

  await user.type(screen.getByLabelText('Search tree'), 'neem');
  await waitFor(() => expect(address()).toBe('/home?q=neem&leaf=small'));
  expect(screen.getByText('2 hold')).toBeDefined();
});

test('a chip reads in words and takes its filter away alone; all are cleared at once, and the tab stays', async () => {
  const { screen, user, address } = open('q=neem&leaf=broad&from=2026-11-01&state=ill&tab=shrubs');
  const chips = await screen.findByRole('group', { name: 'Filters that hold' });
  expect(chips.textContent).toBe('Search: neem ✕From: 01-11-2026 ✕Clear all');

  await user.click(screen.getByRole('button', { name: 'Remove filter From: 01-11-2026' }));
  expect(address()).toBe('/home?q=neem&leaf=broad&state=ill&tab=shrubs');

  await user.click(screen.getByRole('button', { name: 'Clear all' }));
  expect(address()).toBe('/home?tab=shrubs');
});

test('an empty list names the filters only while some hold', async () => {
  const nothing = { total: 0, rows: [] };
  const { screen, user } = open('state=ill', nothing);

  expect(await screen.findByText('No rows match these filters.', { exact: false })).toBeDefined();
  expect(screen.queryByText('No trees')).toBeNull();
  await user.click(await screen.findByRole('button', { name: 'Clear filters' }));

  expect(await screen.findByText('No trees')).toBeDefined();
  expect(screen.queryByText('No rows match these filters.', { exact: false })).toBeNull();
});

test('only columns that the server can sort by have a button for it', async () => {
  const { screen, user, address } = open('', { sorts: ['height'] });

  await user.click(await screen.findByRole('button', { name: /Height/ }));

  expect(address()).toBe('/home?sort=height');
  expect(screen.queryByRole('button', { name: /^Name/ })).toBeNull();
});

test('a page that is no longer there leads to the last one', async () => {
  const { address } = open('page=9', { total: 3 });

  await waitFor(() => expect(address()).toBe('/home?page=2'));
});

const LOADED = { isPending: false, isFetching: false, isError: false, error: null, refetch: () => undefined };
const EMPTY_TEXTS = { empty: 'No Domain Present', hint: 'They come with the sync.', rows: 'renewals' };
const nothing = () => undefined;
const emptyView = { rows: [], total: 0, page: 1, size: 10, sort: undefined, onSort: nothing, onPage: nothing };

test.each([
  ['no filter', emptyView, ['No Domain Present', 'They come with the sync.']],
  [
    'the filter that it begins with',
    { ...emptyView, onClear: nothing, isUsual: true },
    ['No Domain Present', 'They come with the sync.', 'Clear filters'],
  ],
  [
    'a filter that was chosen',
    { ...emptyView, onClear: nothing, isUsual: false },
    ['No renewals match these filters. Clear filters'],
  ],
])('what is empty under %s says no more than is true', (_, view, words) => {
  const { container } = render(<TableState query={LOADED} view={view} texts={EMPTY_TEXTS} />);
  expect([...container.querySelectorAll('p')].map((one) => one.textContent)).toEqual(words);
});
