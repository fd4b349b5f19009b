import { domains } from '@desk/contract/domains';
import { licences } from '@desk/contract/licences';
import { ownDomains, type OwnDomainCard, type OwnSubscription } from '@desk/contract/own-domains';
import { ownRenewals } from '@desk/contract/own-renewals';
import { waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { storeSession } from '../../api/session.ts';
import { brand } from '../../parts/testing/brand.ts';
import { answering, refusing, showAt, slowly } from '../../testing/show.tsx';
import { details } from '../licences/testing/open-licences.tsx';
import { decided, renewal } from '../own-renewals/testing/own-renewals.tsx';
import { OwnDomainsScreen } from './own-domains.screen.tsx';

const held = (own: Partial<OwnSubscription> = {}): OwnSubscription => ({
  ...{ subscription_id: 'S-1', sku_name: 'Business Plus', plan_name: 'ANNUAL', status: 'ACTIVE' },
  ...{ bought_seats: 20, used_seats: 18, price: '34500.00', currency: 'INR' },
  ...{ renewal_date: '2027-03-31', days_left: 130, can_add: true, order: null },
  renewal: renewal({ days_left: 130, renewal_date: '2027-03-31' }),
  ...own,
});
const card = (own: Partial<OwnDomainCard> = {}): OwnDomainCard => ({
  domain_name: 'indus.example',
  domain_status: 'ACTIVE',
  timestamp: '2026-11-11T19:00:00.000Z',
  subscriptions: [held()],
  ...own,
});
const ALL = ['my_domains', 'map_domain', 'add_license', 'my_renewals'];
type Answer = Parameters<typeof showAt>[2];

const listing = (...cards: OwnDomainCard[]) => answering(ownDomains.list, { domains: cards, total: cards.length });

function open(answers: Answer[], routes: readonly string[] = ALL, search = '') {
  const menu = routes.map((to_route, at) => ({ menu_id: at, menu_name: to_route, to_route }));
  storeSession({ user: 'ravi@indus.example', token: { login_token: 't', exp: 4e9 }, menu, role: 'CUSTOMER' });
  return showAt(`/home${search}`, <OwnDomainsScreen />, brand, ...answers);
}
const facts = (within_: HTMLElement) =>
  [...within_.querySelectorAll('dl > div')].map((one) => [...one.children].map(({ textContent }) => textContent));
const priced = answering(licences.subscription, details());

test('a card tells seats, plan, renewal, price and what happens without a decision', async () => {
  const { screen } = open([listing(card())]);

  const article = await screen.findByRole('article', { name: 'indus.example' });

  expect(article.textContent).toContain('20 seats, 18 used');
  expect(facts(article)).toEqual([
    ['Plan', 'Annual, paid monthly'],
    ['Renewal date', '31-03-2027 (in 130 days)'],
    ['Price a year', '₹34,500'],
    ['If you do nothing', 'It renews for a year with the 18 seats in use, billed yearly. The other 7 end.'],
  ]);
  expect(screen.queryByLabelText('Search domain')).toBeNull();
});

test.each([
  [{ used_seats: 20 }, '20 seats, all used'],
  [{ used_seats: null }, '20 seats'],
  [{ plan_name: 'FLEXIBLE' }, '18 seats in use, at most 20'],
  [{ plan_name: 'FREE', bought_seats: null }, '18 seats in use'],
])('seats are told as they are bought: %o', async (own, words) => {
  const { screen } = open([listing(card({ subscriptions: [held(own)] }))]);
  expect((await screen.findByRole('article')).textContent).toContain(words);
});

test('seats are added on the card: their price follows the number, and one press orders them', async () => {
  const now = { order: null as OwnSubscription['order'] };
  const list = answering(ownDomains.list, () => ({ domains: [card({ subscriptions: [held(now)] })], total: 1 }));
  const add = answering(licences.add, () => {
    now.order = { order_id: 7, state: 'submitted', added_seats: 3, reason: null };
    return { order_id: 7 };
  });
  const { screen, user, bodies } = open([list, priced, add]);

  await user.click(await screen.findByRole('button', { name: 'Add seats: indus.example, Business Plus' }));
  expect(document.activeElement).toBe(screen.getByLabelText('Add seats', { selector: 'input' }));
  await user.click(await screen.findByRole('button', { name: 'One more' }));
  await user.click(screen.getByRole('button', { name: 'One more' }));
  await screen.findByText(
    '3 seats × ₹11,040.00 a year, our list price until 31-03-2027 (130 days): ₹11,796.16, before taxes',
  );
  await user.click(screen.getByRole('button', { name: 'Add 3 seats' }));

  await screen.findByText('3 seats ordered: they are being added.');
  expect(bodies(licences.add)).toMatchObject([
    { domain_name: 'indus.example', subscription_id: 'S-1', seats: 20, added_seats: 3 },
  ]);
  expect(screen.queryByRole('button', { name: /^Add seats/ })).toBeNull();
});

test('why an order is refused stands on the card, and what was typed stays', async () => {
  const add = answering(licences.add, () => refusing(422, { reason: 'Google has suspended this subscription.' }));
  const { screen, user } = open([listing(card()), priced, add]);
  await user.click(await screen.findByRole('button', { name: /^Add seats: / }));
  await user.clear(screen.getByLabelText('Add seats', { selector: 'input' }));
  await user.type(screen.getByLabelText('Add seats', { selector: 'input' }), '5');

  await user.click(await screen.findByRole('button', { name: 'Add 5 seats' }));

  expect((await within(screen.getByRole('article')).findByRole('alert')).textContent).toContain(
    'Google has suspended this subscription.',
  );
  expect(screen.getByLabelText<HTMLInputElement>('Add seats', { selector: 'input' }).value).toBe('5');
});

test('an order whose answer is lost, and its message, outlive a refresh that fails: pressing again buys nothing twice', async () => {
  let isOffline = false;
  const offline = () => isOffline && refusing(0);
  const price = answering(licences.subscription, () => offline() || details());
  const add = answering(licences.add, () => offline() || { order_id: 7 });
  const { screen, user, sent } = open([listing(card()), price, add]);
  await user.click(await screen.findByRole('button', { name: /^Add seats: / }));
  await screen.findByText(/^New total/);
  isOffline = true;
  await user.click(screen.getByRole('button', { name: 'Add 1 seat' }));
  await screen.findByText(/Pressing again does not buy twice\.$/);
  isOffline = false;

  await user.click(screen.getByRole('button', { name: 'Add 1 seat' }));

  await waitFor(() => expect(screen.queryByText(/Pressing again/)).toBeNull());
  const orders = sent.filter(({ path }) => path === licences.add.path);
  expect(orders).toHaveLength(2);
  expect(new Set(orders.map(({ headers }) => headers.get('Idempotency-Key'))).size).toBe(1);
});

test('a price that cannot be fetched is asked for again by Retry', async () => {
  let isThere = false;
  const price = answering(licences.subscription, () => (isThere ? details() : refusing(500)));
  const { screen, user } = open([listing(card()), price]);
  await user.click(await screen.findByRole('button', { name: /^Add seats: / }));
  const retry = await screen.findByRole('button', { name: 'Retry' });
  isThere = true;

  await user.click(retry);

  await screen.findByText(/^New total/);
});

test('while an order is sent, Cancel waits for what becomes of it', async () => {
  const order = slowly(refusing(422, { reason: 'Google has suspended this subscription.' }));
  const { screen, user } = open([listing(card()), priced, answering(licences.add, order.answer)]);
  await user.click(await screen.findByRole('button', { name: /^Add seats: / }));
  await screen.findByText(/^New total/);
  await user.click(screen.getByRole('button', { name: 'Add 1 seat' }));

  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  order.arrives();

  await screen.findByText(/Google has suspended this subscription\./);
});

test('many seats are asked about once more, and nothing is ordered without a yes', async () => {
  const { screen, user, bodies } = open([listing(card()), priced, answering(licences.add, { order_id: 7 })]);
  await user.click(await screen.findByRole('button', { name: /^Add seats: / }));
  await user.clear(screen.getByLabelText('Add seats', { selector: 'input' }));
  await user.type(screen.getByLabelText('Add seats', { selector: 'input' }), '40');
  await user.click(await screen.findByRole('button', { name: 'Add 40 seats' }));

  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Go back' }));

  expect(bodies(licences.add)).toEqual([]);
});

test.each([
  ['', 'Enter how many seats to add, as a whole number'],
  ['2.5', 'Enter how many seats to add, as a whole number'],
])('what is no number of seats, “%s”, cannot be ordered', async (typed, words) => {
  const { screen, user } = open([listing(card()), priced]);
  await user.click(await screen.findByRole('button', { name: /^Add seats: / }));
  const box = screen.getByLabelText('Add seats', { selector: 'input' });
  await screen.findByText(/^New total/);
  await user.clear(box);
  if (typed !== '') await user.type(box, typed);

  await screen.findByText(words);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Add seats' }).disabled).toBe(true);
});

test('Cancel leads back to the button that opened the step', async () => {
  const { screen, user } = open([listing(card()), priced]);
  await user.click(await screen.findByRole('button', { name: /^Add seats: / }));

  await user.click(screen.getByRole('button', { name: 'Cancel' }));

  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: /^Add seats: / })));
});

