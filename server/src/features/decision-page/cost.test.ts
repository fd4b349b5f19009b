import { expect, test } from 'vitest';
import { renewalsTable } from '../../platform/db/tables/renewals.ts';
import { offered } from './testing/offered.ts';

const CONFIRM = 'Please confirm:';

test('before anything is chosen the page says what all seats cost, each of them, and for how long', async () => {
  const { get, token } = await offered();
  const { body } = await get(`/d/${token}`);
  expect(body).toContain('<b>Renew all 747 seats</b><small>747 seats × ₹2,746 = ₹20,51,262 for the year</small>');
  // What is suggested in the field is reckoned too, and whoever types another number learns that its sum comes.
  expect(body).toContain('560 seats × ₹2,746 = ₹15,37,760 for the year, plus tax. You see the sum of another number');
  expect(body).not.toContain(CONFIRM);
});

test('another number is decided only once its sum was shown, without a script', async () => {
  const { get, press, token, decisions, mails } = await offered();
  const first = (await get(`/d/${token}`)).body;

  const asked = await press(first, { choice: 'change', seats: '6,00' });

  expect(asked.statusCode).toBe(200);
  expect(asked.body).toContain(`${CONFIRM} <b>600 seats × ₹2,746 = ₹16,47,600 for the year</b>, plus tax.`);
  expect(asked.body).toMatch(/<button autofocus[^>]*> Confirm.*<span class="say say-change"> 600 seats<\/span>/);
  expect(asked.body).toMatch(/value="change"[^>]*checked/);
  expect(await decisions()).toEqual([]);
  expect(await mails('ravi@acme.example')).toEqual([]);

  const again = await press(asked.body, { choice: 'change', seats: '650' });
  expect(again.body).toContain('650 seats × ₹2,746 = ₹17,84,900 for the year');
  expect((await press(again.body, { choice: 'change', seats: '650' })).statusCode).toBe(303);
  expect(await decisions()).toMatchObject([{ decision: 'change', seats: 650 }]);
  const [mail] = await mails('ravi@acme.example');
  expect(mail?.text).toContain('INR 17,84,900.00 for the term plus tax');
});

test('the number that the page begins with, and every other choice, needs no second press', async () => {
  const { get, press, token, decisions } = await offered();
  expect((await press((await get(`/d/${token}`)).body, { choice: 'change' })).statusCode).toBe(303);
  expect(await decisions()).toMatchObject([{ seats: 560 }]);
  const change = (await get(`/d/${token}?change=1`)).body;
  expect((await press(change, { choice: 'talk', seats: '600' })).statusCode).toBe(303);
});

test('a number that cannot be had is refused at once, and the next one is asked about all the same', async () => {
  const { get, press, token, decisions } = await offered();
  const refused = await press((await get(`/d/${token}`)).body, { choice: 'change', seats: '500' });
  expect([refused.statusCode, refused.body.includes('522 people use a seat')]).toEqual([422, true]);
  const asked = await press(refused.body, { choice: 'change', seats: '530' });
  expect(asked.body).toContain('530 seats × ₹2,746');
  expect(await decisions()).toEqual([]);
});

test('where no price is known nothing is reckoned, and one press decides', async () => {
  const { get, press, token, decisions, db } = await offered({ renewal: { renewal: { price: null } } });
  const { body } = await get(`/d/${token}`);
  expect(body).toContain('we call you about the price');
  expect(body).not.toMatch(/₹|before you confirm/);
  expect((await press(body, { choice: 'change', seats: '600' })).statusCode).toBe(303);
  expect(await decisions()).toMatchObject([{ seats: 600 }]);
  expect(await db.$count(renewalsTable)).toBe(1);
});

test('another plan has a price of its own, which nobody has offered: one press decides', async () => {
  const { get, press, token, decisions } = await offered();
  const { body } = await get(`/d/${token}`);
  expect((await press(body, { choice: 'change', seats: '600', payment: 'ANNUAL' })).statusCode).toBe(303);
  expect(await decisions()).toMatchObject([{ seats: 600, planName: 'ANNUAL' }]);
});

test('a price that comes to no whole paisa a seat is shown as the sum', async () => {
  const { get, token } = await offered({ renewal: { renewal: { price: '1000000.00' } } });
  expect((await get(`/d/${token}`)).body).toContain('747 seats: ₹10,00,000 for the year, about ₹1,338.69 a seat');
});
