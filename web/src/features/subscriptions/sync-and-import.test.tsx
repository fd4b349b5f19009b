import type { ReplyOf } from '@desk/contract/call';
import { imports } from '@desk/contract/imports';
import { sync, type SyncRun } from '@desk/contract/sync';
import { within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { answering, refusing, show } from '../../testing/show.tsx';
import { SyncAndImportScreen } from './sync-and-import.screen.tsx';

const run: SyncRun = {
  run_id: 7,
  state: 'done',
  started_by: 'asha@resell.example',
  started_at: '2026-11-21T08:35:00Z',
  finished_at: '2026-11-21T08:38:05Z',
  pages: 7,
  subscriptions: 655,
  created: 12,
  changed: 3,
  ended: 1,
  renewals_opened: 11,
  renewals_closed: 1,
  attempts: 1,
  error: null,
};
const nightly: SyncRun = { ...run, run_id: 6, started_by: null };
const standing = (newest: Partial<SyncRun>, next_run: string | null = '2026-11-21T20:40:00Z') =>
  answering(sync.runs, { runs: [{ ...run, ...newest }, nightly], next_run });
const quiet = answering(sync.runs, { runs: [], next_run: null });

afterEach(() => {
  vi.useRealTimers();
});

test('a finished sync tells what it did, when and how long it took, and when the next one starts', async () => {
  const { screen } = show(<SyncAndImportScreen />, standing({}));
  expect(
    await screen.findByText(
      'Finished on 21 Nov 2026, 14:08 after 3 min 5 s: 12 subscriptions created, 3 changed, 1 ended; 11 renewals opened, 1 closed.',
    ),
  ).toBeTruthy();
  expect(screen.getByText('The next sync starts by itself on 22 Nov 2026, 02:10.')).toBeTruthy();
  const [, first, second] = within(screen.getByRole('grid', { name: 'The last 10 syncs' })).getAllByRole('row');
  expect(first?.textContent).toContain('asha@resell.example3 min 5 s65512');
  expect(second?.textContent).toContain('the server');
});

test('a running sync says how much is read so far and is asked about again every 2 seconds', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  let pages = 3;
  const running = answering(sync.runs, () => ({
    runs: [{ ...run, state: 'running' as const, finished_at: null, pages, subscriptions: pages * 100 }],
    next_run: null,
  }));
  const { screen } = show(<SyncAndImportScreen />, running);
  expect(await screen.findByText('3 pages and 300 subscriptions read so far')).toBeTruthy();
  expect(screen.getByRole('progressbar', { name: 'Google sync' })).toBeTruthy();
  pages = 4;
  await vi.advanceTimersByTimeAsync(2000);
  expect(await screen.findByText('4 pages and 400 subscriptions read so far')).toBeTruthy();
  expect(screen.queryByText(/subscriptions read$/)).toBeNull();
  pages = 25;
  await vi.advanceTimersByTimeAsync(2000);
  expect((await screen.findByText('2,000 subscriptions read')).closest('[role=status]')).toBeTruthy();
});

test('a sync that waits for its next try says why', async () => {
  const { screen } = show(
    <SyncAndImportScreen />,
    standing({ state: 'queued', attempts: 2, finished_at: null, error: 'Google is busy.' }),
  );
  expect(await screen.findByText('Try 2 failed, the next one starts by itself. Google is busy.')).toBeTruthy();
});

test('a failed sync tells its reason and is started again by "Try again"', async () => {
  const { screen, user, sent } = show(
    <SyncAndImportScreen />,
    standing({ state: 'failed', error: 'The Google Reseller API is not configured.' }, null),
    answering(sync.start, { run_id: 8 }),
  );
  const told = await screen.findByText(
    'The sync of 21 Nov 2026, 14:08 failed. The Google Reseller API is not configured.',
  );
  expect(told.getAttribute('role')).toBe('alert');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await vi.waitFor(() => expect(sent.filter(({ path }) => path === sync.runs.path)).toHaveLength(2));
  expect(sent.find(({ path }) => path === sync.start.path)?.body).toEqual({});
});

test('a second sync beside a running one is refused in words', async () => {
  const { screen, user } = show(
    <SyncAndImportScreen />,
    quiet,
    answering(sync.start, () => refusing(409)),
  );
  expect(await screen.findByText('No sync has run yet.')).toBeTruthy();
  expect(screen.getByText('No sync is scheduled: the Google Reseller API is not configured.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Sync now' }));
  expect(await screen.findByText('A sync is already running.')).toBeTruthy();
});

