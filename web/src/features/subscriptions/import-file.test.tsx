import type { ReplyOf } from '@desk/contract/call';
import { imports } from '@desk/contract/imports';
import { within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { answering, refusing, show, slowly } from '../../testing/show.tsx';
import { uploads } from '../../testing/uploads.ts';
import { ImportFilePanel } from './import-file.panel.tsx';

// jsdom has none of these.
URL.createObjectURL = () => 'blob:template';
HTMLAnchorElement.prototype.click = () => undefined;

const wrongFile: ReplyOf<typeof imports.check> = {
  import_id: 31,
  tally: { new: 3, changed: 2, unchanged: 1, wrong: 1 },
  rows: [
    { line: 5, verdict: 'wrong', subject: 'acme.example', column: 'Renewal Date', reason: 'This day does not exist.' },
    { line: 2, verdict: 'new', subject: 'indra.example', column: null, reason: null },
  ],
  notes: [],
  more: 4,
};
const rightFile = { ...wrongFile, import_id: 32, tally: { ...wrongFile.tally, wrong: 0 } };
const unread = { errors: [{ line: 1, column: 'Domain', reason: 'The file has no column Domain.' }] };
const csv = () => new File(['Domain\nacme.example\n'], 'october.csv', { type: 'text/csv' });

async function checkedFile(...answers: Parameters<typeof show>[1][]) {
  const shown = show(<ImportFilePanel />, ...answers);
  await shown.user.upload(await shown.screen.findByLabelText('File to import'), csv());
  await shown.user.click(shown.screen.getByRole('button', { name: 'Check file' }));
  return shown;
}

test('without a file nothing is sent and the focus goes to the file', async () => {
  const forms = uploads();
  const { screen, user } = show(<ImportFilePanel />);
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

test('a price list is checked and imported as one, and opens no renewals', async () => {
  const forms = uploads([200, rightFile]);
  const { screen, user } = show(
    <ImportFilePanel />,
    answering(imports.confirm, { tally: rightFile.tally, renewals_opened: 0 }),
  );
  await user.click(await screen.findByLabelText('Price list'));
  await user.upload(screen.getByLabelText('File to import'), csv());
  await user.click(screen.getByRole('button', { name: 'Check file' }));
  await user.click(await screen.findByRole('button', { name: 'Import 5 rows' }));
  expect(await screen.findByText('5 rows imported')).toBeTruthy();
  expect(forms[0]?.get('kind')).toBe('prices');
});

test('contracts of the directory product are a kind of file, and open renewals', async () => {
  const forms = uploads([200, rightFile]);
  const { screen, user } = show(
    <ImportFilePanel />,
    answering(imports.confirm, { tally: rightFile.tally, renewals_opened: 5 }),
  );
  await user.click(await screen.findByLabelText('Directory contracts'));
  await user.upload(screen.getByLabelText('File to import'), csv());
  await user.click(screen.getByRole('button', { name: 'Check file' }));
  await user.click(await screen.findByRole('button', { name: 'Import 5 rows' }));
  expect(await screen.findByText('5 rows imported, 5 renewals opened')).toBeTruthy();
  expect(forms[0]?.get('kind')).toBe('directory_contracts');
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

test('when no answer comes to an import, it can be sent again as the same one, also after it was still being worked on', async () => {
  uploads([200, rightFile]);
  const answers = [refusing(0), refusing(425, { message: 'This request is still being worked on.', retry_after: 1 })];
  const { screen, user, sent } = await checkedFile(
    answering(imports.confirm, () => answers.shift() ?? { tally: rightFile.tally, renewals_opened: 0 }),
  );
  await user.click(await screen.findByRole('button', { name: 'Import 5 rows' }));
  expect(await screen.findByText(/^The server did not answer/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Import 5 rows' }));
  expect(await screen.findByText('This request is still being worked on.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Import 5 rows' }));
  expect(await screen.findByText(/5 rows imported/)).toBeTruthy();
  const keys = sent
    .filter(({ path }) => path === imports.confirm.path)
    .map(({ headers }) => headers.get('idempotency-key'));
  expect(new Set(keys).size).toBe(1);
});

test('while a file is written no other one is chosen', async () => {
  uploads([200, rightFile]);
  const reply = slowly({ tally: rightFile.tally, renewals_opened: 3 });
  const { screen, user } = await checkedFile(answering(imports.confirm, reply.answer));
  await user.click(await screen.findByRole('button', { name: 'Import 5 rows' }));
  const locked = [
    screen.getByLabelText<HTMLInputElement>('Price list'),
    screen.getByLabelText<HTMLInputElement>('File to import'),
    screen.getByRole<HTMLButtonElement>('button', { name: 'Remove october.csv' }),
    screen.getByRole<HTMLButtonElement>('button', { name: 'Check file' }),
  ];
  expect(locked.map(({ disabled }) => disabled)).toEqual([true, true, true, true]);

  reply.arrives();

  await screen.findByText('5 rows imported, 3 renewals opened');
  expect(screen.getByLabelText<HTMLInputElement>('Price list').disabled).toBe(false);
});

test.each([
  ['what was imported', { tally: rightFile.tally, renewals_opened: 3 }, '5 rows imported, 3 renewals opened'],
  ['a refusal', refusing(409), imports.confirm.refusals[409]],
])('%s is told to who left meanwhile', async (_, answer, words) => {
  uploads([200, rightFile]);
  const reply = slowly(answer);
  const { screen, user, goTo } = await checkedFile(answering(imports.confirm, reply.answer));
  await user.click(await screen.findByRole('button', { name: 'Import 5 rows' }));
  goTo('/elsewhere');
  await screen.findByText('Somewhere else');

  reply.arrives();

  await screen.findByText(words);
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
  const { screen, user } = show(<ImportFilePanel />);
  const mended = csv();
  vi.spyOn(mended, 'slice').mockReturnValue({ arrayBuffer: () => Promise.reject(new Error('changed')) } as never);
  await user.upload(await screen.findByLabelText('File to import'), mended);
  await user.click(screen.getByRole('button', { name: 'Check file' }));
  expect(await screen.findByText('The file changed since it was chosen. Choose it again.')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText('File to import'));
  expect(forms).toEqual([]);
});

test('the template is that of the chosen kind', async () => {
  const { screen, user, sent } = show(<ImportFilePanel />, answering(imports.template, {}));
  await user.click(await screen.findByLabelText('Renewal dates and prices'));
  await user.click(screen.getByRole('button', { name: 'Template' }));
  expect(await screen.findByText('Saved template.csv')).toBeTruthy();
  expect(sent.find(({ path }) => path === imports.template.path)?.body).toEqual({ kind: 'renewal_dates' });
});
