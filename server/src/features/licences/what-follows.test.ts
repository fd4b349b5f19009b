import { expect, test } from 'vitest';
import { googleWithSeats } from './testing/licences-desk.ts';

const { openDesk } = googleWithSeats();

test('seats that are bought are those of the next term too, without a sync', async () => {
  const desk = await openDesk();
  expect(await desk.ours()).toMatchObject({ ifNobodyActs: 'renews', seatsIfNobodyActs: 10 });
  const { termEndAt } = await desk.ours();
  expect(termEndAt).toEqual(expect.any(Date));

  await desk.adds(10, 5);
  await desk.tries();

  expect(await desk.ours()).toMatchObject({ termEndAt, ifNobodyActs: 'renews', seatsIfNobodyActs: 15 });
});
