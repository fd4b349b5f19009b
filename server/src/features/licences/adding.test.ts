import { licences } from '@desk/contract/licences';
import { describe, expect, test } from 'vitest';
import { mailsTo } from '../../testing/mails.ts';
import { googleWithSeats } from './testing/licences-desk.ts';

const { google, openDesk } = googleWithSeats();

describe('seats that a customer adds', () => {
  test('are bought at Google, and subscription, renewal, list and mail follow', async () => {
    const desk = await openDesk();

    const { status, reply } = await desk.adds(10, 5);
    expect(status).toBe(200);
    expect((await desk.ravi.calls(licences.orders, {})).reply.orders).toMatchObject([
      {
        order_id: reply.order_id,
        state: 'submitted',
        added_seats: 5,
        seats_after: null,
        created_by: 'ravi@acme.example',
      },
    ]);
    expect(desk.atGoogle()).toEqual({ seats: 10, effects: [] });

    await desk.work();

    expect(desk.atGoogle()).toEqual({ seats: 15, effects: [15] });
    expect(await desk.ours()).toMatchObject({ numberOfSeats: 15, planName: 'ANNUAL', termEnd: '2027-11-21' });
    expect(await desk.renewal()).toMatchObject({ numberOfSeats: 15, state: 'open', termEnd: '2027-11-21' });
    expect((await desk.ravi.calls(licences.orders, {})).reply).toMatchObject({
      orders: [
        { state: 'done', seats_before: 10, seats_after: 15, reason: null, finished_at: expect.any(String) as string },
      ],
      total: 1,
    });
    expect(desk.announced).toContainEqual({ kind: 'licences' });
    expect(desk.announced).toContainEqual({ kind: 'month', month: '2027-11' });
    expect(await mailsTo(desk, 'ravi@acme.example')).toEqual([
      {
        subject: `Test Desk: seats were added to ${desk.domain}`,
        text: expect.stringContaining('the subscription has 15 seats now') as string,
      },
    ]);
  });

  test('are told with what they cost, and the audit tells who wanted what', async () => {
    const desk = await openDesk();

    await desk.adds(10, 5);
    await desk.work();

    // A whole year from today on.
    expect(await desk.orders()).toMatchObject([{ estimate: '8160.00', currency: 'INR' }]);
    const messages = (await desk.entries()).map(({ actor, action, subject, changes }) => ({
      actor,
      action,
      subject,
      changes,
    }));
    expect(messages).toMatchObject([
      { actor: 'ravi@acme.example', action: 'seats_ordered', subject: 'subscription' },
      {
        actor: 'ravi@acme.example',
        action: 'seats_added',
        changes: [
          { field: 'order_id', old: null, new: '1' },
          { field: 'seats', old: '10', new: '15' },
        ],
      },
    ]);
  });

  test('of a flexible plan raise its ceiling', async () => {
    const desk = await openDesk({ plan: 'FLEXIBLE', seats: 20 });

    expect((await desk.adds(20, 3)).status).toBe(200);
    await desk.work();

    expect(desk.atGoogle()).toEqual({ seats: 23, effects: [23] });
    expect(await desk.ours()).toMatchObject({ maximumSeats: 23, numberOfSeats: null });
  });

  test('are added to what Google has by then, and not to what the desk knew', async () => {
    const desk = await openDesk();
    google().state.setSeats(desk.externalId, 12);

    await desk.adds(10, 5);
    await desk.work();

    expect(desk.atGoogle()).toEqual({ seats: 17, effects: [12, 17] });
    expect(await desk.orders()).toMatchObject([{ seatsBefore: 12, seatsAfter: 17, state: 'done' }]);
  });

  test('are added under an id that the subscription had earlier', async () => {
    const desk = await openDesk();
    const { id } = await desk.ours();
    await desk.pool.query(
      'insert into subscription_ids (external_id, subscription_id, created_at) values ($1, $2, now())',
      ['old-id', id],
    );

    expect((await desk.adds(10, 5, { subscription_id: 'old-id' })).status).toBe(200);
    await desk.work();

    expect(desk.atGoogle().seats).toBe(15);
  });

  test('that staff add are theirs: no mail to the customer, who reads staff in the list', async () => {
    const desk = await openDesk();

    expect((await desk.asha.calls(licences.add, desk.wants(10, 1))).status).toBe(200);
    await desk.work();

    expect((await desk.ravi.calls(licences.orders, {})).reply.orders).toMatchObject([
      { created_by: 'staff', state: 'done' },
    ]);
    expect((await desk.asha.calls(licences.orders, {})).reply.orders).toMatchObject([
      { created_by: 'asha@desk.example' },
    ]);
    expect(await mailsTo(desk, 'ravi@acme.example')).toEqual([]);
    expect(await mailsTo(desk, 'asha@desk.example')).toEqual([]);
  });
});

