import { expect, test } from 'vitest';
import { googleWithSeats } from './testing/licences-desk.ts';

const { openDesk } = googleWithSeats();

test('seats that are bought and given to nobody would go with the next term: that is known without a sync', async () => {
  const desk = await openDesk({ licensed: 10 });
  expect(await desk.ours()).toMatchObject({ ifNobodyActs: 'renews', seatsIfNobodyActs: 10 });
  const { termEndAt } = await desk.ours();
  expect(termEndAt).toEqual(expect.any(Date));

  await desk.adds(10, 5);
  await desk.tries();

  expect(await desk.ours()).toMatchObject({ termEndAt, ifNobodyActs: 'shrinks', seatsIfNobodyActs: 10 });
});
