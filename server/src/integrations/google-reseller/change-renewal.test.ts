import { describe, expect, test } from 'vitest';
import { outage, scriptedClient, subscription } from './testing/scripted-client.ts';
import { failure, type Answer } from './testing/scripted-google.ts';

const { google, makeClient } = scriptedClient();
const posts = () => google.calls.filter(({ method }) => method === 'POST');
const renews = (renewalType: string): Answer => ({ json: { ...subscription(10), renewalSettings: { renewalType } } });
const now = (seats: number, planName?: string): Answer => ({ json: subscription(seats, planName) });
const AT = '/apps/reseller/v1/customers/C01/subscriptions/345/';

describe('what follows the term', () => {
  const set = () => makeClient().changeRenewalSettings('C01', '345', 'CANCEL');

  test('is set by one word', async () => {
    google.answers(renews('AUTO_RENEW_MONTHLY_PAY'), renews('CANCEL'));
    expect(await set()).toMatchObject({ renewalType: 'CANCEL' });
    expect(posts()).toMatchObject([{ path: `${AT}changeRenewalSettings`, body: { renewalType: 'CANCEL' } }]);
  });

  test('is not asked for where it is set', async () => {
    google.answers(renews('CANCEL'));
    await set();
    expect(posts()).toEqual([]);
  });

  test('is not asked for again when it was set and the answer was lost', async () => {
    google.answers(renews('AUTO_RENEW_MONTHLY_PAY'), 'reset', renews('CANCEL'));
    expect(await set()).toMatchObject({ renewalType: 'CANCEL' });
    expect(posts()).toHaveLength(1);
  });

  test('is told to be open where Google stopped answering', async () => {
    google.answers(renews('AUTO_RENEW_MONTHLY_PAY'), 'reset', ...Array.from({ length: 6 }, () => outage));
    const message = 'Google stopped answering, so it is not known whether the renewal was set. Look again later.';
    await expect(set()).rejects.toMatchObject({ message, reason: 'outcomeUnknown', retriable: true });
  });
});

describe('a commitment', () => {
  const commit = (seats = 12) => makeClient().changePlan('C01', '345', { planName: 'ANNUAL_MONTHLY_PAY', seats });

  test('follows a flexible plan, with its seats', async () => {
    google.answers(now(50, 'FLEXIBLE'), now(12));
    expect(await commit()).toMatchObject({ planName: 'ANNUAL', numberOfSeats: 12 });
    const body = { planName: 'ANNUAL_MONTHLY_PAY', seats: { numberOfSeats: 12 } };
    expect(posts()).toMatchObject([{ path: `${AT}changePlan`, body }]);
  });

  test.each(['ANNUAL', 'ANNUAL_MONTHLY_PAY'])('is not asked for where it is there, called %s', async (planName) => {
    google.answers(now(12, planName));
    await commit();
    expect(posts()).toEqual([]);
  });

  test.each([
    ['ANNUAL', 'Google has a commitment to 10 seats that has not ended. It cannot be changed.'],
    ['FREE', 'The plan “Free” cannot become a commitment.'],
  ])('is not asked for where the plan is %s', async (planName, message) => {
    google.answers(now(10, planName));
    await expect(commit()).rejects.toMatchObject({ kind: 'refused', message });
    expect(posts()).toEqual([]);
  });

  test.each([0, 1.5])('is not made to %d seats', async (seats) => {
    await expect(commit(seats)).rejects.toMatchObject({ kind: 'refused' });
    expect(google.calls).toEqual([]);
  });
});

test('a quota is told as 503 too', async () => {
  const quota = failure(503, 'quotaExceeded', 'Quota exceeded');
  google.answers(renews('CANCEL'), ...Array.from({ length: 6 }, () => [quota, renews('CANCEL')]).flat());
  const setting = makeClient().changeRenewalSettings('C01', '345', 'SWITCH_TO_PAY_AS_YOU_GO');
  await expect(setting).rejects.toMatchObject({ kind: 'quota', status: 503 });
});
