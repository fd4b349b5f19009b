import { reminders } from '@desk/contract/renewal-work/reminders';
import { timeline } from '@desk/contract/timeline';
import { expect, test } from 'vitest';
import { auditLogTable } from '../../platform/db/tables/audit.ts';
import { reminderPoliciesTable } from '../../platform/db/tables/reminders.ts';
import { renewalsTable as r } from '../../platform/db/tables/renewals.ts';
import { MEERA, noon, RAVI, remindersDesk, step } from './testing/reminders-desk.ts';

const written = (days_before: number, own: object = {}) => ({
  ...{ key: null, days_before, outcomes: [], segments: [], channel: 'Email' as const, to: 'first' as const },
  ...{ subject: 'Renewal of {domain}', text: 'By {last_day}: {link}' },
  ...own,
});

test('an installation begins with the standard steps, and they are switched off', async () => {
  const desk = await remindersDesk();
  await desk.db.delete(reminderPoliciesTable);
  const root = await desk.as();
  const { reply } = await root.calls(reminders.policy, {});
  expect(reply).toMatchObject({ policy_id: null, is_on: false, saved_by: null, may_save: true });
  expect(reply.steps.map(({ days_before }) => days_before)).toEqual([60, 30, 14, 7, 3]);
});

test('a version is saved once by who saw the one before; what is due by it goes from the next business day on', async () => {
  const desk = await remindersDesk({ steps: [step(30)] });
  desk.at(noon('11-10'));
  const root = await desk.as({ email: 'root@desk.example' });
  const seen = (await root.calls(reminders.policy, {})).reply.policy_id;
  const save = { steps: [written(30, { key: 'email-30' }), written(10)], is_on: true, seen };
  const [one, other] = await Promise.all([root.calls(reminders.savePolicy, save), root.calls(reminders.savePolicy, save)]); // prettier-ignore
  expect([one.status, other.status].sort()).toEqual([200, 409]);
  const policy = (await root.calls(reminders.policy, {})).reply;
  expect(policy).toMatchObject({ is_on: true, saved_by: 'root@desk.example' });
  expect(policy.steps.map(({ key }) => key)).toEqual(['email-30', 'email-10']);
  expect(await desk.send()).toEqual([]);
  expect(await desk.send(noon('11-11'))).toHaveLength(1);
  const actions = await desk.db.select({ action: auditLogTable.action }).from(auditLogTable);
  expect(actions.filter(({ action }) => action === 'reminder_policy_saved')).toHaveLength(1);
});

test.each([
  [
    'a placeholder that stands for nothing',
    [written(30, { text: 'Dear {customer}' })],
    '{customer} stands for nothing. There are {company}, {domain}, {product}, {seats}, {used}, {last_day}, {renewal_date}, {if_nothing}, {link} and {amount}.',
  ],
  ['no text', [written(30, { text: '' })], 'Enter a text'],
  ['a step twice', [written(30, { key: 'email-30' }), written(20, { key: 'email-30' })], 'Each step once'],
] as const)('%s is refused in words', async (_, steps, words) => {
  const desk = await remindersDesk();
  const root = await desk.as();
  const { status, reply } = await root.calls(reminders.savePolicy, { steps: [...steps], is_on: true, seen: 1 });
  expect(status).toBe(400);
  expect(JSON.stringify(reply)).toContain(words);
});

test('a step of nowhere is refused, and one that is taken out and put in again is the same one', async () => {
  const desk = await remindersDesk({ steps: [step(60), step(30)] });
  await desk.plan(noon('10-01'));
  await desk.send();
  const root = await desk.as();
  const save = async (steps: ReturnType<typeof written>[]) => {
    const seen = (await root.calls(reminders.policy, {})).reply.policy_id;
    return (await root.calls(reminders.savePolicy, { steps, is_on: true, seen })).status;
  };
  expect(await save([written(30, { key: 'elsewhere' })])).toBe(422);
  expect(await save([written(30, { key: 'email-30' })])).toBe(200);
  expect(await save([written(60), written(30, { key: 'email-30' })])).toBe(200);
  expect((await root.calls(reminders.policy, {})).reply.steps.map(({ key }) => key)).toEqual(['email-60', 'email-30']);
  expect(await desk.send(noon('10-02'))).toEqual([]);
});

