import { team } from '@desk/contract/team';
import { expect, test } from 'vitest';
import { deskWithTeam } from './testing/team-desk.ts';

test('who edits from an older state is told, and nothing is lost', async () => {
  const { ravi, asha, edit, tags, members } = await deskWithTeam();
  const [row] = (await members({ search: 'Ravi' })).customer;
  const person = { admin_name: 'Ravi', phone_number: row?.phone_number ?? '' };
  const seen = { ...person, segments: '', region: '', manager: null };
  expect((await edit(ravi.id, { segment: 'SMB', zone: 'West', manager: asha.email, seen })).status).toBe(200);

  const late = await edit(ravi.id, { zone: 'North', manager: null, seen });
  expect([late.status, late.reply.message]).toEqual([409, team.update.refusals[409]]);
  expect(await tags('Ravi')).toEqual(['SMB', 'West', asha.email]);

  const fresh = { ...person, segments: 'SMB', region: 'West', manager: asha.email };
  expect((await edit(ravi.id, { zone: 'North', manager: null, seen: fresh })).status).toBe(200);
});

test('of two who change name and phone from the same state the second is told', async () => {
  const { ravi, edit, members } = await deskWithTeam();
  const row = async () => (await members({ search: 'Ravi' })).customer[0];
  const { admin_name = '', phone_number = '' } = (await row()) ?? {};
  const seen = { admin_name, phone_number, segments: '', region: '', manager: null };
  const renamed = { admin_name: 'Ravi Nair', phone_number: '+91 98765 00001' };
  expect((await edit(ravi.id, { seen, user_data: renamed })).status).toBe(200);

  const late = await edit(ravi.id, { seen, user_data: { admin_name, phone_number: '+91 98765 00002' } });

  expect([late.status, await row()]).toMatchObject([409, renamed]);
});
