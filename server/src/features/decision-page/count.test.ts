import { expect, test } from 'vitest';
import { offered } from './testing/offered.ts';

const valueOf = (page: string) => /name="seats"[^>]* value="(\d*)"/.exec(page)?.[1];

test('the number of seats is counted up and down, without a script, and nothing is decided by that', async () => {
  const { get, press, token, decisions } = await offered();
  const first = (await get(`/d/${token}`)).body;
  expect(first).toMatch(/<button name="step" value="-1" formnovalidate aria-label="One less"/);

  const more = await press(first, { step: '1' });

  expect([more.statusCode, valueOf(more.body)]).toEqual([200, '561']);
  expect(more.body).toMatch(/value="change"[^>]*checked/);
  expect(more.body).toContain('Please confirm: <b>561 seats × ₹2,746');
  expect(more.body, 'the same key presses again').toMatch(/value="1" formnovalidate aria-label="One more" autofocus/);
  expect(valueOf((await press(more.body, { step: '-1' })).body)).toBe('560');
  expect(await decisions()).toEqual([]);

  expect((await press(more.body, { choice: 'change' })).statusCode).toBe(303);
  expect(await decisions()).toMatchObject([{ seats: 561 }]);
});

test('what is saved is said of the seats in the field, and nothing where none is', async () => {
  const { get, press, token } = await offered();
  const first = (await get(`/d/${token}`)).body;
  expect(first).toContain('<span class="good">You save ₹5,13,502</span> with 560 seats · 38 seats to spare');

  const other = (await press(first, { choice: 'change', seats: '600' })).body;
  expect(other).toContain('<span class="good">You save ₹4,03,662</span> with 600 seats · 78 seats to spare');
  const all = (await press(first, { choice: 'change', seats: '800' })).body;
  expect(all).not.toContain('You save');
  const refused = (await press(first, { choice: 'change', seats: '500' })).body;
  expect(refused, 'nor with what cannot be had').not.toContain('You save');
});

test('it goes no lower than what can be had, and stays a number', async () => {
  const { get, press, token } = await offered();
  const first = (await get(`/d/${token}`)).body;
  const low = await press(first, { step: '-1', seats: '522' });
  expect([low.statusCode, valueOf(low.body), low.body.includes('522 people use a seat')]).toEqual([422, '521', true]);
  expect(valueOf((await press(first, { step: '-1', seats: '' })).body)).toBe('1');
});

test('where no price is known it is counted all the same', async () => {
  const { get, press, token, decisions } = await offered({ renewal: { renewal: { price: null } } });
  const page = await press((await get(`/d/${token}`)).body, { step: '1', seats: '600' });
  expect([page.statusCode, valueOf(page.body)]).toEqual([200, '601']);
  expect(await decisions()).toEqual([]);
});