test('only an administrator saves; who works on renewals reads, and tries', async () => {
  const desk = await remindersDesk();
  const member = await desk.as({ role: 'RMEMBER' });
  const body = { steps: [written(30)], is_on: true, seen: null };
  expect((await member.calls(reminders.savePolicy, body)).status).toBe(403);
  expect((await member.calls(reminders.policy, {})).reply.may_save).toBe(false);
  expect((await member.calls(reminders.previewPolicy, { steps: [written(30)] })).status).toBe(200);
});

test('a preview tells what would go by steps that nobody has saved, about real renewals, and writes nothing', async () => {
  const desk = await remindersDesk({ steps: [] });
  await desk.save([], false);
  for (const domain of ['beta.example', 'gamma.example']) await desk.renewal({ domain, customer: { email: RAVI } });
  await desk.renewal({ domain: 'left.example', customer: { email: 'x@left.example' }, renewal: { lastSafeDay: '2026-11-27', confirmationStatus: 'Lost' } }); // prettier-ignore
  desk.at(noon('10-27'));
  const root = await desk.as();
  const { reply } = await root.calls(reminders.previewPolicy, {
    steps: [written(30, { to: 'everybody' }), written(21)],
  });
  expect(reply.next).toEqual({ day: '2026-10-28', mails: 2, people: 2 });
  expect(reply.days.filter(({ mails }) => mails > 0)).toEqual([
    { day: '2026-10-28', mails: 2, people: 2 },
    { day: '2026-11-06', mails: 1, people: 1 },
  ]);
  expect(reply.stopped).toBe(2);
  expect(reply.mails.map(({ recipient, renewals }) => [recipient, renewals.length])).toEqual([
    [RAVI, 3],
    [MEERA, 1],
    [RAVI, 3],
  ]);
  expect(reply.mails[1]).toMatchObject({ name: 'Meera Shah', subject: 'Renewal of acme.example' });
  expect(reply.mails[1]?.text).toContain('http://desk.example/d/…');
  expect(await desk.steps()).toEqual([]);
});

test('the reminders of a renewal: what is planned, what was sent, and why another was not', async () => {
  const desk = await remindersDesk({ steps: [step(60), step(30), step(14)] });
  await desk.plan(noon('09-25'));
  await desk.send(noon('09-28'));
  await desk.db.update(r).set({ confirmationStatus: 'Confirmation Received' });
  await desk.send(noon('10-28'));
  const asha = await desk.as();
  const { reply } = await asha.calls(reminders.list, { renewal_id: desk.acme.id });
  expect(reply).toMatchObject({
    ...{ is_on: true, is_open: true, last_day: '2026-11-27', pause: null },
    stop: { cause: 'decided', reason: 'Its status is Confirmation Received.' },
    reminders: [
      { days_before: 60, recipient: RAVI, name: 'Ravi Iyer', state: 'sent', message: { state: 'queued' } },
      { days_before: 30, state: 'stopped', stopped_by: 'decided', message: null },
      { days_before: 14, state: 'planned', due_on: '2026-11-13', changed_at: null },
    ],
  });
  expect((await asha.calls(reminders.list, { renewal_id: 999 })).status).toBe(404);

  const { reply: page } = await asha.calls(timeline.entries, { domain_name: 'acme.example' });
  expect(page.entries.map(({ kind }) => kind)).toEqual(['reminder', 'message']);
  expect(page.entries[0]).toMatchObject({ cause: 'decided', reason: 'Its status is Confirmation Received.' });
});

