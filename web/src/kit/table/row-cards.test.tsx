import { within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { show } from '../../testing/show.tsx';
import type { Loading } from '../feedback/loading.ts';
import { columnsOf } from './columns.tsx';
import { DataTable } from './data-table.tsx';
import { useSelection } from './selection.ts';
import type { Sort } from './types.ts';
import { usePaged } from './use-paged.ts';

interface Row {
  id: number;
  domain: string;
  seats: number | null;
}
const identity = { key: (row: Row) => row.id, name: (row: Row) => row.domain };
const ROWS: readonly Row[] = [
  { id: 1, domain: 'b.example', seats: 3 },
  { id: 2, domain: 'a.example', seats: null },
];
const ready: Loading = { isPending: false, isFetching: false, isError: false, error: null, refetch: () => undefined };
const pressed = vi.fn<(row: Row) => void>();

function Table({ query = ready, more = 0, rows = ROWS }: { query?: Loading; more?: number; rows?: readonly Row[] }) {
  const [sort, setSort] = useState<Sort>();
  const selection = useSelection();
  const [columns] = useState(() => {
    const column = columnsOf<Row>(identity);
    return [
      column.text('domain', 'Domain'),
      column.number('seats', 'Licence'),
      column.action('Comment', { press: pressed }),
      column.action('Notify', { press: pressed, offered: ({ id }) => id === 1 }),
      ...Array.from({ length: more }, (_, at) =>
        column.of(`Fact ${String(at)}`, { text: () => `value ${String(at)}` }),
      ),
    ];
  });
  const view = usePaged(query.isPending ? [] : rows, {
    row: identity,
    columns,
    match: always,
    sort,
    page: 1,
    size: 10,
  });
  return (
    <>
      <DataTable
        {...{ label: 'Domains', row: identity, columns, query, selection }}
        view={{ ...view, onSort: setSort, onPage: () => undefined }}
        texts={{ empty: 'No domains', hint: 'They come with the sync.', next: <button type="button">Begin</button> }}
      />
      <output>{[...selection.keys].join(' ')}</output>
    </>
  );
}
const always = () => true;

beforeEach(() => {
  const list = { addEventListener: () => undefined, removeEventListener: () => undefined };
  vi.spyOn(window, 'matchMedia').mockImplementation((media) => ({ ...list, media, matches: true }) as never);
});
afterEach(() => {
  vi.restoreAllMocks();
});
const factsOf = (card: HTMLElement) => [...card.querySelectorAll('dl > div')].map(({ textContent }) => textContent);

test('on a small screen a row is a card of its columns, its actions are in it, and what is empty is left out', async () => {
  const { screen, user } = show(<Table />);
  const [first, second] = await screen.findAllByRole('article');
  if (!first || !second) return expect.unreachable('there are two rows');
  expect(screen.queryByRole('grid')).toBeNull();
  expect([factsOf(first), factsOf(second)]).toEqual([['Licence3'], []]);
  const buttons = (card: HTMLElement) =>
    within(card)
      .getAllByRole('button')
      .map(({ textContent }) => textContent);
  expect([buttons(first), buttons(second)]).toEqual([['Comment', 'Notify'], ['Comment']]);

  await user.click(within(first).getByRole('button', { name: 'Notify: b.example' }));

  expect(pressed).toHaveBeenLastCalledWith(ROWS[0]);
});

test('what a row shows in the place of an action stands in its card as well, as the row is now', async () => {
  const column = columnsOf<Row>(identity);
  const Approving = () => {
    const [isDone, setDone] = useState(false);
    const approve = column.action('Approve', { press: () => setDone(true), offered: () => !isDone });
    const columns = [
      column.text('domain', 'Domain'),
      { ...approve, cell: (row: Row) => (isDone ? 'Approved by you' : approve.cell?.(row)) },
    ];
    const view = usePaged(ROWS.slice(0, 1), {
      row: identity,
      columns,
      match: always,
      sort: undefined,
      page: 1,
      size: 10,
    });
    const none = { onSort: () => undefined, onPage: () => undefined };
    return (
      <DataTable
        {...{ label: 'Wishes', row: identity, columns, query: ready }}
        view={{ ...view, ...none }}
        texts={{ empty: '' }}
      />
    );
  };
  const { screen, user } = show(<Approving />);

  await user.click(await screen.findByRole('button', { name: 'Approve: b.example' }));

  within(screen.getByRole('article')).getByText('Approved by you');
  expect(screen.queryByRole('button')).toBeNull();
});

test('what has no room in the card stands in the row sheet', async () => {
  const { screen, user } = show(<Table more={8} />);
  const card = within((await screen.findAllByRole('article'))[0] ?? document.body);
  expect(card.queryByText('value 7')).toBeNull();

  await user.click(card.getByRole('button', { name: 'More of b.example' }));

  within(await screen.findByRole('dialog')).getByText('value 7');
});

test('rows are ticked one by one and as a page', async () => {
  const { screen, user } = show(<Table />);
  await user.click(await screen.findByRole('checkbox', { name: 'Select a.example' }));
  expect(document.querySelector('output')?.textContent).toBe('2');

  await user.click(screen.getByRole('checkbox', { name: 'Select this page' }));

  expect(document.querySelector('output')?.textContent).toBe('2 1');
});

test('the order of a column is chosen where no header is', async () => {
  const { screen, user } = show(<Table />);
  await user.selectOptions(await screen.findByLabelText('Sort Domains'), 'Domain, up');

  expect(screen.getAllByRole('article').map((card) => card.getAttribute('aria-label'))).toEqual([
    'a.example',
    'b.example',
  ]);
});

test('while rows are on their way cards of bones stand there', async () => {
  const { screen } = show(<Table query={{ ...ready, isPending: true }} />);
  await screen.findByText('Loading...');
  expect(document.querySelectorAll('[aria-hidden=true] span').length).toBeGreaterThan(3);
});

test('an empty list says what would stand there, and the next step', async () => {
  const { screen } = show(<Table rows={[]} />);
  await screen.findByText('No domains');
  screen.getByText('They come with the sync.');
  screen.getByRole('button', { name: 'Begin' });
});

test('the title of a card is what the row is called, wherever its column stands', async () => {
  const column = columnsOf<Row>(identity);
  const columns = [column.number('id', 'Id'), column.text('domain', 'Domain')];
  const view = {
    rows: ROWS,
    total: 2,
    page: 1,
    size: 10,
    sort: undefined,
    onSort: () => undefined,
    onPage: () => undefined,
  };
  const { screen } = show(
    <DataTable label="Domains" row={identity} columns={columns} view={view} query={ready} texts={{ empty: '' }} />,
  );

  const card = within(await screen.findByRole('article', { name: 'b.example' }));
  expect(card.getByText('Id')).toBeTruthy();
  expect(card.queryByText('Domain')).toBeNull();
});
