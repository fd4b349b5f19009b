import { call } from '@desk/contract/call';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { choiceFilter, placeOf, searchFilter } from '../../kit/filter/list-filters.tsx';
import { useListSearch } from '../../kit/filter/list-search.ts';
import { columnsOf } from '../../kit/table/columns.tsx';
import { ServerTableScreen } from '../../kit/table/server-table.tsx';
import { answering, refusing, showAt } from '../../testing/show.tsx';
import { useListCall } from './list-call.ts';

const trees = call({
  path: 'trees/',
  audience: 'staff',
  body: z.object({
    month: z.string(),
    search: z.optional(z.string()),
    leaf: z.optional(z.enum(['small', 'broad'])),
    page: z.number(),
    sort: z.optional(z.enum(['name', 'height'])),
    direction: z.optional(z.enum(['asc', 'desc'])),
  }),
  reply: z.object({ trees: z.array(z.object({ name: z.string() })), total: z.number() }),
});
interface Tree {
  readonly name: string;
}
const identity = { key: ({ name }: Tree) => name, name: ({ name }: Tree) => name };
const COLUMNS = [columnsOf<Tree>(identity).text('name', 'Name')];
const q = searchFilter('Search tree', { longest: 5 });
const FILTERS = {
  q,
  leaf: choiceFilter('Leaf', { field: 'leaf', values: ['small', 'broad'] }),
  month: placeOf(z.catch(z.string(), '2026-11')),
};

function Trees({ what }: { what?: string }) {
  const search = useListSearch(FILTERS);
  const { list } = useListCall(trees, search, {
    rows: (reply) => reply.trees,
    body: { month: search.values.month },
    sorts: ['name', 'height'],
    ...(what !== undefined && { failed: { what } }),
  });
  return (
    <ServerTableScreen
      title="Trees"
      list={list}
      row={identity}
      columns={COLUMNS}
      views="none"
      texts={{ empty: 'No trees' }}
    />
  );
}
const found = answering(trees, { trees: [{ name: 'Neem' }], total: 11 });
const bodies = ({ sent }: ReturnType<typeof showAt>) =>
  sent.filter(({ path }) => path === trees.path).map(({ body }) => body);

test('the page of an address is asked for with its filters, its order and what the screen adds', async () => {
  const shown = showAt('/home?q=neem&leaf=small&page=2&sort=-name&month=2026-12', <Trees />, found);
  await shown.screen.findByText('11–11 of 11');

  expect(bodies(shown)).toEqual([
    { month: '2026-12', search: 'neem', leaf: 'small', page: 2, sort: 'name', direction: 'desc' },
  ]);
});

test('an order that the server does not know is not asked for', async () => {
  const shown = showAt('/home?sort=age', <Trees />, found);
  await shown.screen.findByText('Neem');

  expect(bodies(shown)).toEqual([{ month: '2026-11', page: 1 }]);
});

const failing = answering(trees, () => refusing(500, { message: 'The trees are gone' }));

test('a list that could not be fetched says so in its place', async () => {
  const { screen, address } = showAt('/home', <Trees />, failing);

  expect(await screen.findByText(/The trees are gone/)).toBeDefined();
  expect(address()).toBe('/home');
});

test('a list that its screen cannot stand without leads to the error page', async () => {
  const { screen, address } = showAt('/home', <Trees what="Trees" />, failing);

  await screen.findByText('Somewhere else');
  expect(address()).toBe('/error');
});

/** Never run: what the call does not know must not compile. */
export function useUnknown() {
  const rows = () => [];
  const body = { month: '2026-11' };
  useListCall(trees, useListSearch({ q }), { rows, body });
  // @ts-expect-error the call has no such field
  useListCall(trees, useListSearch({ q: searchFilter('Search', { longest: 9, field: 'serch' }) }), { rows, body });
  // @ts-expect-error the call knows no such leaf
  useListCall(trees, useListSearch({ q: choiceFilter('Leaf', { field: 'leaf', values: ['blue'] }) }), { rows, body });
  // @ts-expect-error the call needs a month
  useListCall(trees, useListSearch({ q }), { rows });
  // @ts-expect-error the call does not sort by age
  useListCall(trees, useListSearch({ q }), { rows, body, sorts: ['age'] });
}
