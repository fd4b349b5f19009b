// @vitest-environment jsdom
import { expect, test } from 'vitest';
import {
  removalMail,
  decisionMail as domainMail,
  statusMail as domainStatusMail,
  endedRequestMail,
  givenBackMail,
  takenBackMail as domainTakenBackMail,
} from '../features/domains/rules.ts';
import { digestMail } from '../features/deadlines/rules.ts';
import { invitationMail } from '../features/admins/rules.ts';
import { orderMail } from '../features/licences/rules.ts';
import { notificationText } from '../features/notifications/rules.ts';
import {
  confirmationMail,
  decidedMail,
  decisionMail as renewalDecisionMail,
} from '../domain/customer-decisions/mails.ts';
import { joinedMail, voucherMail, waitingMail } from '../features/registration/rules.ts';
import { passwordChangedMail } from '../features/access/rules.ts';
import { resellerMail } from '../features/resellers/rules.ts';
import {
  decisionMail as userMail,
  statusMail as userStatusMail,
  takenBackMail as userTakenBackMail,
} from '../features/users/rules.ts';
import { forwardedMail, newLinkMail, offerMail } from '../domain/offers/mails.ts';
import { codeMail } from '../auth/code-mail.ts';
import { existingAccountMail, noAccountMail } from '../auth/existing-account-mail.ts';
import { htmlOf } from '../platform/mail/html.ts';
import { contentFromText, pageUrl, type MailContent, type ComposedMail } from '../platform/mail/content.ts';

/** Hostile input for a name, a domain or a comment. */
const EVIL = `<img src=x onerror="alert('1')">&amp;\r\nBcc: evil@evil.example`;
const sender = { brand: `Brand ${EVIL}`, address: 'https://desk.example/', phone: '+91 22 5550 0100' };
const order = { addedSeats: 3, seatsAfter: 13, skuName: EVIL, domainName: EVIL, reason: EVIL };
const agreed = { skuName: EVIL, seats: 5, price: '10', currency: EVIL };
const facts = {
  ...{ ...sender, ...agreed, companyName: EVIL, domainName: EVIL, renewsOn: '2027-04-01', today: '2027-03-01' },
  ...{ extendedTo: '2027-05-01', perLicence: null, split: null, reseller: { name: EVIL, companyName: EVIL } },
};
const line = {
  ...({ ...agreed, domain: EVIL, renewsOn: '2027-04-01', state: 'open', confirmation_status: null } as const),
  ...{ instruction: null, wanted: null, wantedSeats: null },
  ...{ plannedSku: null, renewedLicences: null, pricePerUser: null, upto20: null, above20: null },
};
const message = { ...sender, name: EVIL, reason: EVIL };
const decision = { sentence: EVIL, domainName: EVIL, skuName: EVIL, termEnd: '2027-04-01', channel: EVIL };

const offer = {
  lines: [
    {
      ...{ renewalId: 1, domain: EVIL, product: EVIL, plan: EVIL, from: '2027-04-01', to: '2028-03-31', seats: 5 },
      ...{ usedSeats: 3, unitPrice: '2.00', amount: '10.00' },
    },
  ],
  ...{ currency: 'INR', validUntil: '2027-03-30' },
};
const addressed = { name: EVIL, url: 'https://desk.example/d/token' };
const decidedLine = { domainName: EVIL, skuName: EVIL, termEnd: '2027-04-01', decided: EVIL };

const deadline = {
  ...({ kind: 'change', if_nobody_acts: 'shrinks', seats_if_nobody_acts: 3, seats: 5, wished_seats: null } as const),
  ...{ domain_name: EVIL, last_safe_day: '2027-03-04', value: '10.00', currency: 'INR' },
};
const digest = {
  ...{ name: EVIL, today: '2027-03-01' },
  toApprove: 1,
  notes: [{ domain_name: EVIL, last_safe_day: '2027-03-04', cause: EVIL }],
};

type Wording = Pick<Parameters<typeof notificationText>[1], 'says' | 'to'>;
const notification = (answer: Wording): ComposedMail => {
  const { subject, text, letter } = notificationText('Email', { ...facts, ...answer });
  return { subject: subject ?? '', body: text, letter: letter ?? [] };
};