test('a count may be typed with spaces around it', async () => {
  const desk = await openDesk();

  expect((await desk.adds('10', ' 5 ')).status).toBe(200);
  expect(await desk.orders()).toMatchObject([{ addedSeats: 5 }]);
});

test.each([
  ['whose account is closed', `update accounts set status = 'SUSPENDED' where id = $1`],
  ['who has lost the domain', 'update domains set owner_id = null where owner_id = $1'],
])('a customer %s gets no mail about the order', async (_, statement) => {
  const desk = await openDesk();
  await desk.adds(10, 5);
  await desk.pool.query(statement, [desk.ravi.id]);

  await desk.work();

  expect(await desk.orders()).toMatchObject([{ state: 'done' }]);
  expect(await mailsTo(desk, 'ravi@acme.example')).toEqual([]);
});

test('what an annual plan without an end of its term costs is counted to our own renewal date, else not told', async () => {
  const desk = await openDesk();
  const look = async () => (await desk.ravi.calls(licences.subscription, { subscription_id: desk.externalId })).reply;
  await desk.pool.query('update subscriptions set term_end = null');
  expect((await look()).price).toBeNull();

  await desk.pool.query(`update subscriptions set own_renewal_date = '2026-12-21'`);

  expect((await look()).price).toMatchObject({ until: '2026-12-21', days: 30 });
  await desk.adds(10, 5);
  expect(await desk.orders()).toMatchObject([{ estimate: '670.68', currency: 'INR' }]);
});

describe('what cannot be ordered', () => {
  const WHOLE = 'Enter how many seats to add, as a whole number';
  test('seats that are no whole number, none, fewer, or too many', async () => {
    const desk = await openDesk();
    const bad: [unknown, unknown, string][] = [
      [10, 0, WHOLE],
      [10, 'five', WHOLE],
      [10, '', WHOLE],
      [10, 1.5, WHOLE],
      [10, -1, 'Seat Reduction not Allowed'],
      [-1, 5, 'Seat Reduction not Allowed'],
      [10, 1_000_000, 'At most 50000 seats'],
      [10, '99999', 'At most 50000 seats'],
      [10, '1e3', WHOLE],
      [10, '0x10', WHOLE],
      [10, '5.0', WHOLE],
      ['1e1', 5, 'The seats that you saw are missing. Open the dialog again.'],
      ['', 5, 'The seats that you saw are missing. Open the dialog again.'],
      [10, null, WHOLE],
    ];
    for (const [seats, added, message] of bad)
      expect(await desk.adds(seats, added)).toMatchObject({ status: 400, reply: { message } });

    expect(await desk.orders()).toEqual([]);
  });

  test('more than Google sells', async () => {
    const desk = await openDesk({ seats: 49_999 });

    expect(await desk.adds(49_999, 2)).toMatchObject({
      status: 422,
      reply: { message: 'Google sells at most 50000 seats of a subscription.' },
    });
    expect((await desk.adds(49_999, 1)).status).toBe(200);
  });

  test('seats of a free plan', async () => {
    const desk = await openDesk({ plan: 'FREE', seats: 20 });

    const { reply } = await desk.ravi.calls(licences.subscription, { subscription_id: desk.externalId });
    expect(reply).toMatchObject({ seats: null, seats_at_google: null, price: null });
    expect(reply.closed_because).toBe('The plan “Free” costs nothing, and its seats are not bought.');
    expect(await desk.adds(20, 1)).toMatchObject({ status: 422, reply: { message: reply.closed_because } });
  });

  test('seats of a domain that does not have the subscription', async () => {
    const desk = await openDesk();

    expect((await desk.asha.calls(licences.add, desk.wants(10, 5, { domain_name: 'other.example' }))).status).toBe(404);
    expect(
      (await desk.asha.calls(licences.add, desk.wants(10, 5, { domain_name: desk.domain.toUpperCase() }))).status,
    ).toBe(200);
  });

  test.each([
    [
      'a suspended subscription',
      `update subscriptions set status = 'SUSPENDED'`,
      'Google has suspended this subscription.',
    ],
    ['one that has ended', `update subscriptions set ended_at = now()`, 'This subscription has ended.'],
    ['one from a file', `update subscriptions set source = 'file'`, 'This subscription was not bought at Google.'],
    ['a domain that is not active', `update domains set status = 'SUSPENDED'`, 'The domain is not active.'],
  ])('seats of %s', async (_, statement, message) => {
    const desk = await openDesk();
    await desk.pool.query(statement);

    expect(await desk.asha.calls(licences.add, desk.wants(10, 5))).toMatchObject({ status: 422, reply: { message } });

    const { reply } = await desk.asha.calls(licences.subscription, { subscription_id: desk.externalId });
    expect(reply.closed_because).toBe(message);
    expect(await desk.orders()).toEqual([]);
  });

  test('anything while Google is not connected', async () => {
    const desk = await openDesk();
    desk.services.clients.providers = { google: undefined };

    expect((await desk.adds(10, 5)).status).toBe(422);
  });
});
