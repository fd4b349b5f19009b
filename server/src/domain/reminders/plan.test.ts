import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PolicyStep } from '../../platform/db/tables/reminders.ts';
import { addDays } from '../../platform/time/days.ts';
import { businessDayFrom, isBusinessDay } from '../calendar/business-days.ts';
import { planOf, type Days, type KnownStep, type Plan, type Term } from './plan.ts';
import { STANDARD_STEPS } from './policy.ts';

const LAST_DAY = '2026-11-27';
const holidays = new Set<string>();
const on = (today: string, from = today): Days => ({ today, from, holidays });
const rolesOf = (name: string) => (name === 'priya' ? (['payer'] as const) : null);
const people = (...names: string[]) =>
  names.map((name, at) => ({ address: `${name}@acme.example`, contactId: at + 1, roles: rolesOf(name) }));
const term = (own: Partial<Term> = {}): Term => ({
  ...{ renewalId: 1, lastDay: LAST_DAY, outcome: 'shrinks', segment: null, known: [] },
  reachable: { Email: people('ravi', 'meera'), WhatsApp: [] },
  ...own,
});
const step = (daysBefore: number, own: Partial<PolicyStep> = {}): PolicyStep => ({
  ...{
    key: `email-${daysBefore}`,
    daysBefore,
    purpose: 'decision',
    outcomes: [],
    segments: [],
    channel: 'Email',
    to: 'first',
  },
  ...{ subject: 's', text: 't' },
  ...own,
});

/** The rows after a plan was written. */
function written(known: readonly KnownStep[], { add, move, remove }: Plan): KnownStep[] {
  const moved = new Map(move.map(({ id, dueOn }) => [id, dueOn]));
  const kept = known
    .filter(({ id, state }) => state !== 'planned' || !remove.includes(id))
    .map((row) => ({ ...row, dueOn: moved.get(row.id) ?? row.dueOn }));
  const next = Math.max(0, ...known.map(({ id }) => id)) + 1;
  const added = add.map(({ stepKey, purpose, recipient, channel, dueOn, state }, at) => ({
    ...{ id: next + at, stepKey, purpose, recipient, channel, dueOn, state, stoppedBy: null, cameBack: false },
  }));
  return [...kept, ...added];
}
const planned = (own: Partial<Term>, steps: readonly PolicyStep[], days: Days) => {
  const one = term(own);
  return written(one.known, planOf(one, steps, days));
};
const shown = (rows: readonly KnownStep[]) =>
  rows.map(({ stepKey, recipient, dueOn, state }) => `${stepKey} ${recipient.split('@')[0] ?? ''} ${dueOn} ${state}`);
const becomes = (rows: readonly KnownStep[], stepKey: string, own: Partial<KnownStep>) =>
  rows.map((row) => (row.stepKey === stepKey ? { ...row, ...own } : row));

test('a term that opens in time has all its steps ahead, the last one for everybody', () => {
  expect(shown(planned({}, STANDARD_STEPS, on('2026-09-01')))).toEqual([
    'email-60 ravi 2026-09-28 planned',
    'email-30 ravi 2026-10-28 planned',
    'email-14 ravi 2026-11-13 planned',
    'email-7 ravi 2026-11-20 planned',
    'email-3 ravi 2026-11-24 planned',
    'email-3 meera 2026-11-24 planned',
  ]);
});

test('one that opens late has the newest of its steps now, and the older ones are skipped with their reason', () => {
  const rows = planOf(term(), STANDARD_STEPS, on('2026-11-10')).add;
  expect(rows.map(({ stepKey, state, dueOn, reason }) => [stepKey, state, dueOn, reason])).toEqual([
    ['email-60', 'skipped', '2026-09-28', 'Its day had passed before the term was known'],
    ['email-30', 'planned', '2026-11-10', null],
    ['email-14', 'planned', '2026-11-13', null],
    ['email-7', 'planned', '2026-11-20', null],
    ['email-3', 'planned', '2026-11-24', null],
    ['email-3', 'planned', '2026-11-24', null],
  ]);
});

