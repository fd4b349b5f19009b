import { expect, test } from 'vitest';
import { notificationText, type NotificationFacts } from './rules.ts';

const facts: NotificationFacts = {
  brand: 'Test Desk',
  address: 'https://desk.example',
  companyName: 'Acme Pvt Ltd',
  domainName: 'acme.example',
  skuName: 'Business Starter',
  renewsOn: '2027-04-01',
  today: '2027-04-01',
  seats: 25,
  price: '1234567.5',
  currency: 'INR',
  perLicence: null,
  split: null,
  extendedTo: null,
  says: 'asks',
  to: 'customer',
  reseller: null,
};
const NORTH = { name: 'Nila Rao', companyName: 'North Cloud' };

test('a mail names plan, licences, price and day', () => {
  expect(notificationText('Email', facts)).toMatchObject({
    subject: 'Test Desk: renewal of acme.example on 01-04-2027',
    text: [
      'Dear Acme Pvt Ltd,',
      '',
      'the licences of your domain acme.example are due for renewal on 01-04-2027.',
      '',
      'Plan: Business Starter',
      'Licences: 25',
      'Price: INR 12,34,567.50',
      'Renewal date: 01-04-2027',
      '',
      'Please confirm the renewal with us.',
      '',
      'Open My Renewals:',
      'https://desk.example/home/my_renewals?q=acme.example',
      '',
      'Regards,',
      'Test Desk',
      '',
    ].join('\n'),
    template: null,
    parameters: null,
  });
});

test('what is not known is not said', () => {
  const { text } = notificationText('Email', { ...facts, seats: null, price: null });
  expect(text).not.toMatch(/Licences:|Price|null/);
  expect(notificationText('SMS', { ...facts, seats: null }).text).toContain('acme.example (Business Starter) are');
});

test('an SMS is one short line', () => {
  expect(notificationText('SMS', facts)).toEqual({
    subject: null,
    text: 'The licences of acme.example (Business Starter, 25 licences) are due for renewal on 01-04-2027. Please confirm the renewal with us. Test Desk',
    letter: null,
    template: null,
    parameters: null,
  });
});

test('a WhatsApp message is the approved template with its four values', () => {
  expect(notificationText('WhatsApp', facts)).toEqual({
    subject: null,
    text: 'Hello Acme Pvt Ltd, the licences of acme.example (Business Starter) are due for renewal on 01-04-2027. Please confirm the renewal with us.',
    letter: null,
    template: 'renewal_reminder_v1',
    parameters: ['Acme Pvt Ltd', 'acme.example', 'Business Starter', '01-04-2027'],
  });
});

test('of a date that has passed no message says that it is still to come', () => {
  const past = { ...facts, today: '2027-04-02' };
  for (const type of ['Email', 'SMS', 'WhatsApp'] as const) {
    const { text } = notificationText(type, past);
    expect(text).toContain('were due for renewal on 01-04-2027.');
    expect(text).not.toContain('are due');
  }
  expect(notificationText('WhatsApp', past).template).toBe('renewal_overdue_v1');
});

test.each(['{{7*7}}', '{{1}} $& $1', '${7*7}', '<b>Acme</b>', '%0d%0aBcc: evil@evil.example'])(
  'a company called %s is called so in every message',
  (companyName) => {
    for (const type of ['Email', 'WhatsApp'] as const)
      expect(notificationText(type, { ...facts, companyName }).text).toContain(companyName);
  },
);

test('a line break in a stored name breaks no line of a message', () => {
  const broken = {
    ...facts,
    companyName: 'Acme\r\n\r\nPlan: free',
    domainName: 'acme.example\r\nBcc: evil@evil.example',
  };

  expect(notificationText('Email', broken).subject).toBe(
    'Test Desk: renewal of acme.example Bcc: evil@evil.example on 01-04-2027',
  );
  expect(notificationText('Email', broken).text).toContain('Dear Acme Plan: free,\n');
  expect(notificationText('WhatsApp', { ...facts, companyName: ' ' }).parameters?.[0]).toBe('-');
});

test('once the customer has decided, a mail tells what was recorded and asks for nothing', () => {
  const written = {
    ...facts,
    says: 'tells',
    seats: 40,
    skuName: 'Business Plus',
    price: null,
    perLicence: '1200',
  } as const;
  const { subject, text } = notificationText('Email', written);

  expect(subject).toBe('Test Desk: the renewal of acme.example on 01-04-2027 is recorded');
  expect(text.split('\n').slice(2)).toEqual([
    'this is recorded for the renewal of the licences of your domain acme.example on 01-04-2027:',
    '',
    'Plan: Business Plus',
    'Licences: 40',
    'Price: INR 1,200.00 per licence',
    'Renewal date: 01-04-2027',
    '',
    'You need not do anything.',
    '',
    'Open My Renewals:',
    'https://desk.example/home/my_renewals?q=acme.example',
    '',
    'Regards,',
    'Test Desk',
    '',
  ]);
  for (const type of ['Email', 'SMS', 'WhatsApp'] as const)
    expect(notificationText(type, written).text).not.toMatch(/confirm|due/);
  expect(notificationText('SMS', written).text).toBe(
    'Recorded for the renewal of acme.example on 01-04-2027: Business Plus, 40 licences. You need not do anything. Test Desk',
  );
  expect(notificationText('WhatsApp', written)).toMatchObject({
    template: 'renewal_recorded_v1',
    text: 'Hello Acme Pvt Ltd, this is recorded for the renewal of acme.example on 01-04-2027: Business Plus, 40 licences. You need not do anything.',
    parameters: ['Acme Pvt Ltd', 'acme.example', '01-04-2027', 'Business Plus, 40 licences'],
  });
});

test('an extension is still to be confirmed, and names its own day', () => {
  const { text } = notificationText('Email', { ...facts, extendedTo: '2027-04-20' });

  expect(text).toContain('Renewal date: 01-04-2027\nExtended until: 20-04-2027\n');
  expect(text).toContain('Please confirm the renewal with us.');
});

test("a reseller's customer is told no price, and whom to answer; the reseller is told the price, and of whose domain", () => {
  const through = { ...facts, reseller: NORTH };
  const toCustomer = notificationText('Email', through).text;
  const toReseller = notificationText('Email', { ...through, to: 'reseller' }).text;

  expect(toCustomer).not.toMatch(/Price|12,34/);
  expect(toCustomer).toContain('Please confirm the renewal with North Cloud.');
  expect(toReseller).toContain('Dear Nila Rao,');
  expect(toReseller).toContain('the licences of the domain acme.example of your customer Acme Pvt Ltd are due');
  expect(toReseller).toContain('Price: INR 12,34,567.50');
});
