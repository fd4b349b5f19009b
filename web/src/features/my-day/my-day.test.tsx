import { dossier } from '@desk/contract/dossier';
import { followUp } from '@desk/contract/follow-up';
import type { ReplyOf } from '@desk/contract/call';
import { timeline } from '@desk/contract/timeline';
import { leave } from '@desk/contract/work/leave';
import { myDay, type WorkItem } from '@desk/contract/work/my-day';
import { within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { storeSession } from '../../api/session.ts';
import { contact } from '../../parts/testing/dossier.ts';
import { renewalRow } from '../../parts/testing/renewal.ts';
import { useShortcutKeys } from '../../kit/keyboard/shortcuts.ts';
import { answering, refusing, showAt } from '../../testing/show.tsx';
import { MyDayScreen } from './my-day.screen.tsx';

type Day = ReplyOf<typeof myDay.list>;

const item = (own: Partial<WorkItem> = {}): WorkItem => ({
  ...{ renewal_id: 1, instruction_id: null, domain_name: 'acme.example', company_name: 'Acme' },
  ...{ kind: 'call', group: 'today', waiting_for: null, sentence: 'First call of this term.' },
  ...{ day: '2026-11-23', time: null, days_late: null, renewal_date: '2026-12-15', last_safe_day: '2026-12-11' },
  ...{ value: '90240.00', currency: 'INR', owner: { account_id: 7, name: 'Tarun' }, planned: null },
  ...own,
});
const GROUPS = ['overdue', 'today', 'week', 'later', 'waiting'] as const;
const day = (items: readonly WorkItem[], own: Partial<Day> = {}): Day => ({
  today: '2026-11-23',
  count: items.length,
  sums: [{ currency: 'INR', value: '90240.00' }],
  groups: GROUPS.map((group) => {
    const mine = items.filter((one) => one.group === group);
    return { group, count: mine.length, sums: [], items: mine };
  }),
  ...{
    waiting: { customer: 0, approval: 0, provider: 0 },
    waiting_until: null,
    covering: [],
    unassigned: null,
    away: null,
  },
  ...own,
});
const TWO = [
  item({ group: 'overdue', days_late: 3, sentence: 'Call promised for Friday' }),
  item({ renewal_id: 2, domain_name: 'indus.example' }),
];

const beside = [
  answering(timeline.summary, ({ domain_name }) => ({
    ...{ domain_name, status: 'ACTIVE', plans: ['ANNUAL'], renews_on: null, seats_used: 74, seats_bought: 92 },
    ...{ company_name: 'Acme', owes: null, last_contact: null },
    counts: {
      plans: 1,
      invoices: 0,
      outstanding: 0,
      contacts: 1,
      renewals: 1,
      deployment_tickets: 0,
      support_tickets: 0,
    },
    renewals: [1, 2].map((renewal_id) => ({
      ...renewalRow({ renewal_id, domain_name, number_of_seats: 92 }),
      by_itself: { outcome: 'shrinks' as const, seats: 74, last_safe_day: '2026-12-11' },
    })),
  })),
  answering(timeline.entries, {
    entries: [],
    more: false,
    counts: { comment: 0, message: 0, decision: 0, order: 0, ticket: 0, invoice: 0, sync: 0, edit: 0 },
  }),
  answering(dossier.contact, { domains: [contact()], contacts: [], as_of: null }),
];

function Keys() {
  useShortcutKeys();
  return null;
}
const open = (reply: Parameters<typeof answering<typeof myDay.list>>[1], ...more: Parameters<typeof showAt>[2][]) =>
  showAt(
    '/home/my_day',
    <>
      <Keys />
      <MyDayScreen />
    </>,
    answering(myDay.list, reply),
    ...more,
    ...beside,
  );

beforeEach(() => {
  const menu = [{ menu_id: 1, menu_name: 'Monthly Renewal Data', to_route: 'get_monthly_renewal' }];
  storeSession({ user: 'tarun@desk.example', token: { login_token: 't', exp: 4e9 }, menu, role: 'RMEMBER' });
});

test('the day stands in groups, the most urgent first, and the first item beside it with all that is needed', async () => {
  const { screen } = open(day(TWO));

  expect(await screen.findByText('Mon 23 Nov · 2 things to do · ₹90.24K at stake')).toBeTruthy();
  const overdue = within(screen.getByRole('region', { name: 'Overdue' }));
  expect(overdue.getByRole('button').textContent).toBe('Call: acme.exampleCall promised for Friday3 days late₹90,240');
  const panel = within(screen.getByRole('complementary', { name: 'About acme.example' }));
  expect(await panel.findByText(/It renews with 74 of 92 seats/)).toBeTruthy();
  expect(panel.getByRole('link', { name: '+91 9800000001' }).getAttribute('href')).toBe('tel:+919800000001');
  expect(panel.getByLabelText('What was said', { selector: 'textarea' })).toBeTruthy();
});

test('j and k walk the list; s plans what is next, with a reason', async () => {
  const { screen, user, sent } = open(day(TWO), answering(myDay.setNext, { was: null }));
  await screen.findByRole('complementary', { name: 'About acme.example' });
  await user.keyboard('j');
  expect(screen.getByRole('complementary', { name: 'About indus.example' })).toBeTruthy();
  await user.keyboard('jk');
  expect(screen.getByRole('complementary', { name: 'About acme.example' })).toBeTruthy();
  await user.keyboard('js');

  const dialog = within(await screen.findByRole('dialog', { name: 'What is next: indus.example' }));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(dialog.getByText('Enter Reason')).toBeTruthy();
  await user.type(dialog.getByLabelText(/^Reason/), 'Asked to call back');
  await user.click(dialog.getByRole('button', { name: 'Save' }));

  await screen.findByText(/^Next on indus.example: Call on/);
  const [planned] = sent.filter(({ path }) => path === myDay.setNext.path);
  expect(planned?.body).toMatchObject({
    renewal_id: 2,
    next: { kind: 'call', time: null, reason: 'Asked to call back' },
  });
});

test('c writes what was said, and Save and next goes on to the next item', async () => {
  const { screen, user, sent } = open(day(TWO), answering(followUp.addComment, {}));
  const panel = within(await screen.findByRole('complementary', { name: 'About acme.example' }));
  const box = await panel.findByLabelText('What was said', { selector: 'textarea' });
  await user.keyboard('c');
  expect(document.activeElement).toBe(box);

  await user.keyboard('PO tomorrow');
  await user.click(panel.getByRole('button', { name: 'Save and next' }));

  await screen.findByRole('complementary', { name: 'About indus.example' });
  expect(sent.find(({ path }) => path === followUp.addComment.path)?.body).toEqual({
    comment: 'PO tomorrow',
    renewal_id: 1,
  });
});

test('who covers has a tab of it; a manager has the team by person, and what is nobody’s', async () => {
  const covering = [{ account_id: 9, name: 'Meenal', count: 4 }];
  const { screen, user, sent } = open(
    (asked) => day(TWO.slice(asked.scope === 'mine' ? 0 : 1), { covering, unassigned: 3 }),
    answering(myDay.people, {
      people: [
        { account: null, away_until: null, count: 3, overdue: 1, sums: [], oldest: '2026-11-20' },
        {
          account: { account_id: 9, name: 'Meenal' },
          away_until: '2026-11-27',
          count: 2,
          overdue: 0,
          sums: [],
          oldest: null,
        },
      ],
    }),
  );
  await user.click(await screen.findByLabelText('Covering for Meenal · 4'));
  await screen.findByRole('complementary', { name: 'About indus.example' });

  await user.click(screen.getByLabelText('Team · 3 unassigned'));
  await user.click(await screen.findByRole('button', { name: 'Unassigned' }));

  expect(screen.getByText('away until Fri 27 Nov')).toBeTruthy();
  const asked = sent.filter(({ path }) => path === myDay.list.path).map(({ body }) => body);
  expect(asked).toEqual([
    { scope: 'mine' },
    { scope: 'covering', account_id: 9 },
    { scope: 'team' },
    { scope: 'team', account_id: 0 },
  ]);
});

test('a leave is entered with who covers', async () => {
  const people = [{ account_id: 7, name: 'Tarun' }];
  const covers = [...people, { account_id: 9, name: 'Meenal' }];
  const { screen, user, sent } = open(
    day([]),
    answering(leave.list, { leaves: [], people, covers, own: 7 }),
    answering(leave.add, { leave_id: 1 }),
  );
  await screen.findByText('Nothing to do');
  await user.click(screen.getByRole('button', { name: 'Leave' }));
  const last = await screen.findByLabelText(/^Last day/);
  const dialog = within(screen.getByRole('dialog', { name: 'Leave' }));
  await user.type(last, '2099-12-04');
  await user.selectOptions(dialog.getByLabelText(/^Who covers/), 'Meenal');
  expect(dialog.getByLabelText(/^Who covers/).textContent).toBe('ChooseMeenal');
  await user.click(dialog.getByRole('button', { name: 'Enter leave' }));

  await screen.findByText(/^Away .* to Fri 4 Dec/);
  expect(sent.find(({ path }) => path === leave.add.path)?.body).toMatchObject({
    account_id: 7,
    cover_id: 9,
    to: '2099-12-04',
  });
});

test('who is away is told who has the work; a day that cannot be fetched is tried again', async () => {
  let down = true;
  const away = { to: '2026-11-27', cover: 'Meenal' };
  const { screen, user } = open(() => (down ? refusing(500) : day([], { away })));
  const retry = await screen.findByRole('button', { name: 'Retry' });
  down = false;
  await user.click(retry);
  expect(await screen.findByText('You are away until Fri 27 Nov. Meenal has your work until then.')).toBeTruthy();
});

test('more of a group is shown when it is asked for', async () => {
  const first = day(TWO);
  const groups = first.groups.map((group) => (group.group === 'today' ? { ...group, count: 2 } : group));
  const more = item({ renewal_id: 3, domain_name: 'later.example' });
  const { screen, user } = open(({ from }) =>
    from === 1 ? { ...first, groups: day([more]).groups.slice(1, 2) } : { ...first, groups },
  );
  await user.click(await screen.findByRole('button', { name: 'Show more of 1' }));
  expect(await screen.findByText('later.example')).toBeTruthy();
});
