import { useState } from 'react';
import { cleanup, fireEvent } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { show } from '../../testing/show.tsx';
import { columnsOf } from './columns.tsx';
import { DataTable } from './data-table.tsx';
import { preferencesOf } from '../browser/preferences.ts';
import { useEdits } from '../edit/edits.ts';
import { RecentChanges } from '../edit/recent-changes.tsx';
import { useSelection } from './selection.ts';
import type { Sort } from './types.ts';
import type { Loading } from '../feedback/loading.ts';
import { UnsavedBar } from '../edit/unsaved-bar.tsx';
import { usePaged } from './use-paged.ts';

interface Row {
  id: number;
  domain: string;
  seats: number | null;
  zone: string | null;
}
const identity = { key: (row: Row) => row.id, name: (row: Row) => row.domain };
const domains = Array.from({ length: 25 }, (_, id): Row => ({
  id,
  domain: `d${String(id)}.example`,
  seats: (id * 7) % 25,
  zone: null,
}));
const ready: Loading = { isPending: false, isFetching: false, isError: false, error: null, refetch: () => undefined };

interface TableProps {
  query?: Loading;
  rows?: readonly Row[];
  when?: 'at-once' | 'on-update';
  save?: (row: Row, value: string, was: string | null) => Promise<unknown>;
  press?: (row: Row) => void;
}

function Table({ query = ready, when = 'on-update', save, ...props }: TableProps) {
  const { press = () => undefined } = props;
  const [rows, setRows] = useState(props.rows ?? domains);
  const [sort, setSort] = useState<Sort>();
  const [page, setPage] = useState(1);
  const selection = useSelection();
  const edits = useEdits<Row>({
    row: identity,
    when,
    fields: {
      zone: {
        label: 'Zone',
        read: (row) => row.zone,
        done: 'Zone Updated Successfully',
        failed: 'Failed to Update Zone. Please try refreshing the page',
        save: async (row, value, was) => {
          await save?.(row, value, was);
          setRows((all) => all.map((one) => (one.id === row.id ? { ...one, zone: value } : one)));
        },
      },
    },
  });
  const [columns] = useState(() => {
    const column = columnsOf<Row>(identity);
    return [
      column.text('domain', 'Domain'),
      column.number('seats', 'Licence', { group: 'Plan' }),
      column.select('zone', 'Zone', { group: 'Plan', edits, options: ['North', 'West', 'South'] }),
      column.action('Add Comments', { press, shortcut: 'c' }),
    ];
  });
  const view = usePaged(rows, { row: identity, columns, sort, page, size: 10 });
  return (
    <>
      <DataTable
        label="Renewals"
        row={identity}
        columns={columns}
        view={{ ...view, onSort: setSort, onPage: setPage }}
        query={query}
        texts={{ empty: 'No Domain Present or Could not fetch Domains' }}
        selection={selection}
      />
      <UnsavedBar edits={edits} />
      <RecentChanges who="asha@desk.example" />
    </>
  );
}

async function table(props: TableProps = {}) {
  const shown = show(<Table {...props} />);
  await shown.screen.findByRole('grid', { name: 'Renewals' });
  const cell = (row: number, column: number) => {
    const found = shown.screen.getByRole<HTMLTableElement>('grid').tBodies[0]?.rows[row]?.cells[column];
    if (!found) throw new Error('no such cell');
    return found;
  };
  return { ...shown, cell };
}

test('the table is one stop for the Tab key, and the arrows walk its cells', async () => {
  const { screen, user, cell } = await table();
  expect(screen.getByRole('grid').querySelectorAll('[tabindex="0"]')).toHaveLength(1);
  cell(0, 0).focus();
  await user.keyboard('{ArrowDown}{ArrowRight}{ArrowRight}');
  expect(document.activeElement).toBe(cell(1, 2));
  await user.keyboard('{End}');
  expect(document.activeElement).toBe(screen.getByLabelText('Add Comments: d1.example'));
  await user.keyboard('{Control>}{Home}{/Control}');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Domain' }));
  expect(screen.getByRole('grid').querySelectorAll('[tabindex="0"]')).toHaveLength(1);
});