test('syncs that could not be loaded are not called none', async () => {
  const { screen } = show(<SyncAndImportScreen />, answering(sync.runs, () => refusing(0)));
  expect(await screen.findByText('Could not fetch the syncs')).toBeTruthy();
  expect(screen.queryByText('No sync has run yet.')).toBeNull();
});

// What jsdom lacks of a browser.
Blob.prototype.arrayBuffer = () => Promise.resolve(new ArrayBuffer(0));
URL.createObjectURL = () => 'blob:template';
HTMLAnchorElement.prototype.click = () => undefined;

/** What jsdom cannot send: a pretend server for files, each answer used once. */
function uploads(...answers: (readonly [status: number, body: unknown])[]) {
  const forms: FormData[] = [];
  class Request {
    status = 0;
    responseText = '';
    upload: { onprogress?: () => void } = {};
    onload?: () => void;
    open() {}
    setRequestHeader() {}
    send(form: FormData) {
      forms.push(form);
      const [status, body] = answers[forms.length - 1] ?? [500, {}];
      this.status = status;
      this.responseText = JSON.stringify(body);
      queueMicrotask(() => this.onload?.());
    }
  }
  vi.stubGlobal('XMLHttpRequest', Request);
  return forms;
}
afterEach(() => {
  vi.unstubAllGlobals();
});

const wrongFile: ReplyOf<typeof imports.check> = {
  import_id: 31,
  tally: { new: 3, changed: 2, unchanged: 1, wrong: 1 },
  rows: [
    { line: 5, verdict: 'wrong', subject: 'acme.example', column: 'Renewal Date', reason: 'This day does not exist.' },
    { line: 2, verdict: 'new', subject: 'indra.example', column: null, reason: null },
  ],
  more: 4,
};
const rightFile = { ...wrongFile, import_id: 32, tally: { ...wrongFile.tally, wrong: 0 } };
const unread = { errors: [{ line: 1, column: 'Domain', reason: 'The file has no column Domain.' }] };
const csv = () => new File(['Domain\nacme.example\n'], 'october.csv', { type: 'text/csv' });

async function checkedFile(...answers: Parameters<typeof show>[1][]) {
  const shown = show(<SyncAndImportScreen />, quiet, ...answers);
  await shown.user.upload(await shown.screen.findByLabelText('File to import'), csv());
  await shown.user.click(shown.screen.getByRole('button', { name: 'Check file' }));
  return shown;
}

test('without a file nothing is sent and the focus goes to the file', async () => {
  const forms = uploads();
  const { screen, user } = show(<SyncAndImportScreen />, quiet);
  await user.click(await screen.findByRole('button', { name: 'Check file' }));
  expect(await screen.findByText('Choose a file')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText('File to import'));
  expect(forms).toEqual([]);
});

test('a file with wrong rows shows each with line, column and reason, and cannot be imported', async () => {
  const forms = uploads([200, wrongFile]);
  const { screen, user } = await checkedFile();
  expect(await screen.findByText('7 rows checked: 3 new, 2 changed, 1 unchanged, 1 wrong')).toBeTruthy();
  expect(forms[0]?.get('kind')).toBe('subscriptions');
  expect((forms[0]?.get('file') as File).name).toBe('october.csv');
  const rows = () =>
    within(screen.getByRole('grid', { name: 'Checked rows' }))
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.textContent);
  expect(rows()).toEqual(['5■wrongacme.exampleRenewal DateThis day does not exist.', '2●newindra.example']);
  expect(screen.getByText('The first 2 rows, wrong ones first; 4 more rows not listed.')).toBeTruthy();
  expect(screen.getByText(/^Nothing is imported while rows are wrong/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Import/ })).toBeNull();
  expect(screen.getByRole('button', { name: 'Download wrong rows' })).toBeTruthy();
  await user.selectOptions(screen.getByLabelText('Verdict'), 'new');
  expect(rows()).toEqual(['2●newindra.example']);
});

