import { customers } from '@desk/contract/customers';
import { eq } from 'drizzle-orm';
import { describe, expect, test, vi } from 'vitest';
import { contactsTable as k, contactWritesTable as w, customersTable as c } from '../../db/tables/customers.ts';
import { makeContact, makeRenewal } from '../../testing/fixtures.ts';
import { customerTasks, sweepContactWrites } from './jobs.ts';
import { PAUSES, SENTENCES } from './rules.ts';
import { crmDesk } from './testing/crm-desk.ts';

const { zoho, openDesk, crmPeople, changeInCrm } = crmDesk();

const OLD = { email: 'ravi@acme.example', phone: '+91 60000 00001', mobile: '+91 60000 00002' };
const NEW = { customer_email: 'it@acme.example', phone: '+91 60000 00003', mobile: '+91 60000 00004' };
const SEEN = { customer_email: OLD.email, phone: OLD.phone, mobile: OLD.mobile };

/** A desk with somebody of Acme, who renews in April, whom the CRM knows as its first person. */
async function deskWithRavi(options: Parameters<typeof openDesk>[0] = {}) {
  const desk = await openDesk(options);
  const [known] = crmPeople();
  const zohoId = known?.id ?? '';
  const { customerId } = await makeRenewal(desk.db, { customer: { email: OLD.email, phone: OLD.phone } });
  const { id } = await makeContact(desk.db, customerId, { ...OLD, zohoId });
  return {
    ...desk,
    id,
    customerId,
    saves: (change: Partial<typeof NEW> = {}, seen?: typeof SEEN) =>
      desk.asha.calls(customers.update, { formData: { contact_id: id, ...NEW, ...change }, ...(seen && { seen }) }),
    ravi: async () => (await desk.db.select().from(k).where(eq(k.id, id)))[0],
    row: async () => (await desk.asha.calls(customers.all, {})).reply.customer[0],
    inCrm: () => crmPeople().find((person) => person.id === zohoId),
    updates: () => zoho().crm.effects().contactsUpdated,
  };
}

describe('a change of a customer', () => {
  test('is kept at once and in the CRM a moment later', async () => {
    const desk = await deskWithRavi();

    const answer = await desk.saves({}, SEEN);

    expect(answer).toMatchObject({ status: 200, reply: { error: false, message: 'Data Updated Sucessfully' } });
    const now = { email: 'it@acme.example', phone: '+91 60000 00003', mobile: '+91 60000 00004' };
    expect(await desk.ravi()).toMatchObject(now);
    expect(await desk.row()).toMatchObject({ ...now, crm_state: 'queued' });
    await desk.work();
    expect(desk.inCrm()).toMatchObject({ Email: now.email, Phone: now.phone, Mobile: now.mobile });
    expect(desk.updates()).toBe(1);
    expect(await desk.row()).toMatchObject({ crm_state: 'done', crm_reason: null });
    const [changed] = await desk.entries();
    expect(changed).toMatchObject({ action: 'contact_changed', actor: 'asha@desk.example', subjectId: desk.id });
    expect(changed?.changes).toEqual([
      { field: 'email', old: OLD.email, new: now.email },
      { field: 'phone', old: OLD.phone, new: now.phone },
      { field: 'mobile', old: OLD.mobile, new: now.mobile },
    ]);
  });

  test('takes the own address of the company along where it was this person’s, and its months are told', async () => {
    const desk = await deskWithRavi();
    const company = async () => (await desk.db.select().from(c).where(eq(c.id, desk.customerId)))[0];

    await desk.saves();

    expect(await company()).toMatchObject({ email: 'it@acme.example', phone: '+91 60000 00003' });
    expect(desk.announced).toContainEqual({ kind: 'month', month: '2027-04' });
    expect(desk.announced).toContainEqual({ kind: 'crm' });
    const entry = (await desk.entries()).find(({ action }) => action === 'customer_changed');
    expect(entry?.changes).toContainEqual({ field: 'email', old: OLD.email, new: 'it@acme.example' });

    await desk.db.update(c).set({ email: 'office@acme.example' }).where(eq(c.id, desk.customerId));
    await desk.saves({ customer_email: 'ravi.iyer@acme.example', phone: '' });
    expect(await company()).toMatchObject({ email: 'office@acme.example', phone: '+91 60000 00003' });
  });

  test('empties a number here and in the CRM', async () => {
    const desk = await deskWithRavi();
    changeInCrm(desk.inCrm()?.id ?? '', { Mobile: OLD.mobile });
    await desk.saves({ customer_email: OLD.email, phone: OLD.phone, mobile: '' });
    await desk.work();
    expect(await desk.ravi()).toMatchObject({ ...OLD, mobile: null });
    expect(desk.inCrm()).toMatchObject({ Mobile: null });
  });

  test('of one field leaves the others in the CRM alone, which may be newer there', async () => {
    const desk = await deskWithRavi();
    changeInCrm(desk.inCrm()?.id ?? '', { Email: 'newer@acme.example', Mobile: '+91 60000 99999' });
    await desk.saves({ customer_email: OLD.email, mobile: OLD.mobile }, SEEN);
    await desk.work();
    expect(desk.inCrm()).toMatchObject({ Email: 'newer@acme.example', Phone: NEW.phone, Mobile: '+91 60000 99999' });
    expect(await desk.writes()).toMatchObject([{ fields: ['phone'] }]);
  });

  test('that changes nothing writes nothing', async () => {
    const desk = await deskWithRavi();
    const { email, phone, mobile } = OLD;
    const answer = await desk.saves({ customer_email: email.toUpperCase(), phone, mobile }, SEEN);
    expect(answer.reply).toEqual({ error: false, message: 'Data Updated Sucessfully' });
    expect(await desk.writes()).toEqual([]);
    expect(await desk.entries()).toEqual([]);
    expect(desk.announced).toEqual([]);
  });

  test.each([
    ['customer_email', '', 'Email cannot be Blank'],
    ['customer_email', 'ravi', 'Enter a valid e-mail address'],
    ['phone', '12345', 'Invalid Phone Number'],
    ['mobile', 'call me, please', 'Invalid Phone Number'],
  ])('with the %s %j is refused in words', async (field, value, message) => {
    const desk = await deskWithRavi();
    const answer = await desk.saves({ [field]: value });
    expect(answer.status).toBe(400);
    expect(answer.reply.fields?.map((fault) => fault.message)).toContain(message);
    expect(await desk.ravi()).toMatchObject(OLD);
  });

  test('of nobody is not found', async () => {
    const { asha } = await deskWithRavi();
    const answer = await asha.calls(customers.update, { formData: { ...NEW, contact_id: 4711 } });
    expect(answer).toMatchObject({ status: 404, reply: { message: 'No Data Present' } });
  });
});