test('Page Down turns the page and keeps the cell, also on a last page that is shorter', async () => {
  const { user, cell, screen } = await table();
  cell(8, 2).focus();
  await user.keyboard('{PageDown}');
  expect(document.activeElement).toBe(cell(8, 2));
  expect(screen.getByText('11–20 of 25')).toBeTruthy();
  await user.keyboard('{PageDown}');
  expect(document.activeElement).toBe(cell(4, 2));
  await user.keyboard('{PageDown}');
  expect(screen.getByText('21–25 of 25')).toBeTruthy();
});

test('a row knows its place among all rows', async () => {
  const { screen, user, cell } = await table();
  await user.click(screen.getByLabelText('Next page'));
  expect(screen.getByRole('grid').getAttribute('aria-rowcount')).toBe('26');
  expect(cell(0, 0).parentElement?.getAttribute('aria-rowindex')).toBe('12');
});

test('a header sorts by value and says so', async () => {
  const { screen, user, cell } = await table();
  await user.click(screen.getByRole('button', { name: 'Licence' }));
  expect(screen.getByRole('columnheader', { name: 'Licence' }).getAttribute('aria-sort')).toBe('ascending');
  expect(cell(1, 2).textContent).toBe('1');
  await user.click(screen.getByRole('button', { name: 'Licence' }));
  expect(cell(0, 2).textContent).toBe('24');
});

test('Enter goes into the select of a cell, Tab on to its Update button, Escape back to the cell', async () => {
  const { screen, user, cell } = await table();
  cell(0, 3).focus();
  await user.keyboard('{Enter}');
  expect(document.activeElement).toBe(screen.getByLabelText('Zone of d0.example'));
  await user.tab();
  expect(document.activeElement).toBe(screen.getByLabelText('Update Zone of d0.example'));
  await user.keyboard('{Escape}');
  expect(document.activeElement).toBe(cell(0, 3));
});

test('a letter presses the action of the focused row, the full stop opens the whole row', async () => {
  const press = vi.fn();
  const { screen, user, cell } = await table({ press });
  cell(2, 0).focus();
  await user.keyboard('c');
  expect(press).toHaveBeenCalledWith(domains[2]);
  await user.keyboard('.');
  const sheet = screen.getByRole('dialog', { name: 'd2.example' });
  const tabs = [...sheet.querySelectorAll<HTMLElement>('dd :is(select, button)')].map(({ tabIndex }) => tabIndex);
  // In the grid the arrows lead to a choice, in the sheet Tab does.
  expect([cell(2, 3).querySelector('select')?.tabIndex, ...tabs]).toEqual([-1, 0, 0]);
});

test('a letter that is held presses once: the row that comes into its place is left alone', async () => {
  const press = vi.fn();
  const { cell } = await table({ press });
  for (const repeat of [false, true, true]) fireEvent.keyDown(cell(repeat ? 3 : 2, 0), { key: 'c', repeat });
  expect(press.mock.calls).toEqual([[domains[2]]]);
});

test('where single letters are switched off a row heeds none', async () => {
  onTestFinished(() => preferencesOf(''));
  preferencesOf('asha');
  localStorage.setItem('desk:asha:single-letters', 'false');
  const press = vi.fn();
  const { screen, user, cell } = await table({ press });
  cell(1, 2).focus();
  // Of some tables the sheet is the only way to all of a row.
  await user.keyboard('c.');
  expect(press).not.toHaveBeenCalled();
  expect(await screen.findByRole('dialog')).toBeTruthy();
});

test('copying takes the words of the focused cell', async () => {
  const { cell } = await table();
  const setData = vi.fn();
  fireEvent.copy(cell(3, 2), { clipboardData: { setData } });
  expect(setData).toHaveBeenCalledWith('text/plain', '21');
});

