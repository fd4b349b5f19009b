import { afterEach, expect, test, vi } from 'vitest';
import { RecentChanges } from '../../kit/edit/recent-changes.tsx';
import { show } from '../../testing/show.tsx';
import { MonthActionsPanel } from './month-actions.panel.tsx';

interface Upload {
  readonly address: string;
  readonly fields: Record<string, unknown>;
}

/** Until when an upload is under way; undefined: it is answered at once. */
let arrival: Promise<void> | undefined;

/** An XMLHttpRequest that answers each upload with the given status and body, a check with its own if it has one. */
function uploads(status: number, body: object, check = { status, body }): Upload[] {
  const sent: Upload[] = [];
  class Request {
    status = 0;
    responseText = '';
    upload = {};
    onload: (() => void) | undefined;
    private address = '';
    open(_: string, address: string) {
      this.address = address;
    }
    setRequestHeader() {
      return undefined;
    }
    send(form: FormData) {
      sent.push({ address: this.address, fields: Object.fromEntries(form) });
      const answer = this.address.includes('check_bulk') ? check : { status, body };
      this.status = answer.status;
      this.responseText = JSON.stringify(answer.body);
      void Promise.resolve(arrival).then(() => this.onload?.());
    }
  }
  vi.stubGlobal('XMLHttpRequest', Request);
  return sent;
}
afterEach(() => {
  arrival = undefined;
  vi.unstubAllGlobals();
});
/** Uploads are under way until they arrive. */
function slowUploads(): () => void {
  let arrives: () => void = () => undefined;
  arrival = new Promise((resolve) => (arrives = resolve));
  return () => arrives();
}

const GOOD = new File(['Subscription Id,Assigned To\nS-1,asha@desk.example\nS-2,asha@desk.example\n'], 'november.csv');

async function open() {
  const shown = show(
    <>
      <RecentChanges who="asha@desk.example" />
      <MonthActionsPanel month="2026-11" entries={[]} busy={false} />
    </>,
  );
  await shown.user.click(await shown.screen.findByText('Bulk Assignment'));
  const file = await shown.screen.findByLabelText<HTMLInputElement>('Assignment file');
  const press = () => shown.user.click(shown.screen.getByText('Check file'));
  return { ...shown, file, press };
}

test('how many a file changes, and that it cannot be taken back, is said before it is done; then it stands in Recent changes', async () => {
  const sent = uploads(200, { updated: 2, unchanged: 1, skipped: 0, notes: [] });
  const { screen, user, file, press } = await open();
  const written = () => sent.filter(({ address }) => address.includes('bulk_update'));
  await user.upload(file, GOOD);
  await screen.findByText('2 rows');

  await press();
  await screen.findByText('Assign 2 renewals of Nov 2026?');
  expect(
    screen.getByText(/2 renewals get another assignee by this file\. 1 renewal has that assignee already\./),
  ).toBeDefined();
  expect(screen.getByText(/^This cannot be taken back/)).toBeDefined();
  await user.click(screen.getByText('Cancel'));
  expect(written()).toEqual([]);

  await press();
  await user.click(await screen.findByText('Assign 2'));
  await screen.findByText('Assigned to Updated');
  expect(written()).toHaveLength(1);
  await user.click(screen.getByText('Recent changes'));
  const entry = await screen.findByText('2 renewals of Nov 2026 assigned by november.csv');
  expect(entry.closest('a')).not.toBeNull();
  expect(screen.getByText(/^asha@desk\.example, .*, cannot be undone here$/)).toBeDefined();
  expect(screen.queryByText('Undo')).toBeNull();
});

test('a file that changes nothing says so, and is not written', async () => {
  const sent = uploads(200, { updated: 0, unchanged: 2, skipped: 0, notes: [] });
  const { screen, user, file, press } = await open();
  await user.upload(file, GOOD);
  await screen.findByText('2 rows');

  await press();

  await screen.findByText('2 renewals have that assignee already.');
  await user.click(screen.getByText('OK'));
  expect(sent.map(({ address }) => address)).toEqual(['/api/adminpanel/check_bulk_assignment/']);
});

test('name, size and rows are shown before the file is sent for the month', async () => {
  const sent = uploads(200, { updated: 2, unchanged: 1, skipped: 3, notes: [] });
  const { screen, user, file, press } = await open();

  await user.upload(file, GOOD);
  await screen.findByText('2 rows');
  expect(screen.getByText(/november\.csv, 1 kB/)).toBeDefined();
  await press();
  await user.click(await screen.findByText('Assign 2'));

  await screen.findByText('Assigned to Updated');
  await screen.findByText('2 renewals assigned · 1 as before · 3 rows without an assignee left out');
  expect(sent).toMatchObject([
    { address: '/api/adminpanel/check_bulk_assignment/', fields: { month: '2026-11' } },
    { address: '/api/adminpanel/bulk_update_assignto_member/', fields: { month: '2026-11' } },
  ]);
  expect((sent[0]?.fields['file'] as File).name).toBe('november.csv');
});

const OTHER = new File(['Subscription Id,Assigned To\nS-3,ravi@desk.example\n'], 'other.csv');
const isFree = (screen: { getByText: (text: string) => HTMLElement }) =>
  expect.poll(() => screen.getByText('Check file').closest('button')?.disabled).toBe(false);