test('what is planned in the course of a day goes on the next, but not after the last day', () => {
  const [row] = planned({}, [step(30)], on('2026-11-10', '2026-11-11'));
  expect(row?.dueOn).toBe('2026-11-11');
  expect(planned({}, [step(3)], on(LAST_DAY, '2026-11-30'))[0]?.dueOn).toBe(LAST_DAY);
});

test('a step of a policy that was changed whose day passed longer ago than its grace is skipped', () => {
  const known = planned({}, [step(30)], on('2026-10-20'));
  const steps = (days: number) => [step(days), step(14)];
  const later = (days: number, today: string) =>
    shown(planned({ known: becomes(known, 'email-30', { state: 'stopped', stoppedBy: 'paused' }) }, steps(days), on(today))); // prettier-ignore
  expect(later(20, '2026-11-09')).toContain('email-20 ravi 2026-11-09 planned');
  expect(later(23, '2026-11-09')).toContain('email-23 ravi 2026-11-04 skipped');
});

test('a changed policy plans anew what was not sent, and what was sent stays', () => {
  const known = becomes(planned({}, [step(60), step(30)], on('2026-09-01')), 'email-60', { state: 'sent' });
  const days = on('2026-10-01');
  const moved = [step(60, { daysBefore: 50 }), step(30, { daysBefore: 20 })];
  expect(shown(planned({ known }, moved, days))).toEqual([
    'email-60 ravi 2026-09-28 sent',
    'email-30 ravi 2026-11-09 planned',
  ]);
  expect(shown(planned({ known }, [], days))).toEqual(['email-60 ravi 2026-09-28 sent']);
  // The same step under another key would be the same mail once more.
  expect(shown(planned({ known }, [step(60, { key: 'other' })], days))).toContain('other ravi 2026-09-28 skipped');
});

test('whom it reaches may change: what is planned goes to who is first now', () => {
  const known = planned({}, [step(30)], on('2026-10-01'));
  const reachable = { Email: people('meera', 'ravi'), WhatsApp: [] };
  expect(shown(planned({ known, reachable }, [step(30)], on('2026-10-02')))).toEqual([
    'email-30 meera 2026-10-28 planned',
  ]);
  const sent = becomes(known, 'email-30', { state: 'sent' });
  expect(shown(planned({ known: sent, reachable }, [step(30)], on('2026-10-29')))).toEqual([
    'email-30 ravi 2026-10-28 sent',
  ]);
});

test('what came back asks the next one, and the last of them asks nobody', () => {
  const sent = becomes(planned({}, [step(30)], on('2026-10-01')), 'email-30', { state: 'sent', cameBack: true });
  const reachable = { Email: people('meera'), WhatsApp: [] };
  const next = planned({ known: sent, reachable }, [step(30)], on('2026-11-04'));
  expect(shown(next)).toEqual(['email-30 ravi 2026-10-28 sent', 'email-30 meera 2026-11-04 planned']);
  const both = next.map((row) => ({ ...row, state: 'sent' as const, cameBack: true }));
  const nobody = planOf(term({ known: both, reachable: { Email: [], WhatsApp: [] } }), [step(30)], on('2026-11-05'));
  expect(nobody.add).toMatchObject([{ recipient: '', state: 'skipped', reason: 'Nobody can be reached' }]);
  const known = written(both, nobody);
  expect(planOf(term({ known, reachable: { Email: [], WhatsApp: [] } }), [step(30)], on('2026-11-06')).add).toEqual([]);
});

test('a step that nobody could have had asks who is there now, while it is in its grace', () => {
  const nobody = { Email: [], WhatsApp: [] };
  const known = planned({ reachable: nobody }, [step(30)], on('2026-10-28'));
  expect(shown(known)).toEqual(['email-30  2026-10-28 skipped']);
  expect(shown(planned({ known }, [step(30)], on('2026-10-29')))).toContain('email-30 ravi 2026-10-29 planned');
});