describe('two of staff over one customer', () => {
  test.each([
    ['e-mail', { customer_email: 'old@acme.example' }],
    ['phone', { phone: null }],
    ['mobile', { mobile: '+91 60000 00009' }],
  ])('are told when another %s was seen than the one that is there', async (_field, seen) => {
    const desk = await deskWithRavi();
    const answer = await desk.asha.calls(customers.update, {
      formData: { ...NEW, contact_id: desk.id },
      seen: { ...SEEN, ...seen },
    });
    expect(answer).toMatchObject({
      status: 409,
      reply: { message: 'A colleague has changed this customer meanwhile. Please check and try again.' },
    });
    expect(await desk.ravi()).toMatchObject(OLD);
    expect(await desk.writes()).toEqual([]);
  });

  test('who save at once from the same view: one gets through, nobody’s change is lost unseen', async () => {
    const desk = await deskWithRavi();
    const numbers = Array.from({ length: 12 }, (_, n) => `+91 60000 001${String(n).padStart(2, '0')}`);

    const answers = await Promise.all(numbers.map((phone) => desk.saves({ phone }, SEEN)));
    await desk.work();

    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array<number>(11).fill(409)]);
    const winner = numbers[answers.findIndex(({ status }) => status === 200)];
    expect(await desk.ravi()).toMatchObject({ phone: winner });
    expect(desk.inCrm()).toMatchObject({ Phone: winner });
    expect(desk.updates()).toBe(1);
  });

  test('and one who presses twenty times are one change', async () => {
    const desk = await deskWithRavi();
    const answers = await Promise.all(Array.from({ length: 20 }, () => desk.saves({}, SEEN)));
    await desk.work();
    expect(answers.map(({ status }) => status)).toEqual(Array<number>(20).fill(200));
    expect(await desk.writes()).toHaveLength(1);
    expect(desk.updates()).toBe(1);
  });
});

describe('on the way to the CRM', () => {
  test.each([
    ...(['throttled', 'unavailable', 'unauthorized', 'html', 'html-200', 'timeout', 'reset'] as const),
    'applied-but-answer-lost' as const,
  ])('%s is survived: the CRM has the last values', async (kind) => {
    const desk = await deskWithRavi({ timeoutMs: kind === 'timeout' ? 1_500 : 20_000 });
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
    const works = (id?: number) => customerTasks['contact-write']({ id }, desk.wiring, new AbortController().signal);

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
    const job = () => customerTasks['contact-write']({ id: write?.id }, desk.wiring, new AbortController().signal);
    await Promise.all(Array.from({ length: 20 }, job));
    expect(desk.updates()).toBe(1);
  });

  test('a worker that died leaves its change to another', async () => {
    const desk = await deskWithRavi();
    await desk.saves();
    await desk.pool.query('delete from graphile_worker._private_jobs');
    await desk.pool.query(`update contact_writes set attempts = 1, leased_until = now() - interval '1 second'`);

    await sweepContactWrites(desk.wiring);
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
    const crm = desk.wiring.outside.zoho?.crm ?? expect.unreachable('there is a CRM');
    const broken = vi.spyOn(crm, 'updateContact').mockRejectedValue(new TypeError('no such thing'));
    await desk.saves();
    const [write] = await desk.writes();
    const works = (signal = new AbortController().signal) =>
      customerTasks['contact-write']({ id: write?.id }, desk.wiring, signal);
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
