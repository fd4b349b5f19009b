import { inbound } from '@desk/contract/renewal-work/inbound';
import { waiting } from '@desk/contract/waiting';
import { expect, test } from 'vitest';
import { leavesTable } from '../../platform/db/tables/work.ts';
import { deskWithMail, rawMail } from './testing/desk-with-mail.ts';

/** Mail of a customer of Tarun's, of one of Meenal's, about what nobody has, and of nobody knows whom. */
async function fourMails() {
  const room = await deskWithMail();
  const { desk, renewalOf, sent, receive } = room;
  const menus = ['get_monthly_renewal'];
  const meenal = await desk.as({ email: 'meenal@desk.example', role: 'RMEMBER', menus });
  const devika = await desk.as({ email: 'devika@desk.example', role: 'SALESC', menus });
  const vikram = await desk.as({ email: 'vikram@desk.example', menus: ['get_renewal_data', 'manager_renewal_team'] });
  const hers = await renewalOf({ domain: 'hers.example', externalId: 'hers', renewal: { assignedToId: meenal.id } });
  const loose = await renewalOf({ domain: 'loose.example', externalId: 'loose', renewal: { assignedToId: null } });
  await receive(rawMail({ to: (await sent()).address, text: 'Tarun' }));
  await receive(rawMail({ to: (await sent([hers.id])).address, text: 'Meenal' }));
  await receive(rawMail({ to: (await sent([loose.id])).address, text: 'Unassigned' }));
  await receive(rawMail({ from: 'new.person@elsewhere.example', text: 'Nobody' }));
  type Caller = typeof meenal;
  const reply = async (who: Caller, of: 'mine' | 'team') => (await who.calls(inbound.list, { of })).reply;
  const mine = async (who: Caller) => (await reply(who, 'mine')).messages.map(({ top }) => top);
  const counted = async (who: Caller) =>
    (await who.calls(waiting.counts, {})).reply.waiting.find(({ screen }) => screen === 'mail_in')?.count ?? 0;
  return { ...room, meenal, devika, vikram, reply, mine, counted };
}

test('what waits for somebody is what is about their renewals, and for who looks after it what is nobody’s', async () => {
  const { tarun, meenal, devika, vikram, mine } = await fourMails();
  expect(await mine(tarun)).toEqual(['Tarun']);
  expect(await mine(meenal)).toEqual(['Meenal']);
  expect(await mine(devika)).toEqual([]);
  expect(await mine(vikram)).toEqual(['Unassigned', 'Nobody']);
});

test('beside the menu stands what the page opens with, for everybody', async () => {
  const { tarun, meenal, devika, vikram, reply, counted } = await fourMails();
  for (const who of [tarun, meenal, devika, vikram]) {
    const { counts, total } = await reply(who, 'mine');
    expect([await counted(who), counts.to_do]).toEqual([total, total]);
  }
  expect((await reply(devika, 'team')).counts).toEqual({ to_do: 3, unmatched: null });
  expect((await reply(vikram, 'team')).counts).toEqual({ to_do: 4, unmatched: 1 });
});

test('what somebody covers today is among the own', async () => {
  const { desk, tarun, meenal, mine, counted } = await fourMails();
  const leave = { accountId: meenal.id, coverId: tarun.id, createdById: tarun.id };
  await desk.db.insert(leavesTable).values({ ...leave, from: '2026-11-23', to: '2026-11-24' });
  expect(await mine(tarun)).toEqual(['Tarun', 'Meenal']);
  expect([await counted(tarun), await counted(meenal)]).toEqual([2, 0]);
});

test('all that came in is that of the own customers too', async () => {
  const { tarun, vikram } = await fourMails();
  const all = async (who: typeof tarun, of: 'mine' | 'team') =>
    (await who.calls(inbound.list, { of, show: 'all' })).reply.messages.map(({ top }) => top);
  expect(await all(tarun, 'mine')).toEqual(['Tarun']);
  expect(await all(vikram, 'team')).toEqual(['Nobody', 'Unassigned', 'Meenal', 'Tarun']);
});
