import { customers } from '@desk/contract/customers';
import { describe, expect, test } from 'vitest';
import { makeContact, makeDomain } from '../../testing/fixtures.ts';
import { testServer } from '../../testing/server.ts';
import { timeoutsWith } from '../../testing/silence.ts';
import { crmDesk, NEW_CUSTOMER } from './testing/crm-desk.ts';

const { zoho, openDesk, crmPeople, crmPerson, changeInCrm } = crmDesk();
type Desk = Awaited<ReturnType<typeof openDesk>>;

const add = ({ asha }: Pick<Desk, 'asha'>, changed: Partial<typeof NEW_CUSTOMER> = {}) =>
  asha.calls(customers.add, { formData: { ...NEW_CUSTOMER, ...changed } });
const crmStateOf = async ({ asha }: Pick<Desk, 'asha'>) => {
  const [row] = (await asha.calls(customers.all, {})).reply.customer;
  return { state: row?.crm_state, reason: row?.crm_reason };
};

describe('a new customer', () => {
  test('has a company, an active domain and a person at once, and the CRM has them a moment later', async () => {
    const desk = await openDesk();

    expect((await add(desk)).status).toBe(200);

    const [company] = await desk.companies();
    expect(company).toMatchObject({
      companyName: 'Acme Pvt Ltd',
      email: 'ravi@acme.example',
      phone: '+91 60000 00001',
    });
    expect(await desk.domains()).toMatchObject([{ name: 'acme.example', status: 'ACTIVE', customerId: company?.id }]);
    const reached = { email: 'ravi@acme.example', phone: '+91 60000 00001', mobile: null };
    expect(await desk.people()).toMatchObject([
      { customerId: company?.id, name: 'Ravi Iyer', firstName: 'Ravi', lastName: 'Iyer', zohoId: null, ...reached },
    ]);
    expect(await crmStateOf(desk)).toEqual({ state: 'queued', reason: null });

    await desk.work();

    const there = crmPerson('ravi@acme.example');
    expect(there).toMatchObject({ First_Name: 'Ravi', Last_Name: 'Iyer', Phone: '+91 60000 00001' });
    expect(there.Account_Name?.name).toBe('Acme Pvt Ltd');
    expect(await desk.people()).toMatchObject([{ zohoId: there.id, ...reached }]);
    expect(await crmStateOf(desk)).toEqual({ state: 'done', reason: null });
    expect(zoho().crm.effects()).toMatchObject({ contactsCreated: 1, accountsCreated: 1, contactsUpdated: 0 });
    expect(desk.announced.filter(({ kind }) => kind === 'crm')).toHaveLength(2);
    expect((await desk.entries()).map(({ action, actor }) => [action, actor])).toEqual([
      ['customer_created', 'asha@desk.example'],
      ['domain_created', 'asha@desk.example'],
      ['contact_created', 'asha@desk.example'],
      ['contact_linked', 'system'],
      ['contact_written', 'system'],
    ]);
  });

  test.each([
    ['ACME.Example.', 'acme.example'],
    [' Bücher.example ', 'xn--bcher-kva.example'],
    ['https://www.acme.example/contact', 'acme.example'],
    ['acme.example:443', 'acme.example'],
  ])('may be asked for as %j', async (typed, name) => {
    const desk = await openDesk();
    expect((await add(desk, { domain_name: typed })).status).toBe(200);
    expect(await desk.domains()).toMatchObject([{ name }]);
  });

  test.each(['acme', '127.0.0.1', 'ravi@acme.example'])('needs a domain, and %j is none', async (domain_name) => {
    const desk = await openDesk();
    const answer = await add(desk, { domain_name });
    expect(answer).toMatchObject({ status: 400, reply: { message: 'Enter a domain such as company.example' } });
    expect(await desk.companies()).toEqual([]);
  });

  test.each([
    ['first_name', ' ', 'Enter the first name'],
    ['last_name', '', 'Enter the last name'],
    ['company_name', '', 'Enter the company name'],
    ['phone_number', '12345', 'Invalid Phone Number'],
    ['email', 'ravi@', 'Enter a valid e-mail address'],
  ])('with the %s %j is refused in words', async (field, value, message) => {
    const desk = await openDesk();
    expect(await add(desk, { [field]: value })).toMatchObject({ status: 400, reply: { message } });
    expect(await desk.companies()).toEqual([]);
  });

  test.each(['ACTIVE', 'PENDING', 'REJECTED'] as const)('cannot have a domain that is there as %s', async (status) => {
    const desk = await openDesk();
    await makeDomain(desk.db, { name: 'acme.example', status });
    expect(await add(desk)).toMatchObject({ status: 409, reply: { message: 'Domain Already Exists' } });
    expect(await desk.companies()).toHaveLength(1);
    expect(await desk.writes()).toEqual([]);
    expect(await desk.entries()).toEqual([]);
  });

  test('is one customer, here and in the CRM, however often the button is pressed at once and afterwards', async () => {
    const desk = await openDesk();

    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => add(desk, { domain_name: n % 2 ? 'ACME.example' : 'acme.example' })),
    );
    await desk.work();
    answers.push(await add(desk));
    await desk.work();

    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array<number>(20).fill(409)]);
    expect([await desk.companies(), await desk.domains(), await desk.people()].map((rows) => rows.length)).toEqual([
      1, 1, 1,
    ]);
    expect(zoho().crm.effects()).toMatchObject({ contactsCreated: 1, accountsCreated: 1 });
  });

  test('is answered alike when the request is repeated under its key', async () => {
    const desk = await openDesk();
    const press = () => desk.asha.calls(customers.add, { formData: NEW_CUSTOMER }, { 'idempotency-key': 'press-1' });
    expect([(await press()).status, (await press()).status]).toEqual([200, 200]);
    expect(await desk.companies()).toHaveLength(1);
  });
});

