import { describe, expect, test } from 'vitest';
import { contactsTable as k, customersTable as c } from '../../platform/db/tables/customers.ts';
import { makeContact, makeRenewal } from '../../testing/fixtures.ts';
import { domain_name, openDesk, person, type Person } from './testing/open-desk.ts';

describe('a person who is added', () => {
  test('is asked from now on, and the CRM is to hear of them', async () => {
    const desk = await openDesk();
    const { status, reply } = await desk.save({
      person: person({ phone: '+91 60000 00001', roles: ['buyer', 'payer'] }),
    });
    expect(status).toBe(200);
    expect(await desk.row(reply.contact_id)).toMatchObject({
      ...{ customerId: desk.customerId, name: 'Asha Rao', firstName: 'Asha', lastName: 'Rao', website: domain_name },
      ...{ email: 'asha@acme.example', phone: '+91 60000 00001', mobile: null, roles: ['buyer', 'payer'] },
      companyName: 'Acme Pvt Ltd',
    });
    expect(await desk.list()).toMatchObject({ people: [{ place: 1, asked_as: 'buyer' }], nobody_reachable: false });
    expect(await desk.writes()).toMatchObject([{ contactId: reply.contact_id, createdBy: 'asha@desk.example' }]);
    expect(await desk.entries()).toMatchObject([
      {
        ...{ action: 'contact_created', subject: 'contact', subjectId: reply.contact_id, actor: 'asha@desk.example' },
        changes: [
          { field: 'customer_id', new: String(desk.customerId) },
          { field: 'name', new: 'Asha Rao' },
          { field: 'email', new: 'asha@acme.example' },
          { field: 'phone', new: '+91 60000 00001' },
          { field: 'roles', new: 'buyer, payer' },
        ],
      },
    ]);
  });

  test.each<[string, Partial<Person>, string]>([
    ['without a name', { name: ' ' }, 'Enter the name'],
    ['without an e-mail address', { customer_email: '' }, 'Email cannot be Blank'],
    ['with an address that is none', { customer_email: 'asha' }, 'Enter a valid e-mail address'],
    ['with a number that is none', { phone: '12345' }, 'Invalid Phone Number'],
    [
      'as a viewer and as more',
      { roles: ['viewer', 'buyer'] },
      'A viewer is told nothing: choose Viewer alone, or the others',
    ],
  ])('%s is refused in words', async (_, wrong, message) => {
    const desk = await openDesk();
    expect(await desk.save({ person: person(wrong) })).toMatchObject({ status: 400, reply: { message } });
    expect(await desk.db.$count(k)).toBe(0);
  });

  test('twice at one address is once', async () => {
    const desk = await openDesk();
    const names = ['Asha', 'Ravi', 'Mira', 'Zoe'];
    const answers = await Promise.all(
      names.map((name) => desk.save({ person: person({ name, customer_email: 'ASHA@acme.example' }) })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400]);
    expect(answers.find(({ status }) => status === 400)?.reply).toMatchObject({
      fields: [{ path: 'person.customer_email', message: 'Somebody of this customer has this address already.' }],
    });
    expect(await desk.db.$count(k)).toBe(1);
  });

  test('whom the CRM knows and who is nobody’s is that person, with the numbers that it has', async () => {
    const desk = await openDesk();
    const stray = { name: 'Asha R.', email: 'asha@acme.example', phone: '+91 60000 00009', zohoId: 'crm-7' };
    const [made = { id: 0 }] = await desk.db.insert(k).values(stray).returning();
    const { reply } = await desk.save({ person: person() });
    expect(reply.contact_id).toBe(made.id);
    expect(await desk.row(made.id)).toMatchObject({
      customerId: desk.customerId,
      phone: stray.phone,
      roles: ['buyer'],
    });
    expect(await desk.writes()).toEqual([]);
  });
});