test('a file without wrong rows is imported as it was checked, and the result is told', async () => {
  uploads([200, rightFile]);
  const { screen, user, sent } = await checkedFile(
    answering(imports.confirm, { tally: rightFile.tally, renewals_opened: 3 }),
  );
  await user.click(await screen.findByRole('button', { name: 'Import 5 rows' }));
  expect((await screen.findByText('5 rows imported, 3 renewals opened')).closest('[role=status]')).toBeTruthy();
  expect(sent.find(({ path }) => path === imports.confirm.path)?.body).toEqual({ import_id: 32 });
  expect(screen.queryByText(/october\.csv/)).toBeNull();
  expect(document.activeElement).toBe(screen.getByLabelText('File to import'));
});

test('when the data moved on, the same file is checked again by one button', async () => {
  const forms = uploads([200, rightFile], [200, { ...rightFile, import_id: 33 }]);
  const confirmed: unknown[] = [];
  const { screen, user } = await checkedFile(
    answering(imports.confirm, (body) => {
      confirmed.push(body.import_id);
      return body.import_id === 32 ? refusing(409) : { tally: rightFile.tally, renewals_opened: 0 };
    }),
  );
  await user.click(await screen.findByRole('button', { name: 'Import 5 rows' }));
  expect(await screen.findByText(imports.confirm.refusals[409])).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Import 5 rows' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Check again' }));
  await user.click(await screen.findByRole('button', { name: 'Import 5 rows' }));
  expect(await screen.findByText('5 rows imported, 0 renewals opened')).toBeTruthy();
  expect(confirmed).toEqual([32, 33]);
  expect(forms.map((form) => (form.get('file') as File).name)).toEqual(['october.csv', 'october.csv']);
});

test('when no answer comes to an import, it can be sent again as the same one', async () => {
  uploads([200, rightFile]);
  let tries = 0;
  const { screen, user, sent } = await checkedFile(
    answering(imports.confirm, () => {
      tries += 1;
      return tries === 1 ? refusing(0) : { tally: rightFile.tally, renewals_opened: 0 };
    }),
  );
  await user.click(await screen.findByRole('button', { name: 'Import 5 rows' }));
  expect(await screen.findByText(/^The server did not answer/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Import 5 rows' }));
  expect(await screen.findByText(/5 rows imported/)).toBeTruthy();
  const keys = sent
    .filter(({ path }) => path === imports.confirm.path)
    .map(({ headers }) => headers.get('idempotency-key'));
  expect(new Set(keys).size).toBe(1);
});

test('a file that cannot be read is refused with its places, and stays chosen', async () => {
  uploads([422, unread]);
  const { screen } = await checkedFile();
  const alert = (await screen.findByText('Line 1, column Domain: The file has no column Domain.')).closest(
    '[role=alert]',
  );
  expect(alert?.textContent).toContain('There is an issue with the file. Please try again...!');
  expect(screen.getByText(/october\.csv, 1 kB/)).toBeTruthy();
});

test('another kind sends the same file as that kind, and the check of the former one is gone', async () => {
  const forms = uploads([422, unread], [200, { ...rightFile, tally: { new: 0, changed: 0, unchanged: 2, wrong: 0 } }]);
  const { screen, user } = await checkedFile();
  await screen.findByText(/^There is an issue/);
  await user.click(screen.getByLabelText('Renewal dates and prices'));
  expect(screen.queryByText(/^There is an issue/)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Check file' }));
  expect(await screen.findByText(/There is nothing to import\.$/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Import/ })).toBeNull();
  expect(forms[1]?.get('kind')).toBe('renewal_dates');
});

test('a file that was mended after it was chosen must be chosen again', async () => {
  const forms = uploads();
  const { screen, user } = show(<SyncAndImportScreen />, quiet);
  const mended = csv();
  vi.spyOn(mended, 'slice').mockReturnValue({ arrayBuffer: () => Promise.reject(new Error('changed')) } as never);
  await user.upload(await screen.findByLabelText('File to import'), mended);
  await user.click(screen.getByRole('button', { name: 'Check file' }));
  expect(await screen.findByText('The file changed since it was chosen. Choose it again.')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText('File to import'));
  expect(forms).toEqual([]);
});

test('the template is that of the chosen kind', async () => {
  const { screen, user, sent } = show(<SyncAndImportScreen />, quiet, answering(imports.template, {}));
  await user.click(await screen.findByLabelText('Renewal dates and prices'));
  await user.click(screen.getByRole('button', { name: 'Template' }));
  expect(await screen.findByText('Saved template.csv')).toBeTruthy();
  expect(sent.find(({ path }) => path === imports.template.path)?.body).toEqual({ kind: 'renewal_dates' });
});