test('where seats cannot be added, and to those without that screen, the button is not there', async () => {
  const other = card({ domain_name: 'file.example', subscriptions: [held({ can_add: false, renewal: null })] });
  const { screen } = open([listing(card(), other)], ['my_domains']);
  await screen.findByRole('article', { name: 'file.example' });

  expect(screen.queryByRole('button')).toBeNull();
});

test('a decision that is soon due stands above the cards, and is given there', async () => {
  const soon = held({ days_left: 20, renewal: renewal({ days_left: 20, renewal_date: '2026-12-11' }) });
  const { screen, user, bodies } = open([listing(card({ subscriptions: [soon] })), answering(ownRenewals.decide, {})]);
  await screen.findByText('The renewal of indus.example is due on 11 Dec 2026. Please decide.');
  screen.getByText('Decision due');

  await user.click(screen.getByRole('button', { name: 'Decide now' }));
  await user.click(screen.getByRole('radio', { name: 'Renew as it is' }));
  await user.click(screen.getByRole('button', { name: 'Send decision' }));

  await waitFor(() => expect(bodies(ownRenewals.decide)).toEqual([{ renewal_id: 7, decision: 'renew', comment: '' }]));
});

test('a decision that was given stands on the card and can be changed; nothing is asked for any more', async () => {
  const answered = held({ renewal: renewal({ days_left: 20, decision: decided() }) });
  const { screen } = open([listing(card({ subscriptions: [answered] }))]);

  await screen.findByText('You asked for 40 seats on 12-11-2026');
  await screen.findByRole('button', { name: 'Change decision: indus.example, Business Plus' });
  expect(screen.queryByText(/Please decide/)).toBeNull();
});

