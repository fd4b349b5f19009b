import { cleanup, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { show } from '../../testing/show.tsx';
import { CellLink } from '../cell/cell-link.tsx';
import { columnsOf } from '../table/columns.tsx';
import { DataTable } from '../table/data-table.tsx';
import { Dialog } from './dialog.tsx';
import { FilterChips } from '../filter/filters.tsx';
import type { TableView } from '../table/types.ts';
import type { Loading } from '../feedback/loading.ts';

const ready: Loading = { isPending: false, isFetching: false, isError: false, error: null, refetch: () => undefined };
const nothing = () => undefined;
const Grid = ({ label }: { label: string }) => (
  <div role="grid" aria-label={label}>
    <button type="button" tabIndex={0}>
      {label}
    </button>
  </div>
);

interface Row {
  readonly id: number;
  readonly domain: string;
}
const identity = { key: ({ id }: Row) => id, name: ({ domain }: Row) => domain };
const column = columnsOf<Row>(identity);
const viewOf = (rows: readonly Row[]): TableView<Row> => ({
  rows,
  total: rows.length,
  page: 1,
  size: 10,
  sort: undefined,
  onSort: nothing,
  onPage: nothing,
});
const acme: Row = { id: 1, domain: 'acme.example' };

test('when the last filter of a dialog goes, the focus goes to the table of the dialog, not to the one behind it', async () => {
  function Filtered() {
    const [days, setDays] = useState('3 to 9');
    const clear = () => setDays('');
    return (
      <>
        <Grid label="behind" />
        <Dialog title="Domains" onClose={nothing}>
          <FilterChips active={days === '' ? [] : [{ label: 'Days', value: days, clear }]} onClear={clear} />
          <Grid label="inside" />
        </Dialog>
      </>
    );
  }
  const { screen, user } = show(<Filtered />);

  await user.click(await screen.findByLabelText('Remove filter Days: 3 to 9'));

  await waitFor(() => expect(document.activeElement).toBe(screen.getByText('inside')));
});

test('what lies behind the dialog on top is out of reach, the messages excepted, and is back when it closes', async () => {
  function Opened() {
    const [open, setOpen] = useState({ list: true, question: true });
    return (
      <>
        <Grid label="behind" />
        {open.list && (
          <Dialog title="List" onClose={() => setOpen({ list: false, question: false })}>
            <input aria-label="Name" />
          </Dialog>
        )}
        {open.question && (
          <Dialog title="Question" onClose={() => setOpen({ list: true, question: false })}>
            <input aria-label="Answer" />
          </Dialog>
        )}
      </>
    );
  }
  const { screen, user } = show(<Opened />);
  await screen.findByLabelText('Answer');
  const isOut = (element: Element) => element.closest('[inert]') !== null;
  const places = () =>
    ['behind', 'Name', 'Answer'].flatMap((name) => screen.queryAllByLabelText(name)).map((place) => isOut(place));
  const messages = screen.getAllByRole('status').filter((region) => region.closest('[data-messages]'));

  expect(places()).toEqual([true, true, false]);
  expect(messages.map(isOut)).toEqual([false]);
  await user.keyboard('{Escape}');
  expect(places()).toEqual([true, false]);
  await user.keyboard('{Escape}');
  expect(places()).toEqual([false]);
});

test('a dialog begins at its first field that can be changed; where there is none, at its heading', async () => {
  const locked = (
    <>
      <input readOnly aria-label="Domain" />
      <fieldset disabled>
        <input aria-label="Product" />
      </fieldset>
      <select disabled aria-label="Plan" />
    </>
  );
  const { screen } = show(
    <Dialog title="Edit" onClose={nothing}>
      {locked}
      <textarea aria-label="Comments" />
    </Dialog>,
  );
  const comments = await screen.findByLabelText('Comments');
  expect(document.activeElement).toBe(comments);
  cleanup();
  show(
    <Dialog title="Look" onClose={nothing}>
      {locked}
    </Dialog>,
  );
  const heading = await screen.findByRole('heading', { name: 'Look' });
  expect(document.activeElement).toBe(heading);
});

test('Tab stays in the dialog on top, also where it was opened from within another one', async () => {
  const columns = [column.text('domain', 'Domain'), column.action('Add Comments', { press: nothing })];
  const { screen, user } = show(
    <Dialog title="Domains" onClose={nothing}>
      <DataTable
        label="List"
        row={identity}
        columns={columns}
        view={viewOf([acme])}
        query={ready}
        texts={{ empty: '' }}
      />
      <button type="button">last of the dialog behind</button>
    </Dialog>,
  );
  (await screen.findByText('acme.example')).closest<HTMLElement>('th')?.focus();
  await user.keyboard('.');
  const sheet = screen.getByRole('dialog', { name: 'acme.example' });

  await user.tab({ shift: true });
  expect(sheet.contains(document.activeElement)).toBe(true);
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Close dialog');
  await user.tab();
  expect(sheet.contains(document.activeElement)).toBe(true);
});

test('a link in the sheet of a row closes the sheet and leads on', async () => {
  const lead = vi.fn();
  const columns = [
    column.of('Domain', {
      text: ({ domain }) => domain,
      cell: ({ domain }) => <CellLink text={domain} onPress={lead} />,
    }),
  ];
  const { screen, user } = show(
    <DataTable
      label="List"
      row={identity}
      columns={columns}
      view={viewOf([acme])}
      query={ready}
      texts={{ empty: '' }}
    />,
  );
  (await screen.findByText('acme.example')).focus();
  await user.keyboard('.');
  const sheet = within(screen.getByRole('dialog', { name: 'acme.example' }));

  await user.click(sheet.getByRole('button', { name: 'acme.example' }));

  expect(lead).toHaveBeenCalledOnce();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test.each(['Clear filters', 'Try again'])('%s leaves the focus on the table whose words it stood in', async (words) => {
  function Table() {
    const [rows, setRows] = useState<readonly Row[]>([]);
    const isEmpty = rows.length === 0;
    const failed = words === 'Try again' && isEmpty;
    const fill = () => setRows([acme]);
    return (
      <>
        <Grid label="another one" />
        <DataTable
          label="List"
          row={identity}
          columns={[column.text('domain', 'Domain')]}
          view={{ ...viewOf(rows), ...(isEmpty && { onClear: fill }) }}
          query={{ ...ready, isError: failed, error: failed ? new Error('down') : null, refetch: fill }}
          texts={{ empty: 'Nothing' }}
        />
      </>
    );
  }
  const { screen, user } = show(<Table />);

  await user.click(await screen.findByRole('button', { name: words }));

  await screen.findByText('acme.example');
  await waitFor(() => expect(screen.getByRole('grid', { name: 'List' }).contains(document.activeElement)).toBe(true));
});

test('keys reach the dialog on top also while nothing has the focus', async () => {
  const close = vi.fn();
  const behind = vi.fn();
  const { screen, user } = show(
    <>
      <Dialog title="Behind" onClose={behind}>
        <input aria-label="Behind" />
      </Dialog>
      <Dialog title="On top" onClose={close}>
        <p>Words that were clicked</p>
        <input aria-label="Seats" />
      </Dialog>
    </>,
  );
  await user.click(await screen.findByText('Words that were clicked'));
  expect(document.activeElement).toBe(document.body);

  await user.tab();
  expect(document.activeElement).toBe(screen.getByLabelText('Seats'));
  await user.click(screen.getByText('Words that were clicked'));
  await user.keyboard('{Escape}');

  expect(close).toHaveBeenCalledOnce();
  expect(behind).not.toHaveBeenCalled();
});

function Saving() {
  const [is, setIs] = useState<'idle' | 'open' | 'saved'>('idle');
  return (
    <>
      <h1 tabIndex={-1}>Renewals</h1>
      <button type="button" disabled={is === 'saved'} onClick={() => setIs('open')}>
        Edit
      </button>
      {is === 'open' && (
        <Dialog title="Edit" onClose={() => setIs('idle')}>
          <button type="button" onClick={() => setIs('saved')}>
            Save
          </button>
        </Dialog>
      )}
    </>
  );
}

test('the focus goes back to what opened a dialog; where that cannot have it any more, it is not lost', async () => {
  const { screen, user } = show(<Saving />);
  const edit = await screen.findByRole('button', { name: 'Edit' });
  await user.click(edit);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement).toBe(edit));

  await user.click(edit);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  const heading = screen.getByRole('heading', { name: 'Renewals' });
  await waitFor(() => expect(document.activeElement).toBe(heading));
});
