import { expect, test } from 'vitest';
import { decisionMail } from './mails.ts';
import { isRepeated, sentenceOf, statusAfter, decisionOf, type CustomerDecision } from './customer-decision.ts';
import { ownStanding } from '../renewals/own-renewals.ts';

const sender = { brand: 'Test Desk', address: 'https://desk.example/' };
const asked = { renewal_id: 1, comment: '' } as const;
const request = (more: Partial<CustomerDecision>): CustomerDecision => ({
  decision: 'renew',
  seats: null,
  planName: null,
  reason: null,
  comment: '',
  ...more,
});

test.each<[Partial<CustomerDecision>, string]>([
  [{ decision: 'renew' }, 'Customer: renew as it is.'],
  [{ decision: 'change', seats: 1 }, 'Customer: change at renewal to 1 seat.'],
  [{ decision: 'change', planName: 'ANNUAL' }, 'Customer: change at renewal to the annual plan, paid monthly.'],
  [
    { decision: 'change', seats: 40, planName: 'FLEXIBLE', comment: 'We are growing.' },
    'Customer: change at renewal to 40 seats on the flexible plan. "We are growing."',
  ],
  [{ decision: 'talk' }, 'Customer: wants to talk before the renewal.'],
  [{ decision: 'do_not_renew', reason: 'Price Issue' }, 'Customer: do not renew, Price Issue.'],
])('%j reads as "%s"', (more, sentence) => {
  expect(sentenceOf(request(more))).toBe(sentence);
});

test('of each decision only what belongs to it is kept', () => {
  const all = { ...asked, seats: 40, plan_name: 'FLEXIBLE', reason: 'Others' } as const;
  expect(decisionOf({ ...all, decision: 'renew' })).toEqual(request({ decision: 'renew' }));
  expect(decisionOf({ ...all, decision: 'talk' })).toEqual(request({ decision: 'talk' }));
  expect(decisionOf({ ...all, decision: 'change' })).toEqual(
    request({ decision: 'change', seats: 40, planName: 'FLEXIBLE' }),
  );
  expect(decisionOf({ ...all, decision: 'do_not_renew' })).toEqual(
    request({ decision: 'do_not_renew', reason: 'Others' }),
  );
});

test.each([
  ['renew', null, 'Confirmation Received'],
  ['renew', 'Lost', 'Confirmation Received'],
  ['change', 'Confirmation Received', 'In Discussion'],
  ['talk', 'Moved to O365', 'In Discussion'],
  ['do_not_renew', 'Confirmation Received', 'In Discussion'],
  ['do_not_renew', 'Lost', 'Lost'],
  ['do_not_renew', 'Moved to O365', 'Moved to O365'],
  ['do_not_renew', 'Move To Axima', 'Move To Axima'],
] as const)('%s makes %s to %s', (decision, now, after) => {
  expect(statusAfter(request({ decision }), now)).toBe(after);
});

test('a decision is repeated when it is the same to the letter and staff have not gone on since', () => {
  const change = request({ decision: 'change', seats: 40, comment: 'Soon' });
  expect(isRepeated(change, { id: 1, ...change }, 'In Discussion')).toBe(true);
  expect(isRepeated(change, undefined, 'In Discussion')).toBe(false);
  expect(isRepeated(change, { ...change, seats: 41 }, 'In Discussion')).toBe(false);
  expect(isRepeated(change, { ...change, comment: '' }, 'In Discussion')).toBe(false);
  expect(isRepeated(change, change, 'Upgrade')).toBe(false);
  const leave = request({ decision: 'do_not_renew', reason: 'Others' });
  expect(isRepeated(leave, leave, 'Lost')).toBe(true);
});

test('the mail to the member tells what was said, by whom and about what, with the way to it', () => {
  const about = {
    ...{ sentence: 'Customer: renew as it is.', domainName: 'acme.example', skuName: 'Google Vault' },
    ...{ termEnd: '2027-04-01', channel: 'ravi@acme.example said so in the portal' },
  };

  expect(decisionMail(about, sender)).toMatchObject({
    subject: 'Test Desk: acme.example decided about its renewal',
    body: `Customer: renew as it is.

Google Vault of acme.example renews on 01-04-2027. ravi@acme.example said so in the portal; it stands in the follow-up history of the renewal.

Open the renewal:
https://desk.example/home/my_renewal_domain?month=2027-04&q=acme.example
`,
  });
});

test.each([
  [{}, '2027-04-01', 'due'],
  [{}, '2027-03-31', 'late'],
  [{ confirmation_status: 'In Discussion' }, '2027-03-01', 'late'],
  [{ confirmation_status: 'Extension', extension_date: '2027-04-15' }, '2027-03-01', 'due'],
  [{ confirmation_status: 'Confirmation Received' }, '2027-03-01', 'decided'],
  [{ confirmation_status: 'Moved to O365' }, '2027-05-01', 'decided'],
  [{ confirmation_status: 'Suspended' }, '2027-05-01', 'decided'],
  [{ closed_because: 'renewed' }, '2027-03-01', 'decided'],
] as const)('a customer is told of %j on %s that it is %s, and no word of staff', (noted, renewal_date, message) => {
  const nothing = { extension_date: null, confirmation_status: null, closed_because: null };

  expect(ownStanding({ ...nothing, ...noted, renewal_date }, '2027-04-01')).toBe(message);
});
