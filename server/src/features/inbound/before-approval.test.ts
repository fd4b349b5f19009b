import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { instructionsTable } from '../../platform/db/tables/instructions.ts';
import { renewalsTable } from '../../platform/db/tables/renewals.ts';
import { deskWithMail, rawMail } from './testing/desk-with-mail.ts';

test('who has a renewal and may approve what its customer decided reads first what they have written since', async () => {
  const room = await deskWithMail();
  const { desk, id, sent, receive, items, later } = room;
  const vikram = await desk.as({ email: 'vikram@desk.example', role: 'ADMIN' });
  await desk.db
    .update(renewalsTable)
    .set({ assignedToId: vikram.id, confirmationStatus: 'In Discussion' })
    .where(eq(renewalsTable.id, id));
  await desk.db.insert(instructionsTable).values({
    ...({ renewalId: id, outcome: 'end', source: 'customer', state: 'draft', approvalReasons: ['end'] } as const),
    requestedById: (await desk.account({ email: 'ravi.portal@acme.example', kind: 'customer' })).id,
  });
  later(5);
  await receive(rawMail({ to: (await sent()).address, text: 'We changed our mind, please renew' }));
  const list = await items(vikram);
  expect(list).toMatchObject([
    {
      act: 'approve',
      sentence: expect.stringMatching(
        /^They answered on 23 Nov: “We changed our mind, please renew”\. The customer asks for /,
      ) as string,
    },
  ]);
});
