import { followUp } from '@desk/contract/follow-up';
import { renewals } from '@desk/contract/renewals';
import { expect, test } from 'vitest';
import { deskWith } from './testing/desk-with.ts';

const month = '2027-04';

test('a row tells when something was said of it last, and is without that field where nothing was', async () => {
  const { asha, desk, made } = await deskWith({ renewsOn: '2027-04-01' }, { renewsOn: '2027-04-02' });
  const [id = 0] = made.map((renewal) => renewal.id);
  await asha.calls(followUp.addComment, { comment: 'first', renewal_id: id });
  await desk.pool.query("update renewal_comments set updated_on = '2027-01-01T10:20:59+05:30'");
  const before = await asha.calls(renewals.monthly, { month });
  expect(before.reply.customer.map((row) => row.followed_up_at)).toEqual(['2027-01-01T04:50Z', undefined]);

  await asha.calls(followUp.addComment, { comment: 'second', renewal_id: id });

  const { reply } = await asha.calls(renewals.monthly, { month });
  expect(reply.customer[0]?.followed_up_at).not.toBe('2027-01-01T04:50Z');
  expect(Object.keys(reply.customer[1] ?? {})).not.toContain('followed_up_at');
});

test('that a mail came back is nothing that was said', async () => {
  const { asha, desk, made } = await deskWith({ renewsOn: '2027-04-01' });
  const [id = 0] = made.map((renewal) => renewal.id);
  await asha.calls(followUp.addComment, { comment: 'first', renewal_id: id });
  const spokenOn = async () => (await asha.calls(renewals.monthly, { month })).reply.customer[0]?.followed_up_at;
  const before = await spokenOn();
  await desk.pool.query(
    `insert into renewal_comments (renewal_id, comment, form, updated_by, updated_on)
     values ($1, 'The mail came back.', '{"inbound": 1}', 'system', '2030-01-01')`,
    [id],
  );
  expect(await spokenOn()).toBe(before);
});

test.each([
  ['2026-04-01', undefined],
  ['2026-04-02', undefined],
  ['2025-04-01', 24],
  ['2024-04-02', 36],
  ['2027-03-01', 1],
  [null, undefined],
])('a term from %s has the months %s, which a year does not say', async (termStart, months) => {
  const { asha } = await deskWith({ renewsOn: '2027-04-01', renewal: { termStart } });

  const { reply } = await asha.calls(renewals.monthly, { month });

  expect(reply.customer.map((row) => row.term_months)).toEqual([months]);
});

test('a page has as many rows as were asked for, and no other number is taken', async () => {
  const { asha } = await deskWith(...Array.from({ length: 27 }, () => ({ renewsOn: '2027-04-01' })));

  const { reply } = await asha.calls(renewals.all, { size: 25, page: 2 });
  expect([reply.customer.length, reply.total]).toEqual([2, 27]);
  expect((await asha.calls(renewals.all, { size: 5_000 as 100 })).status).toBe(400);
});
