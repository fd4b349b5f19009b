import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { licences } from '@desk/contract/licences';
import { describe, expect, test, vi } from 'vitest';
import { databaseUrl } from '../../testing/clone.ts';
import { eventually } from '../../testing/eventually.ts';
import { seatOrder, sweepSeatOrders } from './jobs.ts';
import { googleWithSeats, type LicencesDesk } from './testing/licences-desk.ts';

const { google, client, openDesk } = googleWithSeats();
const signal = new AbortController().signal;

/** As if the worker that has the order had died a while ago. */
async function comesBack(desk: LicencesDesk) {
  await desk.pool.query(`update seat_orders set leased_until = '2020-01-01' where leased_until is not null`);
  await sweepSeatOrders(desk.services);
  await desk.work();
}
const isBoughtOnce = async (desk: LicencesDesk) => {
  expect(desk.atGoogle()).toEqual({ seats: 15, effects: [15] });
  expect(await desk.ours()).toMatchObject({ numberOfSeats: 15 });
  expect(await desk.renewal()).toMatchObject({ numberOfSeats: 15 });
  expect(await desk.orders()).toMatchObject([{ state: 'done', seatsBefore: 10, seatsAfter: 15 }]);
};

describe('a click that is repeated', () => {
  const twenty = Array.from({ length: 20 }, (_, n) => n);
  const count = (statuses: number[], status: number) => statuses.filter((one) => one === status).length;

  test('twenty times at once orders once, and once more when it is done is told to look again', async () => {
    const desk = await openDesk();

    const statuses = (await Promise.all(twenty.map(() => desk.adds(10, 5)))).map(({ status }) => status);
    expect([count(statuses, 200), count(statuses, 409)]).toEqual([1, 19]);
    await desk.work();

    expect((await desk.adds(10, 5)).status).toBe(409);
    await desk.work();
    await isBoughtOnce(desk);
  });

  test('with its key gets the answer of the first, also when it is done; another body under the key is refused', async () => {
    const desk = await openDesk();
    const key = { 'idempotency-key': 'one-click' };

    const answers = await Promise.all(twenty.map(() => desk.adds(10, 5, {}, key)));
    const statuses = answers.map(({ status }) => status);
    expect(count(statuses, 200)).toBeGreaterThan(0);
    expect(count(statuses, 200) + count(statuses, 425)).toBe(20);
    await desk.work();

    const again = await desk.adds(10, 5, {}, key);
    expect(again).toMatchObject({ status: 200, reply: answers.find(({ status }) => status === 200)?.reply });
    expect((await desk.adds(10, 6, {}, key)).status).toBe(422);
    await desk.work();
    await isBoughtOnce(desk);
  });

  test('by somebody of staff and the customer at once orders once', async () => {
    const desk = await openDesk();

    const both = await Promise.all([desk.adds(10, 5), desk.asha.calls(licences.add, desk.wants(10, 5))]);

    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test('meets two nodes that both want to work on the order, and one does', async () => {
    const desk = await openDesk();
    const other = { ...desk.services, clients: { ...desk.services.clients, providers: { google: client() } } };
    const { reply } = await desk.adds(10, 5);
    const posts = google().state.calls('subscriptions.changeSeats');

    await Promise.all(
      twenty.map((n) => seatOrder({ id: reply.order_id }, n % 2 === 0 ? desk.services : other, signal)),
    );

    expect(google().state.calls('subscriptions.changeSeats') - posts).toBe(1);
    await isBoughtOnce(desk);
  });
});

describe('a worker that stops', () => {
  /** A worker that halts around the question for seats, and may go on long after somebody else took its place. */
  async function halting(when: 'before' | 'after') {
    let wake = (): void => undefined;
    const halt = new Promise<void>((goOn) => (wake = goOn));
    const desk = await openDesk();
    const sane = desk.services.clients.providers.google ?? client();
    const place: typeof sane.place = async (...asked) => {
      if (when === 'before') await halt;
      const answer = await sane.place(...asked);
      if (when === 'after') await halt;
      return answer;
    };
    const slowly = { google: { ...sane, place } };
    const slow = { ...desk.services, clients: { ...desk.services.clients, providers: slowly } };
    const { reply } = await desk.adds(10, 5);
    const working = seatOrder({ id: reply.order_id }, slow, signal);
    const reached = when === 'before' ? 10 : 15;
    await eventually(async () => {
      expect(await desk.orders()).toMatchObject([{ state: 'queued', seatsBefore: 10, seatsAfter: 15 }]);
      expect(desk.atGoogle().seats).toBe(reached);
    });
    const wakesUp = () => {
      wake();
      return working;
    };
    return { desk, wakesUp };
  }

  test.each(['before', 'after'] as const)(
    '%s it asked is followed by another, and does no harm when it wakes up',
    async (when) => {
      const { desk, wakesUp } = await halting(when);

      await comesBack(desk);
      await isBoughtOnce(desk);
      const entries = await desk.entries();

      await wakesUp();
      await isBoughtOnce(desk);
      expect(await desk.entries()).toEqual(entries);
    },
  );

  test('lets nobody take its order as long as it lives', async () => {
    const { desk, wakesUp } = await halting('before');

    await sweepSeatOrders(desk.services);
    await desk.work();
    expect(desk.atGoogle()).toEqual({ seats: 10, effects: [] });

    await wakesUp();
    await isBoughtOnce(desk);
  });

  test('is found out when somebody else changed the seats while nobody worked on the order', async () => {
    const { desk, wakesUp } = await halting('before');
    google().state.setSeats(desk.externalId, 40);

    await comesBack(desk);

    expect(await desk.orders()).toMatchObject([
      { state: 'refused', reason: 'Somebody else has changed the seats meanwhile. Look at them again.' },
    ]);
    await wakesUp();
    expect(desk.atGoogle()).toEqual({ seats: 40, effects: [40] });
    expect(await desk.ours()).toMatchObject({ numberOfSeats: 40 });
  });

  test('after it asked is not called a purchase that was not made, when somebody else changed the seats', async () => {
    const { desk, wakesUp } = await halting('after');
    google().state.setSeats(desk.externalId, 40);

    await comesBack(desk);

    const reason = expect.stringContaining('Google has 40 seats now; look whether yours are among them.') as string;
    expect(await desk.orders()).toMatchObject([{ state: 'refused', reason }]);
    expect((await desk.adds(10, 5)).status).toBe(409);
    await wakesUp();
    expect(desk.atGoogle()).toEqual({ seats: 40, effects: [15, 40] });
    expect(await desk.orders()).toMatchObject([{ state: 'refused', reason }]);
  });

  test('gives its order back when the server stops, and the next one goes on', async () => {
    const desk = await openDesk();
    const stopping = new AbortController();
    const { reply } = await desk.adds(10, 5);
    google().faults.add({ kind: 'timeout', method: 'subscriptions.changeSeats' });
    const working = seatOrder({ id: reply.order_id }, desk.services, stopping.signal);
    const posts = google().state.calls('subscriptions.changeSeats');
    await eventually(() => expect(google().state.calls('subscriptions.changeSeats')).toBeGreaterThan(posts));

    stopping.abort();
    await working;
    expect(await desk.orders()).toMatchObject([{ state: 'unknown', leasedUntil: null }]);
    await desk.work();

    await isBoughtOnce(desk);
  });
});

describe('a process that is killed', () => {
  const script = fileURLToPath(new URL('testing/worker-process.ts', import.meta.url));

  /** Starts a worker as a process of its own and kills it when it is there. */
  async function killedAt(desk: LicencesDesk, orderId: number, isThere: () => Promise<void>) {
    const env = {
      ...process.env,
      ...google().env,
      DATABASE_URL: databaseUrl,
      PUBLIC_URL: 'http://desk.example',
      NOW: desk.services.now().toISOString(),
      LOG_LEVEL: 'silent',
    };
    const child = spawn(process.execPath, ['--import', 'tsx', script, String(orderId)], { env, stdio: 'ignore' });
    const ended = new Promise((resolve) => child.once('exit', (_code, name) => resolve(name)));
    await vi.waitFor(isThere, { timeout: 30_000, interval: 50 });
    child.kill('SIGKILL');
    expect(await ended).toBe('SIGKILL');
  }

  test('between writing down the total and asking for it buys nothing, and the next one buys it once', async () => {
    const desk = await openDesk();
    const { reply } = await desk.adds(10, 5);
    const posts = google().state.calls('subscriptions.changeSeats');
    google().faults.add({ kind: 'timeout', method: 'subscriptions.changeSeats' });

    await killedAt(desk, reply.order_id, async () => {
      expect(google().state.calls('subscriptions.changeSeats')).toBe(posts + 1);
      expect(await desk.orders()).toMatchObject([{ seatsAfter: 15 }]);
    });
    expect(desk.atGoogle()).toEqual({ seats: 10, effects: [] });
    await comesBack(desk);

    await isBoughtOnce(desk);
  }, 60_000);

  test('after Google did it and before that was written down leaves no second purchase', async () => {
    const desk = await openDesk();
    const { reply } = await desk.adds(10, 5);
    google().faults.add({ kind: 'applied-but-answer-lost', method: 'subscriptions.changeSeats' });
    google().faults.add({ kind: 'timeout', method: 'subscriptions.get', after: 2 });

    await killedAt(desk, reply.order_id, () => {
      expect(google().faults.waiting()).toEqual([]);
      return Promise.resolve();
    });
    expect(desk.atGoogle().seats).toBe(15);
    expect(await desk.ours()).toMatchObject({ numberOfSeats: 10 });
    await comesBack(desk);

    await isBoughtOnce(desk);
  }, 60_000);
});
