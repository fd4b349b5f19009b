import { inbound } from '@desk/contract/renewal-work/inbound';
import { timeline, type TimelineEntry } from '@desk/contract/timeline';
import { expect, test } from 'vitest';
import { mail } from '../../parts/testing/inbound.ts';
import { answering, refusing } from '../../testing/show.tsx';
import { yearlyValue } from './model.ts';
import { KINDS, answeringEntries, domainRenewal, openAt, openPage } from './testing/open-page.tsx';

const at = '2026-11-20T04:42:00.000000Z';
const renewal = { renewal_date: '2025-11-23', sku_name: 'Business Plus' };
const ENTRIES: readonly [entry: TimelineEntry, ...texts: string[]][] = [
  [
    { kind: 'comment', key: 'comment:1', at, by: 'tarun@desk.example', text: 'They want fewer', flag: 'Orange', status: 'In Discussion', renewal }, // prettier-ignore
    ...['Comments', '20 Nov 2026, 10:12', 'tarun@desk.example: They want fewer ▲Orange▲In Discussion'],
    'Business Plus, renewal of 23 Nov 2025',
  ],
  [
    { kind: 'message', key: 'message:1', at, by: 'system', channel: 'Email', recipient: 'it@indus.example', subject: 'Your renewal', state: 'failed', reason: 'Mailbox full', finished_at: null }, // prettier-ignore
    ...['Messages', '20 Nov 2026, 10:12', 'Email to it@indus.example: Your renewal ■failed', 'Mailbox full'],
  ],
  [
    { kind: 'decision', key: 'decision:1', at, by: 'nisha@indus.example', decision: 'change', seats: 560, plan: null, reason: null, text: 'Merger', renewal: null }, // prettier-ignore
    ...['Decisions', '20 Nov 2026, 10:12', 'nisha@indus.example wants 560 seats ', '“Merger”'],
  ],
  [
    { kind: 'decision', key: 'decision:2', at, by: 'nisha@indus.example', decision: 'do_not_renew', seats: null, plan: null, reason: 'Price Issue', text: '', renewal: null }, // prettier-ignore
    ...['Decisions', '20 Nov 2026, 10:12', 'nisha@indus.example does not renew: Price Issue '],
  ],
  [
    { kind: 'order', key: 'order:1', at, by: 'nisha@indus.example', added_seats: 5, sku_name: 'Business Plus', state: 'done', seats_before: 25, seats_after: 30, reason: null }, // prettier-ignore
    ...['Orders', '20 Nov 2026, 10:12', 'nisha@indus.example ordered 5 seats of Business Plus ●done', '25 → 30 seats'],
  ],
  [
    { kind: 'ticket', key: 'ticket:1', at, by: null, number: '48219', subject: 'Mail routing', department: 'support', status: 'Closed', closed_at: at }, // prettier-ignore
    ...['Tickets', '20 Nov 2026, 10:12', '#48219 Mail routing ●Closed', 'Support'],
  ],
  [
    { kind: 'invoice', key: 'invoice:1', at: '2026-11-19T18:30:00.000000Z', by: null, number: 'INV-1', status: 'overdue', total: '900.00', balance: '400.00', currency: 'INR', plan: null }, // prettier-ignore
    ...['Invoices', '20 Nov 2026', 'Invoice INV-1, ₹900 ■overdue', '₹400 open'],
  ],
  [
    { kind: 'sync', key: 'sync:1', at, by: 'system', what: 'Subscription changed', changes: [{ field: 'Licence', old: '20', new: '25' }], renewal: null, product: null }, // prettier-ignore
    ...['Syncs', '20 Nov 2026, 10:12', 'Subscription changed ', 'Licence: 20 → 25'],
  ],
  [
    { kind: 'edit', key: 'edit:1', at, by: 'tarun@desk.example', what: 'Details changed', changes: [{ field: 'Extension Date', old: null, new: '2026-12-01' }], renewal: null, product: null }, // prettier-ignore
    ...['Edits', '20 Nov 2026, 10:12', 'tarun@desk.example Details changed ', 'Extension Date: N/A → 01-12-2026'],
  ],
];

test.each(ENTRIES)('an entry tells who did what: %o', async (entry, ...texts) => {
  const { screen } = openPage(answeringEntries(entry));
  await screen.findByText('Indus Motors');
  const item = (await screen.findAllByRole('listitem'))[0];
  const parts = [...(item?.querySelectorAll('.visually-hidden, time, p') ?? [])].map((part) => part.textContent);
  expect(parts).toEqual(texts);
});

test('of a comment on the renewal that is worked on the renewal is not named again', async () => {
  const current = { renewal_date: '2026-11-23', sku_name: 'Google Workspace Business Starter' };
  const { screen } = openPage(
    answeringEntries({ kind: 'comment', key: 'comment:1', at, by: 'tarun@desk.example', text: 'Called', flag: null, status: null, renewal: current }), // prettier-ignore
  );
  await screen.findByText(/Called/);
  await screen.findByLabelText('What was said');
  expect(screen.queryByText(/renewal of/)).toBeNull();
});

