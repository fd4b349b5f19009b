import { access } from '@desk/contract/access';
import { asc, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { auditLogTable as l } from '../platform/db/tables/audit.ts';
import { sweepThrottles } from './throttle.ts';
import { testServer, type TestServer } from '../testing/server.ts';
import { flushRepeatedDenials } from './repeated-denials.ts';

const entries = ({ db }: TestServer) =>
  db.select({ actor: l.actor, action: l.action, subject: l.subject, changes: l.changes }).from(l).orderBy(asc(l.id));
const hourIsOver = ({ db }: TestServer) =>
  db.execute(sql`update throttles set window_ends_at = now() - interval '1 second' where starts_with(key, 'refused:')`);

test('three hundred bodies that name somebody else leave two entries in the audit log: the first, and the number of the others', async () => {
  const desk = await testServer();
  const buyer = await desk.as({ email: 'buyer@acme.example', kind: 'customer' });
  const ask = () => buyer.calls(access.profile, { email: 'other@acme.example' });
  for (let n = 0; n < 10; n++) {
    const statuses = await Promise.all(Array.from({ length: 30 }, () => ask().then(({ status }) => status)));
    expect(new Set(statuses)).toEqual(new Set([403]));
  }
  const first = { actor: buyer.email, action: 'authz_fail', subject: access.profile.path, changes: [] };
  expect(await entries(desk)).toEqual([first]);
  await flushRepeatedDenials(desk.db);
  expect(await entries(desk)).toEqual([first]);

  await hourIsOver(desk);
  await Promise.all([flushRepeatedDenials(desk.db), flushRepeatedDenials(desk.db)]);
  const number = { ...first, changes: [{ field: 'times', old: null, new: '299' }] };
  expect(await entries(desk)).toEqual([first, number]);

  // The next one is a first one again, and what was refused once is told once.
  await ask();
  await hourIsOver(desk);
  await flushRepeatedDenials(desk.db);
  expect(await entries(desk)).toEqual([first, number, first]);
});

test('what was counted while no node swept is told later, and not swept away', async () => {
  const desk = await testServer();
  const buyer = await desk.as({ email: 'buyer@acme.example', kind: 'customer' });
  for (let n = 0; n < 3; n++) await buyer.calls(access.profile, { email: 'other@acme.example' });
  await desk.db.execute(sql`update throttles set window_ends_at = now() - interval '2 days'`);
  await sweepThrottles(desk.db);
  await buyer.calls(access.profile, { email: 'other@acme.example' });
  await flushRepeatedDenials(desk.db);
  expect((await entries(desk)).at(-1)?.changes).toEqual([{ field: 'times', old: null, new: '3' }]);
});

test('a profile that is saved as it was leaves no entry', async () => {
  const desk = await testServer();
  const buyer = await desk.as({ email: 'buyer@acme.example', kind: 'customer' });
  const formData = { name: 'Meera Nair', phone_number: '+91 98000 00000' };
  for (let n = 0; n < 5; n++) expect((await buyer.calls(access.editUser, { formData })).status).toBe(200);
  expect((await entries(desk)).map(({ action }) => action)).toEqual(['profile_changed']);
});

test('a customer writes three hundred times an hour, and then is told to wait; the staff goes on', async () => {
  const desk = await testServer();
  const buyer = await desk.as({ email: 'buyer@acme.example', kind: 'customer' });
  const asha = await desk.as();
  const rename = async (who: typeof buyer, name: string) =>
    (await who.calls(access.editUser, { formData: { name, phone_number: '+91 98000 00000' } })).status;
  expect([await rename(buyer, 'One'), await rename(asha, 'One')]).toEqual([200, 200]);
  await desk.db.execute(sql`update throttles set hits = 300 where key = ${`writes:${buyer.id}`}`);
  expect([await rename(buyer, 'Two'), await rename(asha, 'Two')]).toEqual([429, 200]);
  expect(await entries(desk)).toHaveLength(3);
});
