import { followUp } from '@desk/contract/follow-up';
import { expect, test } from 'vitest';
import { googleWithTerms } from './testing/instructions-desk.ts';

const { openDesk } = googleWithTerms();

test('a status by who read the renewal before a wish was placed does not replace the wish unseen', async () => {
  const desk = await openDesk({ seats: 92, used: 74 });
  const { version } = await desk.renewal();
  const formData = { status: 'Confirmation Received', highlight: 'Green', add_lic: '0' } as const;
  const says = (of: number) =>
    desk.vikram.calls(followUp.saveStatus, { renewal_id: desk.renewalId, version: of, formData });
  await desk.places({ outcome: 'renew', seats: 80 });

  expect((await says(version)).status).toBe(409);
  expect(await desk.all()).toMatchObject([{ outcome: 'renew', seats: 80, finishedAt: null }]);

  const seen = await desk.renewal();
  expect((await says(seen.version)).status).toBe(200);
  expect(await desk.all()).toMatchObject([{ seats: 80 }]);
});