describe('the person of a new customer', () => {
  test.each([
    ...(['throttled', 'unavailable', 'unauthorized', 'html', 'html-200', 'timeout', 'reset'] as const),
    'applied-but-answer-lost' as const,
  ])('is in the CRM once with %s on the way', async (kind) => {
    const desk = await openDesk(timeoutsWith(kind));
    const before = crmPeople().length;
    for (const only of ['contacts.search', 'accounts.upsert', 'contacts.upsert']) zoho().faults.next({ kind, only });
    await add(desk);

    await desk.work();

    expect(zoho().faults.waiting()).toEqual([]);
    expect(crmPeople()).toHaveLength(before + 1);
    expect(await desk.people()).toMatchObject([{ zohoId: crmPerson('ravi@acme.example').id }]);
    expect(await crmStateOf(desk)).toEqual({ state: 'done', reason: null });
  });

  test('whose answer is lost for good is found at the next try, not made again', async () => {
    const desk = await openDesk();
    zoho().faults.next({ kind: 'applied-but-answer-lost', only: 'contacts.upsert', times: 5 });
    await add(desk);
    await desk.work();
    expect(await crmStateOf(desk)).toMatchObject({
      state: 'queued',
      reason: expect.stringContaining('Zoho') as string,
    });

    await desk.afterThePause();

    expect(await crmStateOf(desk)).toEqual({ state: 'done', reason: null });
    expect(zoho().crm.effects()).toMatchObject({ contactsCreated: 1, accountsCreated: 1 });
    expect(crmPeople().filter(({ Email }) => Email === 'ravi@acme.example')).toHaveLength(1);
  });

  test('whom the CRM knows by the address is that one; numbers that we do not know become ours', async () => {
    const desk = await openDesk();
    const [known] = crmPeople();
    const email = known?.Email ?? '';
    changeInCrm(known?.id ?? '', { Mobile: '+91 60000 99999' });
    await add(desk, { email: email.toUpperCase() });

    await desk.work();

    expect(zoho().crm.effects()).toMatchObject({ contactsCreated: 0, contactsUpdated: 1 });
    expect(crmPerson(email)).toMatchObject({ id: known?.id, Phone: '+91 60000 00001', Mobile: '+91 60000 99999' });
    expect(await desk.people()).toMatchObject([
      { zohoId: known?.id, phone: '+91 60000 00001', mobile: '+91 60000 99999' },
    ]);
  });

  test('whom the sync brought before is taken over, not made a second time', async () => {
    const desk = await openDesk();
    await desk.synced();
    const [before, [known]] = [await desk.people(), crmPeople()];
    const { id = '', Email } = known ?? {};
    const email = Email ?? '';
    await add(desk, { email: email.toUpperCase() });

    const [company] = await desk.companies();
    expect(await desk.people()).toHaveLength(before.length);
    const taken = { zohoId: id, customerId: company?.id, name: 'Ravi Iyer', phone: '+91 60000 00001' };
    expect(await desk.person(email)).toMatchObject(taken);
    const entry = (await desk.entries()).find(({ action }) => action === 'contact_changed');
    expect(entry?.changes).toContainEqual({ field: 'customer_id', old: null, new: String(company?.id) });

    await desk.work();
    expect(await desk.writes()).toMatchObject([{ state: 'done', fields: ['phone'] }]);
    expect(zoho().crm.effects()).toMatchObject({ contactsCreated: 0, contactsUpdated: 1 });
    expect(crmPerson(email)).toMatchObject({ Phone: '+91 60000 00001' });
  });

  test('whom the CRM knows as another contact of ours is refused in words, and the CRM is left alone', async () => {
    const desk = await openDesk();
    const [known] = crmPeople();
    const email = known?.Email ?? '';
    const { customerId } = await makeDomain(desk.db, { name: 'other.example' });
    await makeContact(desk.db, customerId, { name: 'Mira Rao', email, zohoId: known?.id ?? '' });
    await add(desk, { email });

    await desk.work();

    const [write] = await desk.writes();
    expect(write).toMatchObject({
      state: 'refused',
      reason: 'In the CRM this address is that of another contact of ours: Mira Rao.',
    });
    expect(zoho().crm.effects()).toMatchObject({ contactsCreated: 0, contactsUpdated: 0 });
  });

  test('added together with another one of the same address is refused, the other one is there', async () => {
    const desk = await openDesk();
    await add(desk);
    await add(desk, { domain_name: 'acme-two.example' });

    await Promise.all([desk.work(), desk.work()]);

    expect((await desk.writes()).map(({ state }) => state).toSorted()).toEqual(['done', 'refused']);
    expect(zoho().crm.effects().contactsCreated).toBe(1);
    expect((await desk.people()).filter(({ zohoId }) => zohoId !== null)).toHaveLength(1);
  });

  test('waits where no CRM is configured, and is refused in words where the CRM does not take it', async () => {
    const alone = await testServer();
    const asha = await alone.as();
    await add({ asha });
    await alone.work();
    expect(await crmStateOf({ asha })).toEqual({ state: 'queued', reason: 'The CRM is not configured.' });

    const desk = await openDesk();
    zoho().faults.next({ kind: 'refused-with-200', only: 'contacts.upsert' });
    await add(desk);
    await desk.work();
    expect(await crmStateOf(desk)).toEqual({
      state: 'refused',
      reason: 'Zoho refused this. Zoho says: "record is locked"',
    });
    expect((await desk.entries()).at(-1)).toMatchObject({ action: 'contact_write_refused', subject: 'contact' });
  });
});
