import { act, render } from '@testing-library/react';
import type { ReactElement } from 'react';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { CardList } from '../card/card-list.tsx';
import { columnsOf } from '../table/columns.tsx';
import { DataTable } from '../table/data-table.tsx';
import { LoadedDialog } from '../dialog/loaded-dialog.tsx';
import { Palette } from '../dialog/palette.tsx';
import { Panel } from '../layout/panel.tsx';
import { Skeleton } from './skeleton.tsx';
import type { Loading } from './loading.ts';
import { Waiting } from './waiting.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const nothing = () => undefined;
const pending: Loading = { isPending: true, isFetching: true, isError: false, error: null, refetch: nothing };
const again: Loading = { ...pending, isPending: false };
const row = { key: ({ id }: { id: number }) => id, name: () => 'a row' };
const columns = [columnsOf<{ id: number }>(row).number('id', 'Id')];
const view = { rows: [{ id: 1 }], total: 1, page: 1, size: 10, sort: undefined, onSort: nothing, onPage: nothing };
const empty = { ...view, rows: [], total: 0 };
const table = { label: 'Rows', row, columns, texts: { empty: 'No rows' } };
const panel = { title: 'Counts', empty: nothing, skeleton: { blocks: 1, height: 9 }, children: () => 'drawn' };
const texts = { empty: 'No rows', failed: 'Failed' };

const LOADING: readonly (readonly [string, ReactElement])[] = [
  ['a page', <Waiting key="" />],
  ['grey blocks', <Skeleton key="" blocks={1} height={9} />],
  ['a table', <DataTable key="" {...table} view={empty} query={pending} />],
  ['a table with the rows of another month', <DataTable key="" {...table} view={view} query={again} />],
  ['a panel', <Panel key="" {...panel} query={{ ...pending, data: undefined }} />],
  ['a panel with older counts', <Panel key="" {...panel} query={{ ...again, data: 1 }} />],
  [
    'cards',
    <CardList key="" label="Cards" row={row} view={empty} query={pending} texts={texts}>
      {() => 'card'}
    </CardList>,
  ],
  [
    'a search from anywhere',
    <Palette key="" label="Search" groups={() => []} isAsking nothing="" onType={nothing} onClose={nothing} />,
  ],
  [
    'a dialog',
    <LoadedDialog key="" title="Edit" onClose={nothing} loaded={undefined} failure={undefined} onRetry={nothing}>
      {() => 'form'}
    </LoadedDialog>,
  ],
];

test.each(LOADING)('%s that waits longer than eight seconds says so, and what can be done', (_, element) => {
  const shown = render(element);
  const answer = () => shown.queryByText(/Still waiting for the server…/);
  act(() => {
    vi.advanceTimersByTime(7_900);
  });
  expect(answer()).toBeNull();
  act(() => {
    vi.advanceTimersByTime(200);
  });
  expect(answer()?.getAttribute('role')).toBe('status');
  expect(shown.getByRole('button', { name: 'reload the page' })).toBeTruthy();
});

test('without a network that is said to be why', () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  onTestFinished(() => online.mockRestore());
  const shown = render(<Waiting />);
  act(() => {
    vi.advanceTimersByTime(8_000);
  });
  expect(shown.getByText(/This device seems to have no connection\./)).toBeTruthy();
});