test.each([
  ['wants to talk first', { decision: decided({ decision: 'talk', seats: null }) }],
  ['was refused', { decision: decided(), wish: { state: 'refused', free: null } }],
] as const)('who %s has still to decide, and reads until when and what happens by itself', async (_, own) => {
  const due = renewal({ days_left: 20, last_safe_day: '9999-12-10', ...own });
  const { screen } = open([listing(card({ subscriptions: [held({ days_left: 20, renewal: due })] }))]);

  await screen.findByText('Decision due');
  screen.getByText(/Please decide by 10 Dec 9999\.$/);
  const words = facts(screen.getByRole('article')).map(([label]) => label);
  expect(words).toContain('Your decision');
  expect(words.slice(-2)).toEqual(['If you do nothing', 'Last day to decide']);
});

test('what we have recorded for somebody can be decided otherwise, and is no more asked for', async () => {
  const settled = held({ renewal: renewal({ days_left: 20, standing: 'decided' }) });
  const { screen } = open([listing(card({ subscriptions: [settled] }))]);
  await screen.findByRole('button', { name: 'Decide: indus.example, Business Plus' });
  expect(screen.queryByText('If you do nothing')).toBeNull();
  expect(screen.queryByText('Decision due')).toBeNull();
});

test.each([
  ['PENDING', /^You asked for it on 12-11-2026\. Our staff approve each domain/],
  ['REJECTED', /^Our staff have turned it down/],
  ['SUSPENDED', /^It is suspended/],
  ['ACTIVE', /^Nothing is bought for this domain yet/],
] as const)('a domain that is %s and has nothing says what comes next', async (domain_status, words) => {
  const { screen } = open([listing(card({ domain_status, subscriptions: [] }))]);
  await screen.findByText(words);
});

test('what became of an order is told', async () => {
  const refused = { order_id: 7, state: 'refused' as const, added_seats: 3, reason: 'Google took it not.' };
  const { screen } = open([listing(card({ subscriptions: [held({ order: refused })] }))]);
  expect(within(await screen.findByRole('article')).getByRole('alert').textContent).toBe(
    'Your order of 3 seats was not carried out. Google took it not.',
  );
});

test('who has no domain is led to the first', async () => {
  const { screen, user, bodies } = open([listing(), answering(domains.add, {})]);
  await screen.findByText('You have no domain here yet.');

  await user.click(await screen.findByRole('button', { name: 'Add Domain' }));
  await user.type(screen.getByLabelText(/^Domain Name/), 'new.example');
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Add Domain' }));

  await waitFor(() => expect(bodies(domains.add)).toEqual([{ domainName: 'new.example' }]));
});

test('the search that is emptied stays, and keeps the focus', async () => {
  const found = slowly({ domains: [card()], total: 8 });
  const list = answering(ownDomains.list, ({ search }) =>
    search === 'ind' ? { domains: [card()], total: 1 } : found.answer(),
  );
  const { screen, user, bodies } = open([list], ALL, '?q=ind');
  await screen.findByRole('article');
  const box = screen.getByLabelText('Search domain');

  await user.clear(box);
  await waitFor(() => expect(bodies(ownDomains.list)).toHaveLength(2));

  expect(screen.getByLabelText('Search domain')).toBe(box);
  expect(document.activeElement).toBe(box);
});

test('from eight domains on there is a search', async () => {
  const many = Array.from({ length: 8 }, (_, at) => card({ domain_name: `d${String(at)}.example` }));
  const { screen, user, bodies } = open([listing(...many)]);

  await user.type(await screen.findByLabelText('Search domain'), 'd7');

  await waitFor(() => expect(bodies(ownDomains.list).at(-1)).toEqual({ search: 'd7', page: 1 }));
});