test('what changed of another renewal, or of another subscription, names its product', async () => {
  const assigned = {
    kind: 'edit' as const,
    at,
    by: 'ritika@desk.example',
    what: 'Assigned',
    changes: [],
    product: null,
  };
  const current = { renewal_date: '2026-11-23', sku_name: 'Google Workspace Business Starter' };
  const { screen } = openPage(
    answeringEntries(
      { ...assigned, key: 'edit:1', renewal: current },
      { ...assigned, key: 'edit:2', renewal: { renewal_date: '2026-11-23', sku_name: 'Google Vault' } },
      { ...assigned, key: 'edit:3', renewal: null, product: 'Cloud Identity' },
    ),
  );
  await screen.findByLabelText('What was said');

  await screen.findByText('Google Vault, renewal of 23 Nov 2026');
  expect(screen.getByText('Cloud Identity')).toBeDefined();
  expect(screen.queryByText(/^Google Workspace Business Starter, renewal/)).toBeNull();
});

const comment = (n: number): TimelineEntry => ({ kind: 'comment', key: `comment:${n}`, at, by: 'tarun@desk.example', text: `Said ${n}`, flag: null, status: null, renewal: null }); // prettier-ignore

test('earlier entries are asked for from the last one on', async () => {
  const { screen, user, bodies } = openPage(
    answering(timeline.entries, ({ before }) => ({
      entries: before ? [comment(1)] : [comment(3), comment(2)],
      more: before === undefined,
      counts: { ...KINDS, comment: 3 },
    })),
  );

  await user.click(await screen.findByRole('button', { name: 'Show earlier' }));

  await screen.findByText(/Said 1/);
  expect(bodies(timeline.entries)).toContainEqual({ domain_name: 'indus.example', before: { at, key: 'comment:2' } });
  expect(screen.queryByRole('button', { name: 'Show earlier' })).toBeNull();
  expect(screen.getByText(/Said 3/)).toBeTruthy();
});

test('one kind alone is asked of the server, and only kinds that there are are offered', async () => {
  const { screen, user, bodies } = openPage(
    answering(timeline.entries, { entries: [comment(1)], more: false, counts: { ...KINDS, comment: 40, ticket: 2 } }),
  );

  await user.click(await screen.findByRole('button', { name: 'Tickets, 2' }));

  await screen.findByText(/Said 1/);
  expect(bodies(timeline.entries)).toContainEqual({ domain_name: 'indus.example', kind: 'ticket' });
  expect(screen.queryByRole('button', { name: /^Invoices/ })).toBeNull();
});

test('a timeline that cannot be read leaves the rest of the page', async () => {
  let isDown = true;
  const { screen, user } = openPage(
    answering(timeline.entries, () => (isDown ? refusing(500) : { entries: [comment(1)], more: false, counts: KINDS })),
  );
  await screen.findByText('Could not fetch what happened.');
  await screen.findByText('Indus Motors');
  isDown = false;

  await user.click(screen.getByText('Retry'));

  await screen.findByText(/Said 1/);
});

test('prices of different currencies are not added up, and without a price there is no value', () => {
  const priced = [domainRenewal({ price: '1000' }), domainRenewal({ price: '500' }), domainRenewal({ price: '20', currency: 'USD' })]; // prettier-ignore
  expect(yearlyValue(priced)).toBe('₹1,500 + $20');
  expect(yearlyValue([domainRenewal()])).toBeNull();
  expect(yearlyValue([domainRenewal({ price_per_user: '100', number_of_seats: 10, term_months: 24 })])).toBe('₹500');
});

const mailIn: TimelineEntry = { kind: 'inbound', key: 'inbound:5', at, by: 'ravi@acme.example', mail: 'reply', subject: 'Re: Your renewal', text: 'Call me' }; // prettier-ignore

test('a mail that came in is opened, and leads back to its entry', async () => {
  const { screen, user } = openPage(
    answeringEntries(mailIn),
    answering(inbound.message, {
      message: mail({ inbound_id: 5, top: 'Call me' }),
      to: 'renew@desk.example',
      text: 'Call me\n> Renew',
      answers: null,
    }),
  );
  const read = await screen.findByRole('button', { name: 'Read the mail' });

  await user.click(read);

  await screen.findByRole('dialog', { name: 'Reply from ravi@acme.example' });
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement).toBe(read);
});

test('who works on no renewals reads what the timeline has of it', async () => {
  const { screen } = openAt('/home/domain/indus.example', '{provider}_domains', answeringEntries(mailIn));
  await screen.findByText(/Call me/);
  expect(screen.queryByRole('button', { name: 'Read the mail' })).toBeNull();
});