test('paused, nothing goes; what passed meanwhile is skipped, and what is ahead goes on', async () => {
  const desk = await remindersDesk({ steps: [step(30), step(14)] });
  await desk.plan(noon('10-20'));
  const asha = await desk.as({ email: 'asha@desk.example' });
  const of = { renewal_id: desk.acme.id };
  expect((await asha.calls(reminders.resume, of)).status).toBe(409);
  const pause = (until: string | null) => asha.calls(reminders.pause, { ...of, reason: 'They are moving', until });
  expect((await pause('2026-10-19')).status).toBe(422);
  expect((await pause('2026-10-27')).status).toBe(200);
  expect((await pause(null)).status).toBe(200);
  expect((await asha.calls(reminders.list, of)).reply).toMatchObject({
    ...{ pause: { reason: 'They are moving', until: null, by: 'asha@desk.example' }, stop: null },
  });
  desk.at(noon('10-29'));
  const ravi = await desk.as({ email: 'ravi@desk.example' });
  expect((await ravi.calls(reminders.resume, of)).status).toBe(200);
  expect(await desk.send()).toEqual([]);
  expect((await ravi.calls(reminders.list, of)).reply.reminders).toMatchObject([
    { state: 'skipped', reason: 'Its day passed while reminders were held back' },
    { state: 'planned' },
  ]);
  expect(await desk.send(noon('11-13'))).toHaveLength(1);
  const actions = await desk.db.select({ action: auditLogTable.action }).from(auditLogTable);
  expect(actions.filter(({ action }) => action.startsWith('reminders_'))).toHaveLength(3);
});

test('beside a pause it is told what holds when the pause is over', async () => {
  const desk = await remindersDesk({ steps: [step(30)] });
  const asha = await desk.as({ email: 'asha@desk.example' });
  const of = { renewal_id: desk.acme.id };
  await asha.calls(reminders.pause, { ...of, reason: 'They are moving', until: null });
  await desk.db.update(r).set({ confirmationStatus: 'Lost' });
  expect((await asha.calls(reminders.list, of)).reply).toMatchObject({
    ...{ pause: { reason: 'They are moving' }, stop: { cause: 'left', reason: 'Its status is Lost.' } },
  });
});

test('a pause ends by itself after its last day', async () => {
  const desk = await remindersDesk({ steps: [step(30), step(14)] });
  await desk.plan(noon('10-20'));
  const asha = await desk.as();
  await asha.calls(reminders.pause, { renewal_id: desk.acme.id, reason: 'They are moving', until: '2026-10-30' });
  expect(await desk.send(noon('10-28'))).toEqual([]);
  expect(await desk.send(noon('11-13'))).toHaveLength(1);
  expect(await desk.steps()).toEqual(['email-30 ravi paused', 'email-14 ravi sent']);
});

test('a step that asks for something else is another one: who is undecided is never asked to pay by it', async () => {
  const desk = await remindersDesk({ steps: [step(30)] });
  await desk.plan(noon('10-20'));
  const root = await desk.as();
  const { reply: known } = await root.calls(reminders.policy, {});
  const steps = known.steps.map((one) => ({ ...one, purpose: 'payment' as const, text: 'To pay: {owed}' }));
  const saved = await root.calls(reminders.savePolicy, { steps, is_on: true, seen: known.policy_id });
  expect(saved.status).toBe(200);
  expect(await desk.steps()).toEqual(['email-payment-30 ravi planned']);
  expect(await desk.send(noon('10-28'))).toEqual([]);
});

test('steps that were stored before there were reminders of payment ask for a decision', async () => {
  const desk = await remindersDesk({ steps: [] });
  const old = Object.fromEntries(Object.entries(step(30)).filter(([name]) => name !== 'purpose'));
  await desk.save([old as unknown as ReturnType<typeof step>]);
  await desk.plan(noon('10-20'));
  expect(await desk.steps()).toEqual(['email-30 ravi planned']);
  expect((await (await desk.as()).calls(reminders.policy, {})).reply.steps).toMatchObject([{ purpose: 'decision' }]);
});