/** Every mail that the product sends: what it is, and the page that it leads to, or 'nothing to act on'. */
const KINDS: readonly (readonly [what: string, mail: ComposedMail, page: string])[] = [
  ['a code to log in', codeMail(sender.brand, 'admin-login', '123456'), 'nothing to act on'],
  ['a code for a new password', codeMail(sender.brand, 'reset', '123456'), 'nothing to act on'],
  [
    'a code for a new password and a long one',
    codeMail(sender.brand, 'reset', '123456', '12345678901234567890'),
    'nothing to act on',
  ],
  ['a code to register', codeMail(sender.brand, 'register', '123456'), 'nothing to act on'],
  ['a known e-mail of a customer', existingAccountMail(sender, { kind: 'customer', status: 'ACTIVE' }), '/'],
  [
    'a known e-mail with a long code',
    existingAccountMail(sender, { kind: 'customer', status: 'ACTIVE' }, '12345678901234567890'),
    '/',
  ],
  ['a known e-mail of staff', existingAccountMail(sender, { kind: 'staff', status: 'ACTIVE' }), '/adminpanel'],
  [
    'a known e-mail that waits',
    existingAccountMail(sender, { kind: 'customer', status: 'PENDING' }),
    'nothing to act on',
  ],
  [
    'a known e-mail that is suspended',
    existingAccountMail(sender, { kind: 'customer', status: 'SUSPENDED' }),
    'nothing to act on',
  ],
  [
    'a known e-mail that was declined',
    existingAccountMail(sender, { kind: 'customer', status: 'REJECTED' }),
    'nothing to act on',
  ],
  ['an unknown e-mail', noAccountMail(sender), '/register'],
  ['a registration', waitingMail(sender), 'nothing to act on'],
  ['a voucher', voucherMail(sender, EVIL, 'ABCD-EFGH-JKLM'), 'nothing to act on'],
  ['a new administrator', joinedMail(sender, EVIL), '/home/get_all_admin?q='],
  ['an approval', userMail('ACTIVE', sender), '/'],
  ['a rejection', userMail('REJECTED', sender), 'nothing to act on'],
  ['a registration that is looked at again', userTakenBackMail(sender), 'nothing to act on'],
  ['a suspended person', userStatusMail('ACTIVE', 'SUSPENDED', message) ?? expect.unreachable(), 'nothing to act on'],
  ['a person who is active again', userStatusMail('SUSPENDED', 'ACTIVE', message) ?? expect.unreachable(), '/'],
  ['an approved domain', domainMail('ACTIVE', message), '/home/map_domain'],
  ['a declined domain', domainMail('REJECTED', message), '/home/map_domain'],
  ['a domain that is given back', givenBackMail(message), '/home/map_domain'],
  ['a domain that is looked at again', domainTakenBackMail(message), '/home/map_domain'],
  ['a domain that was taken away', removalMail(message), '/home/map_domain'],
  [
    'a wish that another waits for',
    endedRequestMail({ status: 'SUSPENDED', ownerId: 1 }, 1, message),
    '/home/map_domain',
  ],
  ['a suspended domain', domainStatusMail('SUSPENDED', message), '/home/map_domain'],
  ['a domain that is active again', domainStatusMail('ACTIVE', message), '/home/map_domain'],
  ['seats that were bought', orderMail({ ...order, state: 'done', askedAt: null }, sender), '/home/add_license?q='],
  [
    'an order that was closed',
    orderMail({ ...order, state: 'x', askedAt: new Date(0) }, sender),
    '/home/add_license?q=',
  ],
  ['an order that was refused', orderMail({ ...order, state: 'x', askedAt: null }, sender), '/home/add_license?q='],
  ['a new password of a customer', passwordChangedMail(sender, 'customer'), '/forget_password'],
  ['a new password of staff', passwordChangedMail(sender, 'staff'), '/adminpanel/forget_password'],
  [
    'an invitation',
    invitationMail({ email: EVIL, password: 'abcd-efgh', endsAt: new Date(0), timeZone: 'Asia/Kolkata' }, sender),
    '/adminpanel',
  ],
  ['a renewal that is due', notification({ says: 'asks', to: 'customer' }), '/home/my_renewals?q='],
  ['a renewal that is recorded', notification({ says: 'tells', to: 'customer' }), '/home/my_renewals?q='],
  ['a renewal, to the reseller', notification({ says: 'asks', to: 'reseller' }), 'nothing to act on'],
  [
    'renewals of a reseller',
    resellerMail(EVIL, [line, { ...line, confirmation_status: 'Upgrade' }], sender.brand),
    'nothing to act on',
  ],
  [
    'what is due',
    digestMail({ ...digest, lines: [deadline, { ...deadline, last_safe_day: '2027-03-01' }] }, sender),
    '/home/deadlines',
  ],
  ['what is off', digestMail({ ...digest, lines: [] }, sender), '/home/deadlines'],
  ['an offer', offerMail(offer, addressed, sender), '/d/token'],
  [
    'an offer that is passed on',
    forwardedMail(offer, { ...addressed, by: { name: EVIL, address: EVIL } }, sender),
    '/d/token',
  ],
  ['a new link', newLinkMail(offer, addressed, sender), '/d/token'],
  [
    'a decision that we have',
    confirmationMail({ ...addressed, lines: [decidedLine], before: EVIL, until: '2027-03-30', hasQuote: true }, sender),
    '/d/token',
  ],
  [
    'a decision of somebody else',
    decidedMail(
      { name: EVIL, lines: [decidedLine, { ...decidedLine, domainName: 'b.example' }], by: EVIL, before: EVIL },
      sender,
    ),
    'nothing to act on',
  ],
  ["a customer's decision", renewalDecisionMail(decision, sender), '/home/my_renewal_domain?month=2027-04&q='],
];