test('rows are ticked one by one, as a range with Shift, and as a page', async () => {
  const { screen, user } = await table();
  const tick = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
  await user.click(tick('Select d1.example'));
  await user.keyboard('{Shift>}');
  await user.click(tick('Select d4.example'));
  await user.keyboard('{/Shift}');
  expect([0, 1, 2, 3, 4, 5].filter((id) => tick(`Select d${String(id)}.example`).checked)).toEqual([1, 2, 3, 4]);
  await user.click(tick('Select this page'));
  expect(tick('Select d9.example').checked).toBe(true);
});

test('a choice waits for Update, is counted, and is saved with what stood there before', async () => {
  const save = vi.fn(() => Promise.resolve());
  const { screen, user } = await table({ save });
  const zone = screen.getByLabelText('Zone of d0.example');
  await user.selectOptions(zone, 'West');
  expect(screen.getByText('1 unsaved change')).toBeTruthy();
  expect(save).not.toHaveBeenCalled();
  await user.click(screen.getByLabelText('Update Zone of d0.example'));
  expect(save).toHaveBeenCalledWith(domains[0], 'West', null);
  expect(await screen.findByText('Zone Updated Successfully')).toBeTruthy();
  expect(screen.queryByText('1 unsaved change')).toBeNull();
});

test('Discard puts every waiting choice back', async () => {
  const { screen, user } = await table();
  const zone = screen.getByLabelText<HTMLSelectElement>('Zone of d0.example');
  await user.selectOptions(zone, 'West');
  await user.click(screen.getByRole('button', { name: 'Discard' }));
  expect(zone.value).toBe('');
  expect(screen.queryByText(/unsaved/)).toBeNull();
});

test('a choice that could not be saved stays where it waited, and goes back where it was to be saved at once', async () => {
  const save = () => Promise.reject(new Error('no answer'));
  const waiting = await table({ save });
  await waiting.user.selectOptions(waiting.screen.getByLabelText('Zone of d0.example'), 'West');
  await waiting.user.click(waiting.screen.getByRole('button', { name: 'Update all' }));
  await waiting.screen.findByText('Failed to Update Zone. Please try refreshing the page');
  expect(waiting.screen.getByLabelText<HTMLSelectElement>('Zone of d0.example').value).toBe('West');
  cleanup();

  const atOnce = await table({ save, when: 'at-once' });
  const zone = atOnce.screen.getByLabelText<HTMLSelectElement>('Zone of d0.example');
  await atOnce.user.selectOptions(zone, 'West');
  expect(await atOnce.screen.findByRole('img', { name: 'Not saved' })).toBeTruthy();
  expect(zone.value).toBe('');
});

test('a saved choice stands in Recent changes and can be taken back from there', async () => {
  const save = vi.fn(() => Promise.resolve());
  const { screen, user } = await table({ save, when: 'at-once' });
  await user.selectOptions(screen.getByLabelText('Zone of d0.example'), 'West');
  await screen.findByText('Zone Updated Successfully');
  await user.click(screen.getByRole('button', { name: 'Recent changes' }));
  expect(screen.getByText('Zone of d0.example: N/A → West')).toBeTruthy();
  await user.click(screen.getByLabelText('Undo Zone of d0.example'));
  expect(save).toHaveBeenLastCalledWith(expect.anything(), '', 'West');
});

test('an empty table says so in the words it was given', async () => {
  const { screen } = await table({ rows: [] });
  expect(screen.getByText('No Domain Present or Could not fetch Domains')).toBeTruthy();
});

test('a failed table says why and tries again when asked', async () => {
  const refetch = vi.fn();
  const { screen, user } = await table({
    rows: [],
    query: { ...ready, isError: true, error: new Error('The server did not answer.'), refetch },
  });
  expect(screen.getByText('No Domain Present or Could not fetch Domains')).toBeTruthy();
  expect(screen.getByText(/The server did not answer/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(refetch).toHaveBeenCalledOnce();
});

test('while it loads for the first time it is busy and says so', async () => {
  const { screen } = await table({ rows: [], query: { ...ready, isPending: true, isFetching: true } });
  expect(screen.getByRole('grid').getAttribute('aria-busy')).toBe('true');
  expect(screen.getByText('Loading...')).toBeTruthy();
  expect(screen.queryByText('No Domain Present or Could not fetch Domains')).toBeNull();
});
