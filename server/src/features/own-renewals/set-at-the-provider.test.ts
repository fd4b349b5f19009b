import { ownRenewals } from '@desk/contract/own-renewals';
import { domainsTable } from '../../platform/db/tables/customers.ts';
import { makeRenewal } from '../../testing/fixtures.ts';
import { testServer } from '../../testing/server.ts';
import { expect, test } from 'vitest';

test('what is set at the provider is decided to its customer too, whatever is noted of it', async () => {
  const desk = await testServer({ now: () => new Date('2027-03-31T20:00:00Z') });
  const ravi = await desk.as({ email: 'ravi@acme.example', kind: 'customer' });
  const noted = { confirmationStatus: 'In Discussion', wantedOutcome: 'renew' } as const;
  await makeRenewal(desk.db, { renewsOn: '2027-04-21', renewal: { ...noted, instructionState: 'verified' } });
  const draft = { ...noted, instructionState: 'draft' } as const;
  await makeRenewal(desk.db, { domain: 'draft.example', renewsOn: '2027-04-22', renewal: draft });
  await desk.db.update(domainsTable).set({ ownerId: ravi.id });

  expect((await ravi.calls(ownRenewals.list, {})).reply.renewals.map(({ standing }) => standing)).toEqual([
    'decided',
    'due',
  ]);
});
