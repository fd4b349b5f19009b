import { auditLog, type AuditEntry } from '@desk/contract/audit-log';
import { act, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answering, refusing, showAt, slowly } from '../../testing/show.tsx';
import { AuditLogScreen } from './audit-log.screen.tsx';

const entry = (entry_id: number, change: Partial<AuditEntry> = {}): AuditEntry => ({
  entry_id,
  at: '2026-11-21T08:30:00Z',
  by: 'asha@desk.example',
  action: 'zone_changed',
  subject: 'renewal',
  subject_id: 7,
  domain: null,
  changes: [{ field: 'zone', old: 'North', new: 'West' }],
  ip: '127.0.0.1',
  ...change,
});
const batch = (newest: number, count: number) => Array.from({ length: count }, (_, at) => entry(newest - at));
const things = answering(auditLog.things, { things: ['account', 'renewal'] });

type Answers = Parameters<typeof showAt>[2][];
const open = (search: string, ...answers: Answers) => showAt(`/home${search}`, <AuditLogScreen />, ...answers, things);
const bodiesOf = (sent: readonly { path: string; body: unknown }[], call: { path: string }) =>
  sent.filter(({ path }) => path === call.path).map(({ body }) => body);

test('an entry tells when, who, what, to which thing, what changed, and from where, in words', async () => {
  const changes = [
    { field: 'renewal_date', old: '2026-11-23', new: '2027-11-23' },
    { field: 'admin_name', old: null, new: 'Asha Rao' },
    { field: 'add_lic', old: null, new: '5' },
    { field: 'upto20', old: null, new: '136.50' },
    { field: 'priceType', old: 'price', new: 'split_price' },
  ];
  const { screen } = open('', answering(auditLog.entries, { entries: [entry(9, { changes })], more: false }));

  const row = (await screen.findByText('asha@desk.example')).closest('tr');
  const cells = [...(row?.querySelectorAll('th, td') ?? [])].map((cell) => cell.textContent);
  expect(cells.slice(0, 6)).toEqual([
    '21 Nov 2026, 14:00',
    'asha@desk.example',
    'Zone changed',
    'Renewal 7',
    'Renewal Date: 23-11-2026 → 23-11-2027; Admin Name: N/A → Asha Rao; License Added: N/A → 5; Upto 20: N/A → 136.50; Price Type: Price → Split price',
    '127.0.0.1',
  ]);
  expect(screen.getByText('There are no older entries.')).toBeTruthy();
});

test('what the server did itself has no address, and a refused call is named by its path', async () => {
  const refused = entry(8, { action: 'authz_fail', subject: 'get_all_data/', subject_id: null, changes: [] });
  const { screen } = open(
    '',
    answering(auditLog.entries, { entries: [entry(9, { by: 'system', ip: null }), refused], more: false }),
  );

  const own = (await screen.findByText('system')).closest('tr') as HTMLElement;
  expect(within(own).getByText('N/A')).toBeTruthy();
  expect(screen.getByText('Access refused')).toBeTruthy();
  expect(screen.getByText('get_all_data/')).toBeTruthy();
});

test('an entry about a domain names it and leads to its page', async () => {
  const entries = [
    entry(9, { domain: 'acme.example' }),
    entry(8, { subject: 'subscription', domain: 'tara.example', by: 'ravi@desk.example' }),
    entry(7, { subject: 'domain', domain: 'neem.example', by: 'mina@desk.example' }),
  ];
  const { screen, user } = open('', answering(auditLog.entries, { entries, more: false }));

  expect((await screen.findByText('acme.example')).closest('td')?.textContent).toBe('Renewal of acme.example');
  expect(screen.getByText('acme.example').getAttribute('href')).toContain('/home/domain/acme.example');
  expect(screen.getByText('tara.example').closest('td')?.textContent).toBe('Subscription of tara.example');
  expect(screen.getByText('neem.example').closest('td')?.textContent).toBe('neem.example');
  await user.click(screen.getAllByRole('button', { name: /^Details/ })[0] as HTMLElement);
  expect(within(screen.getByRole('dialog')).getByText('acme.example').getAttribute('href')).toContain('acme.example');
});

test('a domain is searched for beside a person', async () => {
  const { screen, sent } = open(
    '?person=asha&q=acme',
    answering(auditLog.entries, { entries: [entry(9, { domain: 'acme.example' })], more: false }),
  );

  await screen.findByText('acme.example');
  expect(bodiesOf(sent, auditLog.entries)).toEqual([{ person: 'asha', search: 'acme' }]);
  expect(screen.getByRole('button', { name: 'Remove filter Domain: acme' })).toBeTruthy();
});

test('the filters stand in the address and are what the server is asked for', async () => {
  const { screen, user, sent, address } = open(
    '?person=asha&from=2026-11-01&to=2026-11-30&page=2',
    answering(auditLog.entries, { entries: batch(60, 20), more: false }),
  );
  await screen.findByText('11–20 of 20');

  await user.selectOptions(await screen.findByLabelText('Thing'), 'Renewal');

  await screen.findByText('1–10 of 20');
  expect(address()).toBe('/home?person=asha&thing=renewal&from=2026-11-01&to=2026-11-30');
  expect(bodiesOf(sent, auditLog.entries)).toEqual([
    { person: 'asha', from: '2026-11-01', to: '2026-11-30' },
    { person: 'asha', thing: 'renewal', from: '2026-11-01', to: '2026-11-30' },
  ]);
});

