import { sync } from '@desk/contract/sync';
import { expect, test } from 'vitest';
import { seatOrder } from './jobs.ts';
import { googleWithSeats, type LicencesDesk } from './testing/licences-desk.ts';

const { google, openDesk } = googleWithSeats();

/** A desk in whose next sync something happens between Google's list and its being read. */
async function deskWithASlowSync() {
  let meanwhile = (): Promise<unknown> => Promise.resolve();
  const desk = await openDesk({
    twist: (provider) => ({
      page: async (...asked) => {
        const page = await provider.page(...asked);
        await meanwhile();
        meanwhile = () => Promise.resolve();
        return page;
      },
    }),
  });
  const synced = async (happens = meanwhile) => {
    meanwhile = happens;
    expect((await desk.asha.calls(sync.start, {})).status).toBe(200);
    await desk.work();
  };
  const buys = async (known: number, added: number) => {
    const { reply } = await desk.adds(known, added);
    await seatOrder({ id: reply.order_id }, desk.services, new AbortController().signal);
  };
  return { desk, synced, buys };
}
const seatsEverywhere = async (desk: LicencesDesk) => [
  desk.atGoogle().seats,
  (await desk.ours()).numberOfSeats,
  (await desk.renewal()).numberOfSeats,
];

test('seats that were bought while a sync reads an older list stay', async () => {
  const { desk, synced, buys } = await deskWithASlowSync();

  await synced(() => buys(10, 5));

  expect(await desk.orders()).toMatchObject([{ state: 'done' }]);
  expect(await seatsEverywhere(desk)).toEqual([15, 15, 15]);
  const { rows } = await desk.pool.query('select state, changed from sync_runs order by id desc limit 1');
  expect(rows).toMatchObject([{ state: 'done', changed: 0 }]);
});

test('the next sync tells what Google has then', async () => {
  const { desk, synced, buys } = await deskWithASlowSync();
  await synced(() => buys(10, 5));
  google().state.setSeats(desk.externalId, 20);

  await synced();

  expect(await seatsEverywhere(desk)).toEqual([20, 20, 20]);
});

test('a sync that has read the new seats before the order is written down as done changes nothing twice', async () => {
  const { desk, synced } = await deskWithASlowSync();
  const { reply } = await desk.adds(10, 5);
  const { google: provider } = desk.services.clients.providers;
  const place: NonNullable<typeof provider>['place'] = async (...asked) => {
    const answer = await provider?.place(...asked);
    await synced();
    return answer ?? expect.unreachable('there is a provider');
  };
  const providers = { google: provider && { ...provider, place } };
  const beside = { ...desk.services, clients: { ...desk.services.clients, providers } };

  await seatOrder({ id: reply.order_id }, beside, new AbortController().signal);

  expect(await desk.orders()).toMatchObject([{ state: 'done' }]);
  expect(await seatsEverywhere(desk)).toEqual([15, 15, 15]);
  expect(desk.atGoogle().effects).toEqual([15]);
});
