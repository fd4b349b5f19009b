import { domains } from '@desk/contract/domains';
import { licences } from '@desk/contract/licences';
import { beforeEach, expect, test } from 'vitest';
import { customersTable, domainsTable } from '../../platform/db/tables/customers.ts';
import { makeDomain } from '../../testing/fixtures.ts';
import { domainsDesk } from './testing/domains-desk.ts';

let desk: Awaited<ReturnType<typeof domainsDesk>>;
beforeEach(async () => {
  desk = await domainsDesk();
});

test('an unknown domain waits for approval, under a company made from what the person said', async () => {
  expect((await desk.ravi.asks('Acme.Example')).status).toBe(200);

  expect(await desk.domainOf('acme.example')).toMatchObject({
    name: 'acme.example',
    status: 'PENDING',
    ownerId: desk.ravi.id,
    claimedById: null,
  });
  expect(await desk.companyOf('acme.example')).toMatchObject({ companyName: 'Acme Pvt Ltd', email: desk.ravi.email });
  const entries = await desk.entries();
  expect(entries.map(({ action, actor }) => [action, actor])).toEqual([
    ['customer_created', desk.ravi.email],
    ['domain_asked', desk.ravi.email],
  ]);
  expect(entries[1]?.changes).toContainEqual({ field: 'owner_id', old: null, new: String(desk.ravi.id) });
});

test('later domains of a person belong to the same company', async () => {
  await desk.ravi.asks('acme.example');
  await desk.ravi.asks('acme-shop.example');

  expect(await desk.db.$count(customersTable)).toBe(1);
});

test('a domain of ours that nobody has is claimed, and goes on as it is', async () => {
  const ours = await makeDomain(desk.db, { customer: { companyName: 'Acme International' } });

  expect((await desk.ravi.asks('acme.example')).status).toBe(200);

  expect(await desk.domainOf('acme.example')).toMatchObject({
    id: ours.id,
    status: 'ACTIVE',
    ownerId: null,
    claimedById: desk.ravi.id,
    customerId: ours.customerId,
  });
  expect(await desk.db.$count(customersTable)).toBe(1);
  expect(await desk.entries()).toMatchObject([{ action: 'domain_claimed', subject: 'domain', subjectId: ours.id }]);
});

test('to the person a claim looks like a new domain', async () => {
  await makeDomain(desk.db, { name: 'known.example' });
  const answers = [await desk.ravi.asks('known.example'), await desk.ravi.asks('new.example')];

  expect(answers[0]?.reply).toEqual(answers[1]?.reply);
  const { reply } = await desk.ravi.calls(domains.own, {});
  expect(reply.domains.map((row) => [row.domain_name, row.domain_status])).toEqual([
    ['known.example', 'PENDING'],
    ['new.example', 'PENDING'],
  ]);
});

/** A domain that another customer has. */
async function ofMira(name: string) {
  const mira = await desk.customer('mira@other.example', 'Other');
  await mira.asks(name);
  await desk.decides(name, 'ACTIVE');
  return mira;
}

test('whether a customer has a domain is told to no other: each wish is answered alike, and waits', async () => {
  const mira = await ofMira('taken.example');
  await makeDomain(desk.db, { name: 'known.example' });
  const names = ['taken.example', 'known.example', 'new.example'];
  const answers = [];
  for (const name of names) answers.push(await desk.ravi.asks(name));
  expect(answers.map(({ status, reply }) => ({ status, reply }))).toEqual(
    Array(3).fill({ status: 200, reply: answers[2]?.reply }),
  );

  const own = (await desk.ravi.calls(domains.own, {})).reply.domains;
  expect(own.map((row) => row.domain_status)).toEqual(['PENDING', 'PENDING', 'PENDING']);
  // Their numbers say neither which stands here for long nor in which order they came.
  const ids = await Promise.all(names.map(async (name) => (await desk.domainOf(name))?.id ?? 0));
  const numberOf = (name: string) => own.find((row) => row.domain_name === name)?.domain_id ?? 0;
  expect(ids).toEqual([1, 2, 3]);
  const numbers = names.map(numberOf);
  expect(new Set([...numbers, ...ids]).size).toBe(6);
  expect(numbers.filter((number) => number < 100_000)).toEqual([]);
  const again = await Promise.all(names.map((name) => desk.ravi.asks(name)));
  expect(again.map(({ reply }) => reply.message)).toEqual(Array(3).fill('Domain Already Exists'));
  const removals = [];
  for (const { domain_id, domain_name } of own)
    removals.push(await desk.ravi.calls(domains.remove, { domain_id, domain_name }));
  expect(new Set(removals.map(({ status }) => status))).toEqual(new Set([409]));

  // Staff see whose it is, and the owner keeps it until they decide otherwise.
  const waiting = (await desk.asha.calls(domains.pending, {})).reply.domains;
  expect(waiting.find((row) => row.domain_name === 'taken.example')).toMatchObject({
    user_email: desk.ravi.email,
    present_owner: { user_email: mira.email },
  });
  expect((await mira.calls(domains.own, {})).reply.domains).toMatchObject([
    { domain_name: 'taken.example', domain_status: 'ACTIVE' },
  ]);
  expect((await desk.decides('taken.example', 'REJECTED')).status).toBe(200);
});