test('Older loads what comes before the last entry, under the same filter, and turns to it', async () => {
  const { screen, user, sent } = open(
    '?person=asha',
    answering(auditLog.entries, ({ before }) =>
      before === undefined ? { entries: batch(90, 50), more: true } : { entries: batch(40, 3), more: false },
    ),
  );
  await screen.findByText('The newest 50 entries are loaded; there are older ones.');

  await user.click(screen.getByRole('button', { name: 'Older' }));

  await screen.findByText('51–53 of 53');
  expect(bodiesOf(sent, auditLog.entries)).toEqual([
    { person: 'asha' },
    { person: 'asha', before: 41, before_at: batch(41, 1)[0]?.at },
  ]);
  expect(screen.queryByRole('button', { name: 'Older' })).toBeNull();
  await waitFor(() => expect(document.activeElement?.closest('[role="grid"]')).not.toBeNull());
});

test('older entries that come after the screen was left lead nowhere', async () => {
  const older = slowly({ entries: batch(40, 3), more: false });
  const { screen, user, goTo, address } = open(
    '?person=asha',
    answering(auditLog.entries, ({ before }) =>
      before === undefined ? { entries: batch(90, 50), more: true } : older.answer(),
    ),
  );
  await user.click(await screen.findByRole('button', { name: 'Older' }));
  goTo('/elsewhere?q=acme');
  await screen.findByText('Somewhere else');

  await act(async () => {
    older.arrives();
    await new Promise((resolve) => setTimeout(resolve, 50));
  });

  expect(address()).toBe('/elsewhere?q=acme');
});

test('a page that is not loaded leads to the last one that is, and the address says so', async () => {
  const { screen, address } = open(
    '?person=asha&page=9',
    answering(auditLog.entries, { entries: batch(90, 50), more: true }),
  );

  await screen.findByText('41–50 of 50');
  await waitFor(() => expect(address()).toBe('/home?person=asha&page=5'));
});

test('when older entries do not come, that is said and the loaded ones stay', async () => {
  const { screen, user } = open(
    '',
    answering(auditLog.entries, ({ before }) =>
      before === undefined ? { entries: batch(90, 50), more: true } : refusing(0),
    ),
  );

  await user.click(await screen.findByRole('button', { name: 'Older' }));

  await screen.findByText('The server did not answer. Check your connection and try again.');
  expect(screen.getByText('1–10 of 50')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Older' })).toBeTruthy();
});

test('a reminder policy is told by the sentences of its steps, before and after', async () => {
  const step = (daysBefore: number, own: object = {}) => ({
    ...{ key: `email-${String(daysBefore)}`, daysBefore, purpose: 'decision', outcomes: [], segments: [] },
    ...{ channel: 'Email', to: 'first', subject: 'Renewal', text: '{link}', ...own },
  });
  const steps = (...all: object[]) => JSON.stringify(all);
  const saved = (entry_id: number, old: string | null, now: string) =>
    entry(entry_id, { subject: 'reminder_policy', changes: [{ field: 'steps', old, new: now }] });
  const old = steps({ ...step(30), purpose: undefined }, step(7));
  const { screen } = open(
    '',
    answering(auditLog.entries, {
      entries: [
        saved(9, old, steps(step(30, { text: 'Now: {link}' }), step(3, { to: 'everybody' }))),
        saved(8, null, steps(step(0, { purpose: 'payment', to: 'payer' }))),
        saved(7, old, 'gone'),
      ],
      more: false,
    }),
  );

  const first = 'e-mail to the first who can be reached';
  expect(
    await screen.findByText(
      `Steps: 30 days before the last day: ${first}; 7 days before the last day: ${first} → ` +
        `30 days before the last day: ${first} (reworded); 3 days before the last day: e-mail to everybody who can be reached`,
    ),
  ).toBeTruthy();
  expect(screen.getByText('Steps: N/A → On the last day: e-mail about the payment to the payer')).toBeTruthy();
  expect(screen.getByText(`Steps: ${old} → gone`)).toBeTruthy();
});

test('a log that cannot be read says why and can be asked for again', async () => {
  let tries = 0;
  const { screen, user } = open(
    '',
    answering(auditLog.entries, () => (++tries === 1 ? refusing(0) : { entries: [entry(1)], more: false })),
  );

  await user.click(await screen.findByRole('button', { name: 'Try again' }));

  await screen.findByText('asha@desk.example');
});

test('a filter that finds nothing can be taken away', async () => {
  const { screen, user, address } = open(
    '?person=nobody',
    answering(auditLog.entries, ({ person }) => ({ entries: person === undefined ? [entry(1)] : [], more: false })),
  );

  await user.click(await screen.findByText('Clear filters'));

  await screen.findByText('asha@desk.example');
  expect(address()).toBe('/home');
});

test('a file that cannot be made is told; a day order that finds nothing is explained', async () => {
  const { screen, user, sent } = open(
    '?from=2026-11-30&to=2026-11-01',
    answering(auditLog.entries, { entries: [], more: false }),
    answering(auditLog.export, () => refusing(0)),
  );
  await screen.findByText('The first day lies after the last one.');

  await user.click(screen.getByRole('button', { name: 'Export data' }));

  await screen.findByText('The server did not answer. Check your connection and try again.');
  expect(bodiesOf(sent, auditLog.export)).toEqual([{ from: '2026-11-30', to: '2026-11-01' }]);
});

test('the details of an entry show every change on a line of its own', async () => {
  const changes = [
    { field: 'segments', old: null, new: 'SMB' },
    { field: 'zone', old: 'North', new: 'West' },
  ];
  const { screen, user } = open('', answering(auditLog.entries, { entries: [entry(1, { changes })], more: false }));

  await user.click(await screen.findByRole('button', { name: /^Details/ }));

  const dialog = within(screen.getByRole('dialog', { name: 'Zone changed' }));
  expect(dialog.getByText('Segments').nextElementSibling?.textContent).toBe('N/A → SMB');
  expect(dialog.getByText('Zone').nextElementSibling?.textContent).toBe('North → West');
});
