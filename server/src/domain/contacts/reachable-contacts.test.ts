import { ContactRole } from '@desk/contract/words/reach';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addressKey, placesOf, reachableContactsOf, type Company, type Contact } from './reachable-contacts.ts';

const nobody = () => false;
const company = (more: Partial<Company> = {}): Company => ({
  name: 'Acme Pvt Ltd',
  email: null,
  reseller: null,
  contacts: [],
  ...more,
});
let ids = 0;
const person = (name: string, roles: Contact['roles'] = null, email: string | null = `${name}@acme.example`) => ({
  ...{ id: (ids += 1), name, roles, email },
});
const asked = (of: Company, isSilenced: (address: string) => boolean = nobody) =>
  reachableContactsOf(of, isSilenced).map(({ address, as }) => `${as} ${address.split('@')[0] ?? ''}`);

describe('who is asked', () => {
  test('first the buyer, then payer, technician, who has no role yet, and the company’s own address', () => {
    const contacts = [
      person('new'),
      person('tech', ['technician']),
      person('nameless', []),
      person('pay', ['payer']),
      person('viewer', ['viewer']),
      person('buy', ['technician', 'buyer']),
    ];
    expect(asked(company({ email: 'office@acme.example', contacts }))).toEqual([
      ...['buyer buy', 'payer pay', 'technician tech', 'contact new', 'contact nameless', 'company office'],
    ]);
  });

  test('of two of one role the one who was there first', () => {
    expect(asked(company({ contacts: [person('first', ['buyer']), person('second', ['buyer'])] }))).toEqual([
      ...['buyer first', 'buyer second'],
    ]);
  });

  test('at each address once, however it is written, as the first who has it', () => {
    const contacts = [person('Asha', null, ' ASHA@acme.example'), person('Asha Rao', ['buyer'], 'asha@acme.example')];
    const found = reachableContactsOf(company({ email: 'ａｓｈａ@acme.example', contacts }), nobody);
    expect(found).toEqual([
      { address: 'asha@acme.example', name: 'Asha Rao', contactId: contacts[1]?.id, as: 'buyer', roles: ['buyer'] },
    ]);
  });

  test('never a viewer, nor anybody at a viewer’s address, whatever else they are', () => {
    const contacts = [
      person('both', ['viewer', 'buyer']),
      person('viewer', ['viewer'], 'office@acme.example'),
      person('same', ['buyer'], 'Office@acme.example'),
    ];
    expect(asked(company({ email: 'office@acme.example', contacts }))).toEqual([]);
  });

  test('nobody at an address that is not written to: the next one then', () => {
    const contacts = [person('buy', ['buyer']), person('pay', ['payer'])];
    expect(asked(company({ contacts }), (address) => address === 'buy@acme.example')).toEqual(['payer pay']);
  });

  test('of a company that buys through a reseller the reseller alone', () => {
    const reseller = { name: 'Rina', email: 'rina@reseller.example' };
    const of = company({ email: 'office@acme.example', reseller, contacts: [person('buy', ['buyer'])] });
    expect(asked(of)).toEqual(['reseller rina']);
    expect(asked(of, (address) => address === reseller.email)).toEqual([]);
  });

  test('nobody where there is no address', () => {
    expect(
      asked(company({ email: ' ', contacts: [person('buy', ['buyer'], null), person('pay', ['payer'], '')] })),
    ).toEqual([]);
  });
});

test('everybody who is not asked has a reason', () => {
  const contacts = [
    person('viewer', ['viewer']),
    person('without', ['payer'], null),
    person('away', ['buyer']),
    person('other', null, 'viewer@acme.example'),
    person('tech', ['technician']),
    person('twice', null, 'tech@acme.example'),
  ];
  const why = (of: Company) =>
    Object.fromEntries(
      placesOf(of, (address) => address === 'away@acme.example').map(({ name, notAsked }) => [name, notAsked]),
    );
  const own = { viewer: 'viewer', without: 'no_address', away: 'silenced', other: 'viewers_address' };
  expect(why(company({ contacts }))).toEqual({
    ...own,
    tech: null,
    twice: 'same_address',
    'Acme Pvt Ltd': 'no_address',
  });
  const through = 'reseller';
  expect(why(company({ contacts, reseller: { name: 'Rina', email: 'rina@reseller.example' } }))).toEqual({
    ...{ Rina: null, viewer: 'viewer', without: through, away: through, other: through, tech: through, twice: through },
    'Acme Pvt Ltd': through,
  });
});

const ADDRESSES = ['a@x.example', 'A@x.example ', 'ｂ@x.example', 'b@x.example', 'c@x.example', ' ', ''];
const address = fc.option(fc.constantFrom(...ADDRESSES));
const anyCompany: fc.Arbitrary<Company> = fc.record({
  name: fc.constant('Acme'),
  email: address,
  reseller: fc.option(fc.record({ name: fc.constant('Rina'), email: fc.constantFrom(...ADDRESSES) }), { freq: 4 }),
  contacts: fc
    .array(fc.record({ roles: fc.option(fc.subarray(ContactRole.options)), email: address }), { maxLength: 6 })
    .map((people) => people.map((one, n) => ({ ...one, id: n + 1, name: `Person ${String(n)}` }))),
});
const anySilence = fc.subarray(ADDRESSES.map(addressKey)).map((silent) => new Set(silent));

describe('whoever belongs to a company', () => {
  const holds = (what: (company: Company, silent: ReadonlySet<string>) => void) =>
    fc.assert(fc.property(anyCompany, anySilence, what), { numRuns: 2_000 });

  test('each address is asked once, and none that is not written to, is blank or is a viewer’s', () => {
    holds((of, silent) => {
      const found = reachableContactsOf(of, (one) => silent.has(one)).map((one) => one.address);
      expect(new Set(found).size).toBe(found.length);
      const viewers = of.contacts
        .filter(({ roles }) => roles?.includes('viewer'))
        .map(({ email }) => addressKey(email ?? ''));
      for (const one of found) {
        expect(one).not.toBe('');
        expect(silent.has(one)).toBe(false);
        expect(one).toBe(addressKey(one));
        if (of.reseller === null) expect(viewers).not.toContain(one);
      }
    });
  });

  test('it is asked in the order of the roles, and through its reseller or not at all', () => {
    const places = ['reseller', 'buyer', 'payer', 'technician', 'contact', 'company'];
    holds((of, silent) => {
      const found = reachableContactsOf(of, (one) => silent.has(one)).map(({ as }) => places.indexOf(as));
      expect(found).toEqual(found.toSorted((one, other) => one - other));
      if (of.reseller) expect(found).toEqual(found.length === 0 ? [] : [0]);
      else expect(found).not.toContain(0);
    });
  });

  test('everybody is named once, asked or with a reason; to silence one more address adds nobody', () => {
    holds((of, silent) => {
      const places = placesOf(of, (one) => silent.has(one));
      expect(places).toHaveLength(of.contacts.length + 1 + (of.reseller ? 1 : 0));
      const found = reachableContactsOf(of, (one) => silent.has(one));
      expect(places.filter(({ notAsked }) => notAsked === null)).toHaveLength(found.length);
      const [first] = found;
      if (!first) return;
      const next = reachableContactsOf(of, (one) => silent.has(one) || one === first.address);
      expect(next.map((one) => one.address)).toEqual(found.slice(1).map((one) => one.address));
    });
  });
});