test.each([
  [
    'that somebody else waits for',
    async () => (await desk.customer('mira@other.example', 'Other')).asks('acme.example'),
  ],
  ["that is one's own", () => desk.ravi.asks('acme.example')],
  [
    'that somebody else claims',
    async () => {
      await makeDomain(desk.db);
      await (await desk.customer('mira@other.example', 'Other')).asks('acme.example');
    },
  ],
])('a domain %s exists already', async (_whose, before) => {
  await before();
  const then = await desk.domainOf('acme.example');
  const entries = await desk.entries();

  const answer = await desk.ravi.asks('ACME.example.');

  expect(answer).toMatchObject({ status: 403, reply: { message: 'Domain Already Exists' } });
  expect(await desk.domainOf('acme.example')).toEqual(then);
  expect(await desk.entries()).toEqual(entries);
});

test.each([
  'acme',
  '127.0.0.1',
  '１２７.0.0.1',
  '[::1]',
  'asha@acme.example',
  '*.example',
  'acme.example\r\nx',
  'a b.example',
  '',
  `${'a.'.repeat(130)}example`,
])('%j is no domain', async (text) => {
  const answer = await desk.ravi.asks(text);

  expect(answer.status).toBe(400);
  expect(await desk.db.$count(domainsTable)).toBe(0);
  expect(await desk.db.$count(customersTable)).toBe(0);
});

test('the owner comes from the session: the body cannot name one', async () => {
  const request = { domainName: 'acme.example', ownerId: 1, status: 'ACTIVE' };

  expect((await desk.ravi.calls(domains.add, request)).status).toBe(400);
  const asOther = { domainName: 'acme.example', email: 'mira@other.example' };
  expect((await desk.ravi.calls(domains.add, asOther)).status).toBe(403);
  expect(await desk.db.$count(domainsTable)).toBe(0);
});

test('of two customers who ask for one name at once exactly one gets in, the other leaves no trace', async () => {
  const mira = await desk.customer('mira@other.example', 'Other');

  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      (i % 2 === 0 ? desk.ravi : mira).asks(i % 3 === 0 ? 'ACME.example' : 'acme.example'),
    ),
  );

  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array<number>(19).fill(403)]);
  const winner = answers.findIndex(({ status }) => status === 200) % 2 === 0 ? desk.ravi : mira;
  expect(await desk.domainOf('acme.example')).toMatchObject({ ownerId: winner.id });
  expect(await desk.db.$count(customersTable)).toBe(1);
  expect((await desk.entries()).map(({ actor }) => actor)).toEqual([winner.email, winner.email]);
});

test('of two customers who claim one domain of ours at once exactly one waits', async () => {
  await makeDomain(desk.db);
  const mira = await desk.customer('mira@other.example', 'Other');

  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, i) => (i % 2 ? desk.ravi : mira).asks('acme.example')),
  );

  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 403)).toHaveLength(9);
});

test('a person waits for twenty domains at most, however fast they ask, claims included', async () => {
  await makeDomain(desk.db, { name: 'known.example' });
  await desk.ravi.asks('known.example');

  const answers = await Promise.all(Array.from({ length: 24 }, (_, i) => desk.ravi.asks(`acme${i}.example`)));

  expect(answers.filter(({ status }) => status === 200)).toHaveLength(19);
  const refused = answers.filter(({ status }) => status === 409);
  expect(refused).toHaveLength(5);
  expect(refused[0]?.reply.message).toBe(domains.add.refusals[409]);
  expect(await desk.db.$count(customersTable)).toBe(2);
  await desk.decides('known.example', 'REJECTED');
  expect((await desk.ravi.asks('one-more.example')).status).toBe(200);
});

test('the number of a domain in the list of one person is none in that of another, and stays as staff decide', async () => {
  const mira = await desk.customer('mira@other.example', 'Other');
  await mira.asks('acme.example');
  const numberFor = async (person: typeof mira) => (await person.calls(domains.own, {})).reply.domains[0]?.domain_id;
  const first = await numberFor(mira);
  await desk.decides('acme.example', 'ACTIVE');
  await desk.ravi.asks('acme.example');

  expect(first).toBeGreaterThan(0);
  expect(await numberFor(mira)).toBe(first);
  const mapped = (await mira.calls(licences.mapped, {})).reply.domains;
  expect(mapped).toMatchObject([{ domain_name: 'acme.example', domain_id: first }]);
  expect(await numberFor(desk.ravi)).not.toBe(first);
});