test.each([
  ['counts', 200, { updated: 2, unchanged: 1, skipped: 0, notes: [] }],
  ['refusal', 422, { message: 'Wrong rows.', errors: [] }],
])(
  'the %s of a file that was checked is not asked about another one that was chosen meanwhile',
  async (_, status, body) => {
    const sent = uploads(status, body);
    const { screen, user, file, press } = await open();
    await user.upload(file, GOOD);
    await screen.findByText('2 rows');
    const arrives = slowUploads();
    await press();
    await expect.poll(() => sent.length).toBe(1);
    await user.upload(file, OTHER);
    await screen.findByText('1 row');
    arrives();
    await isFree(screen);

    expect(screen.getByText(/other\.csv, 1 kB/)).toBeDefined();
    expect(screen.getAllByRole('dialog')).toHaveLength(1);
    expect(screen.queryByRole('alertdialog')).toBeNull();
  },
);

test('a file that is chosen while another one is written stays chosen, and Recent changes names the one that was written', async () => {
  uploads(200, { updated: 2, unchanged: 1, skipped: 0, notes: [] });
  const { screen, user, file, press } = await open();
  await user.upload(file, GOOD);
  await screen.findByText('2 rows');
  await press();
  const arrives = slowUploads();
  await user.click(await screen.findByText('Assign 2'));
  await user.upload(file, OTHER);
  await screen.findByText('1 row');
  arrives();

  await screen.findByText('Assigned to Updated');
  await isFree(screen);
  expect(screen.getByText(/other\.csv, 1 kB/)).toBeDefined();
  await user.click(screen.getByText('Recent changes'));
  await screen.findByText('2 renewals of Nov 2026 assigned by november.csv');
});

test('without a file, or with a wrong header, nothing is sent', async () => {
  const sent = uploads(200, {});
  const { screen, user, file, press } = await open();

  await press();
  await screen.findByText('Choose a file');
  await user.upload(file, new File(['Domain,Owner\na.example,x\n'], 'other.csv'));
  await screen.findByText('The first line names no column Subscription Id or Renewal Id.');
  await press();

  expect(sent).toEqual([]);
});

test('wrong rows are listed with line, column and reason, and the file stays chosen', async () => {
  uploads(422, {
    message: 'Please check the subscription Id uploaded.',
    errors: [
      { line: 2, column: 'Subscription Id', reason: 'S-1 is no subscription of this month' },
      { line: 9, column: 'Assigned To', reason: 'gone@desk.example is no member' },
    ],
  });
  const { screen, user, file, press } = await open();
  await user.upload(file, GOOD);
  await screen.findByText('2 rows');

  await press();

  await screen.findByText('Please check the subscription Id uploaded.');
  expect(screen.getByText('S-1 is no subscription of this month')).toBeDefined();
  expect(screen.getByText('gone@desk.example is no member')).toBeDefined();
  expect(screen.getByText('9')).toBeDefined();
  expect(screen.getByText('Download as CSV')).toBeDefined();
  await user.click(screen.getByText('OK'));
  expect(screen.getByText(/november\.csv, 1 kB/)).toBeDefined();
});

test('a file that is too large is told', async () => {
  uploads(413, {});
  const { screen, user, file, press } = await open();
  await user.upload(file, GOOD);
  await screen.findByText('2 rows');

  await press();

  await screen.findByText('The file is too large.');
});

const FILE_CHANGED = 'The file changed since it was chosen. Choose it again.';
const unreadable = () => Promise.reject(new Error('changed'));

test('a file that was written since it was chosen is to be chosen again, and then it is sent', async () => {
  const sent = uploads(200, { updated: 2, unchanged: 0, skipped: 0, notes: [] });
  const { screen, user, file, press } = await open();
  const changed = new File(['Subscription Id,Assigned To\nS-1,asha@desk.example\n'], 'november.csv');
  await user.upload(file, changed);
  await screen.findByText('1 row');
  const reading = vi.spyOn(changed, 'slice').mockReturnValue({ arrayBuffer: unreadable } as never);

  await press();
  await screen.findByText(FILE_CHANGED);
  expect(sent).toEqual([]);

  reading.mockRestore();
  await user.upload(file, changed);
  await screen.findByText('1 row');
  expect(screen.queryByText(FILE_CHANGED)).toBeNull();
  await press();
  await screen.findByText('Assign 2 renewals of Nov 2026?');
});

test('a file that cannot be read as it is chosen says so', async () => {
  uploads(200, {});
  const { screen, user, file } = await open();
  const gone = new File(['x'], 'november.csv');
  vi.spyOn(gone, 'slice').mockReturnValue({ text: unreadable } as never);
  await user.upload(file, gone);
  await screen.findByText(FILE_CHANGED);
});

test('what is read of a file says nothing about one that was chosen after it', async () => {
  uploads(200, {});
  const { screen, user, file } = await open();
  const slow = new File(['Domain,Owner\na.example,x\n'], 'other.csv');
  let read: (text: string) => void = () => undefined;
  const reading = new Promise<string>((resolve) => (read = resolve));
  vi.spyOn(slow, 'slice').mockReturnValue({ text: () => reading } as never);
  const whole = vi.spyOn(slow, 'text');
  await user.upload(file, slow);
  await user.upload(file, GOOD);
  await screen.findByText('2 rows');
  read('Doma');

  await expect.poll(() => whole.mock.results.length).toBe(1);
  await whole.mock.results[0]?.value;
  await user.click(screen.getByRole('heading', { name: 'Bulk Assignment' }));
  expect(screen.queryByText(/names no column/)).toBeNull();
  expect(screen.getByText('2 rows')).toBeDefined();
});
