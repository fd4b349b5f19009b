import { expect, test } from 'vitest';
import { notificationText, type NotificationFacts } from './rules.ts';

const facts: NotificationFacts = {
  brand: 'Test Desk',
  companyName: 'Acme Pvt Ltd',
  domainName: 'acme.example',
  skuName: 'Business Starter',
  renewsOn: '2027-04-01',
  seats: 25,
  price: '1234567.5',
  currency: 'INR',
};

test('a mail names plan, licences, price and day', () => {
  expect(notificationText('Email', facts)).toEqual({
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
      'Regards,',
      'Test Desk',
      '',
    ].join('\n'),
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
    parameters: null,
  });
});

test('a WhatsApp message is the approved template with its four values', () => {
  expect(notificationText('WhatsApp', facts)).toEqual({
    subject: null,
    text: 'Hello Acme Pvt Ltd, the licences of acme.example (Business Starter) are due for renewal on 01-04-2027. Please confirm the renewal with us.',
    parameters: ['Acme Pvt Ltd', 'acme.example', 'Business Starter', '01-04-2027'],
  });
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
