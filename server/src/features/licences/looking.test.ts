import { licences } from '@desk/contract/licences';
import { describe, expect, test, vi } from 'vitest';
import type { FaultKind } from '../../../../simulators/google/faults.ts';
import { googleWithSeats } from './testing/licences-desk.ts';

const { google, openDesk } = googleWithSeats();

describe('a subscription that somebody looks at', () => {
  test('is as Google has it now, with what more seats cost until its term ends', async () => {
    const desk = await openDesk({ licensed: 4 });
    google().state.setSeats(desk.externalId, 12);

    const { reply } = await desk.ravi.calls(licences.subscription, { subscription_id: desk.externalId });

    expect(reply).toEqual({
      subscription: {
        subscription_id: desk.externalId,
        customer_id: expect.stringContaining('C0fresh') as string,
        sku_name: 'Google Workspace Business Starter',
        plan_name: 'ANNUAL',
        status: 'ACTIVE',
        licensed_seats: 4,
        max_seats: null,
        number_of_seats: 12,
        renewal_date: '2027-11-21',
      },
      domain_name: desk.domain,
      seats: 10,
      seats_at_google: 12,
      closed_because: null,
      price: { yearly: '1632.00', currency: 'INR', until: '2027-11-21', days: 365 },
      order: null,
    });
  });

  test('shows the order that is under way', async () => {
    const desk = await openDesk();
    await desk.adds(10, 5);

    const { reply } = await desk.ravi.calls(licences.subscription, { subscription_id: desk.externalId });

    expect(reply.order).toMatchObject({ added_seats: 5, state: 'submitted', domain_name: desk.domain });
  });

  test('again and again is as the desk knows it: all share what Google answers in a minute', async () => {
    const desk = await openDesk();
    google().state.setSeats(desk.externalId, 12);
    const look = async () =>
      (await desk.ravi.calls(licences.subscription, { subscription_id: desk.externalId })).reply.seats_at_google;
    for (let n = 0; n < 30; n += 1) expect(await look()).toBe(12);

    expect(await look()).toBeNull();
    const { reply } = await desk.asha.calls(licences.subscription, { subscription_id: desk.externalId });
    expect(reply.seats_at_google).toBe(12);
  });

  test('that Google has suspended meanwhile is closed', async () => {
    const desk = await openDesk();
    google().state.change(desk.externalId, { status: 'SUSPENDED' });

    const { reply } = await desk.ravi.calls(licences.subscription, { subscription_id: desk.externalId });

    expect(reply).toMatchObject({ closed_because: 'Google has suspended this subscription.', seats_at_google: 10 });
  });

  test.each(['quotaExceeded', 'html', 'html-200', 'unavailable', 'reset', 'timeout'] satisfies FaultKind[])(
    'is as the desk knows it while Google fails with %s',
    async (kind) => {
      const desk = await openDesk(kind === 'timeout' ? { timeoutMs: 250 } : {});
      google().state.setSeats(desk.externalId, 12);
      google().faults.add({ kind, times: 20 });

      const { status, reply } = await desk.ravi.calls(licences.subscription, { subscription_id: desk.externalId });

      expect(status).toBe(200);
      expect(reply).toMatchObject({ seats: 10, seats_at_google: null, closed_because: null });
      expect(reply.subscription.number_of_seats).toBe(10);
    },
  );

  test('is not waited for longer than somebody waits', async () => {
    const timeouts = new AbortController();
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    const allowed = vi
      .spyOn(AbortSignal, 'timeout')
      .mockImplementation((ms) => (ms === 4_000 ? timeouts.signal : timeout(ms)));
    const desk = await openDesk({
      twist: (provider) => ({
        read: (...asked) => {
          const answer = provider.read(...asked);
          timeouts.abort();
          return answer;
        },
      }),
    });
    google().faults.add({ kind: 'timeout', method: 'subscriptions.get', times: 6 });

    const { status, reply } = await desk.ravi.calls(licences.subscription, { subscription_id: desk.externalId });

    expect(status).toBe(200);
    expect(reply.seats_at_google).toBeNull();
    expect(allowed).toHaveBeenCalledWith(4_000);
    allowed.mockRestore();
  });

  test('of a flexible plan is paid by the month, and one that is not on the price list has no price', async () => {
    const desk = await openDesk({ plan: 'FLEXIBLE', seats: 20 });
    const look = async () => (await desk.ravi.calls(licences.subscription, { subscription_id: desk.externalId })).reply;
    expect(await look()).toMatchObject({ price: null, seats: 20 });

    await desk.pool.query(`update prices set plan_name = 'FLEXIBLE', yearly = 1944`);

    expect(await look()).toMatchObject({ price: { yearly: '1944.00', until: null, days: 365 / 12 } });
    await desk.adds(20, 1);
    expect(await desk.orders()).toMatchObject([{ estimate: '162.00' }]);
  });
});