test('a step for a role asks who has it, and the first where nobody has', () => {
  const steps = [step(30, { to: 'payer' })];
  const reachable = { Email: people('ravi', 'priya', 'meera'), WhatsApp: [] };
  const rows = planned({ reachable }, steps, on('2026-10-01'));
  expect(shown(rows)).toEqual(['email-30 priya 2026-10-28 planned']);
  expect(shown(planned({}, steps, on('2026-10-01')))).toEqual(['email-30 ravi 2026-10-28 planned']);
  const back = becomes(rows, 'email-30', { state: 'sent', cameBack: true });
  expect(shown(planned({ known: back, reachable }, steps, on('2026-11-04')))).toContain(
    'email-30 ravi 2026-11-04 planned',
  );
});

test('what is asked for a payment neither overtakes nor holds back what is asked for a decision', () => {
  const payment = (days: number) => step(days, { key: `email-payment-${days}`, purpose: 'payment' });
  const steps = [step(30), payment(20)];
  const early = planned({}, steps, on('2026-10-01'));
  expect(shown(early)).toEqual(['email-30 ravi 2026-10-28 planned', 'email-payment-20 ravi 2026-11-09 planned']);
  const sent = becomes(early, 'email-payment-20', { state: 'sent' });
  // Another question of before the payment's day is still planned, as if that had not gone.
  expect(shown(planned({ known: sent }, [...steps, step(21)], on('2026-11-09')))).toContain('email-21 ravi 2026-11-09 planned'); // prettier-ignore
  const late = planned({ known: [] }, [payment(20), payment(10)], on('2026-11-20'));
  expect(shown(late)).toEqual(['email-payment-20 ravi 2026-11-09 skipped', 'email-payment-10 ravi 2026-11-20 planned']);
});

test('outcomes and segments choose the steps of a term', () => {
  const steps = [step(30, { outcomes: ['ends'] }), step(14, { segments: ['SMB'] })];
  const keys = (own: Partial<Term>) => planned(own, steps, on('2026-09-01')).map(({ stepKey }) => stepKey);
  expect(keys({ outcome: 'ends', segment: 'SMB' })).toEqual(['email-30', 'email-14']);
  expect(keys({ outcome: 'renews', segment: null })).toEqual([]);
});

const days = fc.integer({ min: 0, max: 90 });
const policy = fc.uniqueArray(
  fc.record({ at: days, to: fc.constantFrom('first' as const, 'everybody' as const, 'payer' as const), key: fc.nat(5) }),
  { selector: ({ key }) => key, maxLength: 6 },
).map((all) => all.map(({ at, to, key }) => step(at, { to, key: `k${key}`, purpose: key > 3 ? 'payment' : 'decision' }))); // prettier-ignore
const reached = fc.subarray(['a', 'priya', 'c']).map((names) => ({ Email: people(...names), WhatsApp: [] }));
const world = fc.record({ policy, reached, advance: fc.integer({ min: 0, max: 9 }), sends: fc.boolean() });

test('through any changes of policy and reach: planning again changes nothing, nobody has a step twice, each is due on a business day in time', () => {
  fc.assert(
    fc.property(fc.array(world, { minLength: 1, maxLength: 8 }), (events) => {
      let [today, known, sent]: [string, KnownStep[], string[]] = ['2026-09-01', [], []];
      for (const { policy: steps, reached: reachable, advance, sends } of events) {
        today = addDays(today, advance);
        const all = term({ known, reachable });
        if (today > LAST_DAY) return;
        // At night what is late is planned for the next morning on which somebody works.
        const days = on(today, businessDayFrom(today, holidays));
        known = written(known, planOf(all, steps, days));
        expect(planOf({ ...all, known }, steps, days)).toEqual({ add: [], move: [], remove: [] });
        const names = known.map(({ stepKey, recipient }) => `${stepKey} ${recipient}`);
        expect(new Set(names).size).toBe(names.length);
        for (const row of known.filter(({ state }) => state === 'planned')) {
          expect(row.dueOn <= LAST_DAY && isBusinessDay(row.dueOn, holidays)).toBe(true);
        }
        // What was sent is there as it was sent.
        expect(known.filter(({ state }) => state === 'sent').map(({ id }) => String(id))).toEqual(sent);
        if (sends) known = known.map((row) => (row.state === 'planned' && row.dueOn <= today ? { ...row, state: 'sent' } : row)); // prettier-ignore
        sent = known.filter(({ state }) => state === 'sent').map(({ id }) => String(id));
      }
    }),
  );
});
