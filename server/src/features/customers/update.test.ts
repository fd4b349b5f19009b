import { customers } from '@desk/contract/customers';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { contactsTable as k, customersTable as c } from '../../platform/db/tables/customers.ts';
import { NEW, OLD, raviDesk, SEEN } from './testing/ravi-desk.ts';

const { changeInCrm, deskWithRavi } = raviDesk();

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

  test('leaves a number as it is that is none, and an address blank that was never there', async () => {
    const desk = await deskWithRavi();
    const odd = { email: null, phone: 'ext. 12', mobile: OLD.mobile };
    await desk.db.update(k).set(odd).where(eq(k.id, desk.id));
    const typed = { customer_email: '', phone: odd.phone, mobile: NEW.mobile };

    const answer = await desk.saves(typed, { ...SEEN, customer_email: null, phone: odd.phone });

    expect(answer.status).toBe(200);
    expect(await desk.ravi()).toMatchObject({ ...odd, mobile: NEW.mobile });
    expect(await desk.writes()).toMatchObject([{ fields: ['mobile'] }]);
    expect((await desk.saves({ ...typed, phone: 'ext. 13' })).status).toBe(400);
    expect((await desk.saves({ customer_email: 'ravi@acme.example', phone: odd.phone })).status).toBe(200);
    expect(await desk.saves({ customer_email: '' })).toMatchObject({
      status: 400,
      reply: { message: 'Email cannot be Blank' },
    });
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
      reply: { message: 'Somebody has changed this customer meanwhile. Please check and try again.' },
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
