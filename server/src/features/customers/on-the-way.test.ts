import { describe, expect, test, vi } from 'vitest';
import { contactWritesTable as w } from '../../platform/db/tables/customers.ts';
import { timeoutsWith } from '../../testing/silence.ts';
import { writeContact, sweepContactWrites } from './jobs.ts';
import { PAUSES, SENTENCES } from './rules.ts';
import { NEW, OLD, raviDesk } from './testing/ravi-desk.ts';

const { zoho, deskWithRavi } = raviDesk();

describe('on the way to the CRM', () => {
  test.each([
    ...(['throttled', 'unavailable', 'unauthorized', 'html', 'html-200', 'timeout', 'reset'] as const),
    'applied-but-answer-lost' as const,
  ])('%s is survived: the CRM has the last values', async (kind) => {
    const desk = await deskWithRavi(timeoutsWith(kind));
    zoho().faults.next({ kind, only: 'contacts.update' });
    await desk.saves();
    await desk.work();
    expect(desk.inCrm()).toMatchObject({ Email: NEW.customer_email, Phone: NEW.phone, Mobile: NEW.mobile });
    expect(desk.updates()).toBe(kind === 'applied-but-answer-lost' ? 2 : 1);
    expect(await desk.row()).toMatchObject({ crm_state: 'done' });
  });

  test('a token that is over is replaced', async () => {
    const desk = await deskWithRavi();
    await desk.saves();
    await desk.work();
    zoho().tokens.expireAll();
    await desk.saves({ phone: '+91 60000 00005' });
    await desk.work();
    expect(desk.inCrm()).toMatchObject({ Phone: '+91 60000 00005' });
    expect(desk.updates()).toBe(2);
  });

  test('an outage holds the change up, and those after it, and all come in their order', async () => {
    const desk = await deskWithRavi();
    zoho().faults.next({ kind: 'unavailable', only: 'contacts.update', times: 5 });
    await desk.saves({ phone: '+91 60000 00011' });
    await desk.work();
    await desk.saves({ phone: '+91 60000 00012' });
    await desk.saves({ phone: '+91 60000 00013' });
    await desk.work();
    const reason = 'Zoho is not available at the moment. Try again in some minutes. Zoho says: "internal error"';
    expect(await desk.writes()).toMatchObject([
      { state: 'queued', attempts: 1, reason },
      { state: 'queued', attempts: 0 },
      { state: 'queued', attempts: 0 },
    ]);
    expect(desk.updates()).toBe(0);

    await desk.afterThePause();

    const writes = await desk.writes();
    expect(writes).toMatchObject([
      { state: 'done', attempts: 2, reason: null },
      { state: 'done', attempts: 1 },
      { state: 'done', attempts: 1 },
    ]);
    const ends = writes.map(({ finishedAt }) => finishedAt?.getTime() ?? 0);
    expect(ends).toEqual(ends.toSorted((one, other) => one - other));
    expect(desk.inCrm()).toMatchObject({ Phone: '+91 60000 00013' });
    expect(desk.updates()).toBe(3);
  });

  test('a later change is never taken up before an earlier one', async () => {
    const desk = await deskWithRavi();
    await desk.saves({ phone: '+91 60000 00011' });
    await desk.saves({ phone: '+91 60000 00012' });
    const [first, second] = await desk.writes();
    const works = (id?: number) => writeContact({ id }, desk.services, new AbortController().signal);

    await works(second?.id);
    expect(await desk.writes()).toMatchObject([{ attempts: 0 }, { attempts: 0 }]);
    await works(first?.id);
    await works(second?.id);
    expect(await desk.writes()).toMatchObject([{ state: 'done' }, { state: 'done' }]);
  });

  test('twenty workers bring one change once', async () => {
    const desk = await deskWithRavi();
    await desk.saves();
    const [write] = await desk.writes();
    const job = () => writeContact({ id: write?.id }, desk.services, new AbortController().signal);
    await Promise.all(Array.from({ length: 20 }, job));
    expect(desk.updates()).toBe(1);
  });

  test('a worker that died leaves its change to another', async () => {
    const desk = await deskWithRavi();
    await desk.saves();
    await desk.pool.query('delete from graphile_worker._private_jobs');
    await desk.pool.query(`update contact_writes set attempts = 1, leased_until = '2020-01-01'`);

    await sweepContactWrites(desk.services);
    await desk.work();

    expect(await desk.writes()).toMatchObject([{ state: 'done', attempts: 2 }]);
    expect(desk.inCrm()).toMatchObject({ Phone: NEW.phone });
  });

  test('a refusal is final and told in the CRM’s words, and the next change is tried all the same', async () => {
    const desk = await deskWithRavi();
    zoho().faults.next({ kind: 'refused-with-200', only: 'contacts.update' });
    await desk.saves();
    await desk.work();
    expect(await desk.row()).toMatchObject({
      crm_state: 'refused',
      crm_reason: 'Zoho refused this. Zoho says: "record is locked"',
      email: NEW.customer_email,
    });
    await desk.saves({ mobile: '' });
    await desk.work();
    expect(await desk.row()).toMatchObject({ crm_state: 'done', crm_reason: null });
    expect(desk.inCrm()).toMatchObject({ Email: NEW.customer_email, Mobile: null });
  });

  test('what was refused is sent again by the same save, once', async () => {
    const desk = await deskWithRavi();
    zoho().faults.next({ kind: 'refused-with-200', only: 'contacts.update' });
    await desk.saves({ mobile: OLD.mobile });
    await desk.work();
    await Promise.all([1, 2, 3].map(() => desk.saves({ mobile: OLD.mobile })));
    await desk.work();
    expect(await desk.writes()).toMatchObject([
      { state: 'refused', fields: ['email', 'phone'] },
      { state: 'done', fields: ['email', 'phone'] },
    ]);
    expect(desk.inCrm()).toMatchObject({ Email: NEW.customer_email, Phone: NEW.phone });
    expect(desk.updates()).toBe(1);
  });

  test('what was refused goes along with a change that waits behind it', async () => {
    const desk = await deskWithRavi();
    zoho().faults.next({ kind: 'refused-with-200', only: 'contacts.update' });
    await desk.saves({ customer_email: OLD.email, mobile: OLD.mobile });
    await desk.saves({ customer_email: OLD.email });
    await desk.work();
    expect(await desk.writes()).toMatchObject([{ state: 'refused' }, { state: 'done', fields: ['phone', 'mobile'] }]);
    expect(desk.inCrm()).toMatchObject({ Phone: NEW.phone, Mobile: NEW.mobile });
  });

  test('credentials that the CRM does not accept can be mended: the change is tried again', async () => {
    const desk = await deskWithRavi();
    zoho().faults.next({ kind: 'unauthorized', only: 'contacts.update', times: 5 });
    await desk.saves();
    await desk.work();
    const crm_reason = expect.stringContaining('credentials') as string;
    expect(await desk.row()).toMatchObject({ crm_state: 'queued', crm_reason });
    zoho().faults.clear();
    await desk.afterThePause();
    expect(await desk.row()).toMatchObject({ crm_state: 'done', crm_reason: null });
  });

  test('an error of its own is told as one, and tried again; a server that stops puts the change back', async () => {
    const desk = await deskWithRavi();
    const crm = desk.services.clients.zoho?.crm ?? expect.unreachable('there is a CRM');
    const broken = vi.spyOn(crm, 'updateContact').mockRejectedValue(new TypeError('no such thing'));
    await desk.saves();
    const [write] = await desk.writes();
    const works = (signal = new AbortController().signal) => writeContact({ id: write?.id }, desk.services, signal);
    await works();
    const reason = 'It met an error of its own. The log of the server tells more.';
    expect(await desk.writes()).toMatchObject([{ state: 'queued', leasedUntil: null, reason }]);

    await desk.db.update(w).set({ attempts: PAUSES.length, nextTryAt: null });
    await works(AbortSignal.abort());
    expect(await desk.writes()).toMatchObject([{ state: 'queued', leasedUntil: null, reason: SENTENCES.restarted }]);
    await desk.db.update(w).set({ nextTryAt: null });
    await works();
    expect(await desk.writes()).toMatchObject([{ state: 'refused', reason }]);

    broken.mockRestore();
    await desk.saves();
    await desk.work();
    expect(desk.inCrm()).toMatchObject({ Phone: NEW.phone });
  });

  test('an outage of more than a day ends in a refusal that says why', async () => {
    const desk = await deskWithRavi();
    zoho().faults.next({ kind: 'unavailable', only: 'contacts.update', times: 5 });
    await desk.saves();
    await desk.db.update(w).set({ attempts: PAUSES.length });

    await desk.work();

    expect(PAUSES.reduce((sum, seconds) => sum + seconds, 0)).toBeGreaterThan(24 * 3600);
    expect(await desk.row()).toMatchObject({
      crm_state: 'refused',
      crm_reason: expect.stringContaining('not available') as string,
    });
  });
});