const modules = import.meta.glob<Record<string, unknown>>(
  [
    '../features/*/rules.ts',
    '../auth/*.ts',
    '../domain/{messages,offers,customer-decisions}/*.ts',
    '../platform/mail/*.ts',
    '!../**/*.test.ts',
  ],
  { eager: true },
);

test('every function that writes a mail is among the kinds', () => {
  const found = Object.values(modules).flatMap((module) => Object.keys(module).filter((name) => /Mail$/.test(name)));
  const names = new Set(found.filter((name) => !['composeMail', 'sealMail'].includes(name)));
  expect([...names].toSorted()).toEqual([
    ...['codeMail', 'confirmationMail', 'decidedMail', 'decisionMail', 'digestMail', 'endedRequestMail'],
    ...['existingAccountMail', 'forwardedMail', 'givenBackMail', 'invitationMail', 'joinedMail', 'newLinkMail'],
    ...['noAccountMail', 'offerMail', 'orderMail', 'passwordChangedMail', 'removalMail', 'resellerMail'],
    ...['statusMail', 'takenBackMail', 'voucherMail', 'waitingMail'],
  ]);
  const times = (name: string) => found.filter((one) => one === name).length;
  expect(['decisionMail', 'statusMail', 'takenBackMail'].map(times)).toEqual([3, 2, 2]);
});

test.each(KINDS)(
  '%s is a subject of one line, a text, and HTML that says the same',
  (_what, { subject, body, letter }) => {
    expect(subject).toMatch(/^Brand /);
    expect(subject).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
    const page = read({ subject, letter });
    const result = page.body.textContent.replace(/\s+/g, ' ').toLowerCase();
    const words = body.split(/[\s,:]+/).map((word) => word.replace(/\.$/, '').toLowerCase());
    expect(words.filter((word) => !result.includes(word))).toEqual([]);
    expect(body).not.toMatch(/call us(?! on \+91 22 5550 0100\.)/i);
  },
);

test.each(KINDS)('%s has nothing in its HTML that somebody typed, but as text', (_what, { subject, letter }) => {
  const page = read({ subject, letter });
  expect(page.querySelectorAll('img, script, iframe, form, input, object, link, base')).toHaveLength(0);
  const attributes = [...page.querySelectorAll('*')].flatMap((element) => element.getAttributeNames());
  expect(attributes.filter((name) => name.startsWith('on'))).toEqual([]);
  expect(htmlOf({ subject, brand: sender.brand }, letter)).not.toMatch(/url\(|@import|<img/);
});

test.each(KINDS)('%s leads to the page on which to act', (_what, { subject, body, letter }, page) => {
  const links = [...read({ subject, letter }).querySelectorAll('a')].map((link) => link.getAttribute('href') ?? '');
  if (page === 'nothing to act on') {
    expect(links).toEqual([]);
    expect(body).not.toContain('http');
    return;
  }
  const [href = '', ...same] = links;
  expect(same).toEqual([href]);
  expect(href.startsWith(`https://desk.example${page}`)).toBe(true);
  if (!page.endsWith('=')) expect(href).toBe(`https://desk.example${page}`);
  expect(body).toContain(`:\n${href}\n`);
});

const read = ({ subject, letter }: { subject: string; letter: MailContent }) =>
  new DOMParser().parseFromString(htmlOf({ subject, brand: sender.brand }, letter), 'text/html');

test('a message of which the text alone is known is shown by its paragraphs, and nothing in it becomes a link', () => {
  const letter = contentFromText(`Dear Asha,\n\n${EVIL}\nhttps://evil.example\n\n\n  Bye\n`);
  expect(letter).toEqual(['Dear Asha,', expect.stringContaining('https://evil.example') as string, 'Bye']);
  const page = read({ subject: 'Hello', letter });
  expect(page.querySelectorAll('a, img')).toHaveLength(0);
  expect(page.querySelectorAll('p')).toHaveLength(4);
});

test('a page of the desk has the path and the search as they are, whatever stands in them', () => {
  expect(pageUrl(sender, '/home/my_renewals', { q: 'a&b="c"' })).toBe(
    'https://desk.example/home/my_renewals?q=a%26b%3D%22c%22',
  );
});

test.each(['javascript:alert(1)', 'data:text/html,x', '//evil.example', '/home'])(
  'a button never leads to %s',
  (href) => {
    expect(() => htmlOf({ subject: 'Hello', brand: 'Desk' }, [{ button: 'Open', href }])).toThrow(
      'A button of a mail leads to a web address.',
    );
  },
);
