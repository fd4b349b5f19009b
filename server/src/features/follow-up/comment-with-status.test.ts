import { followUp } from '@desk/contract/follow-up';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { renewalCommentsTable, renewalsTable } from '../../platform/db/tables/renewals.ts';
import { makeRenewal } from '../../testing/fixtures.ts';
import { testServer, type TestServer } from '../../testing/server.ts';

async function deskWithRenewal(request: Parameters<typeof makeRenewal>[1] = {}) {
  const desk = await testServer();
  const { id } = await makeRenewal(desk.db, request);
  return { desk, asha: await desk.as(), id };
}
const renewalRow = async ({ db }: TestServer, id: number) =>
  (await db.select().from(renewalsTable).where(eq(renewalsTable.id, id)))[0];
const comments = ({ db }: TestServer) => db.select().from(renewalCommentsTable);

describe('flag and status that come with a comment', () => {
  const formData = { highlight: 'Orange', status: 'In Discussion' } as const;

  test('are saved with it, once, and stand beside its words', async () => {
    const { desk, asha, id } = await deskWithRenewal({
      renewal: { taskStatus: 'In-Progress', specialComments: 'One invoice', extensionDate: '2027-05-01' },
    });

    expect(
      await asha.calls(followUp.addComment, { comment: 'Called', renewal_id: id, formData, version: 1 }),
    ).toMatchObject({ status: 200 });

    expect(await renewalRow(desk, id)).toMatchObject({
      ...{ highlightCase: 'Orange', confirmationStatus: 'In Discussion', followupComment: 'Called', version: 2 },
      // What the form would keep is kept, and nothing of another status.
      ...{ taskStatus: 'In-Progress', specialComments: 'One invoice', extensionDate: null },
    });
    expect(await comments(desk)).toMatchObject([{ comment: 'Called', form: formData }]);
  });

  test('are not saved, nor is the comment, where a colleague was faster', async () => {
    const { desk, asha, id } = await deskWithRenewal();
    await asha.calls(followUp.addComment, { comment: 'First', renewal_id: id });

    expect(
      (await asha.calls(followUp.addComment, { comment: 'Second', renewal_id: id, formData, version: 1 })).status,
    ).toBe(409);

    expect(await comments(desk)).toMatchObject([{ comment: 'First' }]);
    expect(await renewalRow(desk, id)).toMatchObject({ highlightCase: null, confirmationStatus: null });
  });

  test.each(['Lost', 'Extension', 'Confirmation Received', 'Suspended'] as const)(
    '%s takes the whole form',
    async (status) => {
      const { desk, asha, id } = await deskWithRenewal();
      const wanted = { comment: 'Called', renewal_id: id, formData: { highlight: 'Red', status } as const };
      expect((await asha.calls(followUp.addComment, wanted)).status).toBe(400);
      expect(await comments(desk)).toEqual([]);
    },
  );
});