describe('a person who is changed', () => {
  test('has other roles, of which the CRM hears nothing; without any nobody has said', async () => {
    const desk = await openDesk();
    const { id } = await desk.add({ name: 'Asha Rao', email: 'asha@acme.example', zohoId: 'crm-1' });
    expect((await desk.save({ contact_id: id, person: person({ roles: ['payer'] }) })).status).toBe(200);
    expect(await desk.row(id)).toMatchObject({ roles: ['payer'] });
    expect(await desk.writes()).toEqual([]);
    expect((await desk.save({ contact_id: id, person: person({ roles: [] }) })).status).toBe(200);
    expect(await desk.row(id)).toMatchObject({ roles: null });
    expect((await desk.entries()).map(({ action, changes }) => [action, changes])).toEqual([
      ['contact_changed', [{ field: 'roles', old: null, new: 'payer' }]],
      ['contact_changed', [{ field: 'roles', old: 'payer', new: null }]],
    ]);
  });

  test('at another address is told to the CRM, and the company’s own address goes along', async () => {
    const desk = await openDesk();
    await desk.db.update(c).set({ email: 'asha@acme.example' });
    const { id } = await desk.add({ name: 'Asha Rao', email: 'asha@acme.example', roles: ['buyer'], zohoId: 'crm-1' });
    await desk.silence('asha@acme.example');
    expect(await desk.list()).toMatchObject({ nobody_reachable: true });
    await desk.save({ contact_id: id, person: person({ customer_email: 'rao@acme.example' }) });
    expect(await desk.writes()).toMatchObject([{ contactId: id, fields: ['email'] }]);
    expect(await desk.company()).toMatchObject({ email: 'rao@acme.example' });
    // Another address is another key: nobody has to confirm it.
    expect(await desk.list()).toMatchObject({ people: [{ place: 1, silenced: null }], nobody_reachable: false });
  });

  test('keeps the name that the CRM has; one whom it does not know gets another', async () => {
    const desk = await openDesk();
    const { id } = await desk.add({ name: 'Asha', email: 'asha@acme.example', zohoId: 'crm-1' });
    expect(await desk.save({ contact_id: id, person: person() })).toMatchObject({
      status: 400,
      reply: { fields: [{ path: 'person.name', message: 'The CRM knows this person: please change the name there.' }] },
    });
    await desk.db.update(k).set({ zohoId: null });
    expect((await desk.save({ contact_id: id, person: person({ name: 'Asha Devi Rao' }) })).status).toBe(200);
    expect(await desk.row(id)).toMatchObject({ name: 'Asha Devi Rao', firstName: 'Asha Devi', lastName: 'Rao' });
  });

  test('is not, where a colleague has changed them since the form was opened, in roles too', async () => {
    const desk = await openDesk();
    const { id } = await desk.add({ name: 'Asha Rao', email: 'asha@acme.example', roles: ['payer'] });
    const seen = { name: 'Asha Rao', customer_email: 'asha@acme.example', phone: null, mobile: null };
    const stale = { contact_id: id, person: person(), seen: { ...seen, roles: null } };
    expect(await desk.save(stale)).toMatchObject({
      status: 409,
      reply: { message: 'Somebody has changed this person meanwhile. Please check and try again.' },
    });
    expect((await desk.save({ ...stale, seen: { ...seen, roles: ['payer'] } })).status).toBe(200);
    // The same click again finds its own change.
    expect((await desk.save({ ...stale, seen: { ...seen, roles: ['payer'] } })).status).toBe(200);
    expect(await desk.entries()).toHaveLength(1);
  });

  test('is not of another customer, nor gets the address of a colleague of theirs', async () => {
    const desk = await openDesk();
    const other = await makeRenewal(desk.db, { domain: 'beta.example' });
    const { id } = await makeContact(desk.db, other.customerId, { name: 'Asha Rao', email: 'asha@beta.example' });
    expect((await desk.save({ contact_id: id, person: person() })).status).toBe(404);
    expect((await desk.save({ contact_id: 4711, person: person() })).status).toBe(404);
    await desk.add({ name: 'Ravi', email: 'ravi@acme.example' });
    const own = await desk.add({ name: 'Asha Rao', email: 'asha@acme.example' });
    expect(
      await desk.save({ contact_id: own.id, person: person({ customer_email: 'Ravi@acme.example' }) }),
    ).toMatchObject({
      status: 400,
      reply: { message: 'Somebody of this customer has this address already.' },
    });
  });
});
