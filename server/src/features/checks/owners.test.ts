import { checks } from '@desk/contract/checks';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { startGoogle } from '../../../../simulators/google/start.ts';

import { aximaDomainsTable } from '../../platform/db/tables/axima.ts';
import { checkRunsTable } from '../../platform/db/tables/checks.ts';
import { resellersTable } from '../../platform/db/tables/customers.ts';
import { makeDomain, makeRenewal } from '../../testing/fixtures.ts';
import { googleProvider } from '../../testing/google.ts';
import { SILENCE_MS } from '../../testing/silence.ts';
import { sweepChecks } from './jobs.ts';
import { checksDesk, world } from './testing/checks-desk.ts';
import { NOW } from '../../platform/db/now.ts';

const { openDesk } = await checksDesk();
const google = await startGoogle({ world });
beforeEach(() => google.faults.clear());
afterAll(() => google.stop());

const client = () => googleProvider(google.env, { timeoutMs: SILENCE_MS });
const open = () => openDesk({ clients: { providers: { google: client() } } });
type Desk = Awaited<ReturnType<typeof open>>;

const domain = (at: number) => world.customers[at]?.domain ?? '';
const foreign = world.foreignCustomers[0]?.domain ?? '';
/** Checks a file and returns the owner of each line's domain. */
async function checked(desk: Desk, ...domains: string[]) {
  const { run_id } = await desk.begins(domains.join('\n'), 'domains');
  await desk.work();
  const lines = (await desk.look(run_id)).domains;
  return lines.map(({ ours, owner, google: at }) => [ours, owner, at]);
}

async function aximaDomain({ db }: Desk, name: string, companyName = 'Chandra Foods LLP') {
  const contact = { customerName: 'Meera Nair', customerEmail: `meera@${name}` };
  await db.insert(aximaDomainsTable).values({ name, companyName, ...contact });
}
async function reseller({ db }: Desk) {
  const nova = { name: 'Nila Rao', companyName: 'Nova Partners', email: 'nila@nova.example' };
  const [made] = await db.insert(resellersTable).values(nova).returning();
  return made?.id ?? 0;
}

describe('whose a domain is', () => {
  test('ours, a reseller’s customer’s, of Axima, asked for, or nobody’s', async () => {
    const desk = await open();
    const ravi = await desk.account({ email: 'ravi@acme.example', kind: 'customer' });
    const request = { ownerId: ravi.id, askedAt: new Date() };
    await makeRenewal(desk.db, { domain: 'ours.example', company: 'Acme Pvt Ltd' });
    await makeRenewal(desk.db, {
      domain: 'theirs.example',
      company: 'Beta LLP',
      customer: { resellerId: await reseller(desk) },
    });
    await aximaDomain(desk, 'axima.example');
    await makeDomain(desk.db, { name: 'wished.example', status: 'PENDING', ...request });
    await makeDomain(desk.db, { name: 'rejected.example', status: 'REJECTED', ...request });

    expect(
      await checked(
        desk,
        ...['OURS.example', 'theirs.example', 'axima.example', 'wished.example', 'rejected.example', 'x.ours.example'],
      ),
    ).toEqual([
      ['customer', 'Acme Pvt Ltd', 'unknown'],
      ['reseller_customer', 'Beta LLP, through Nova Partners', 'unknown'],
      ['axima', 'Chandra Foods LLP', 'unknown'],
      ['pending', 'Acme Pvt Ltd', 'unknown'],
      ['nobody', null, 'unknown'],
      ['nobody', null, 'unknown'],
    ]);
  });

  test('is the customer where Axima knows it too, and Axima where it is only wished for', async () => {
    const desk = await open();
    const ravi = await desk.account({ email: 'ravi@acme.example', kind: 'customer' });
    await makeRenewal(desk.db, { domain: 'both.example' });
    await aximaDomain(desk, 'both.example');
    await makeDomain(desk.db, { name: 'wished.example', status: 'PENDING', ownerId: ravi.id, askedAt: new Date() });
    await aximaDomain(desk, 'wished.example', '');

    expect(await checked(desk, 'both.example', 'wished.example')).toMatchObject([
      ['customer', 'Acme Pvt Ltd', 'unknown'],
      ['axima', 'Meera Nair', 'unknown'],
    ]);
  });
});

describe('what Google says', () => {
  test('is that it has a domain under us, elsewhere, or not at all, typed or in a file', async () => {
    const desk = await open();
    expect(await checked(desk, domain(0), foreign, 'zoho.dns.example')).toMatchObject([
      [expect.anything(), null, 'managed'],
      [expect.anything(), null, 'elsewhere'],
      [expect.anything(), null, 'unknown'],
    ]);
    const { domains } = await desk.types('domains', foreign);
    expect(domains).toMatchObject([{ status: 'google_legacy', ours: 'nobody', google: 'elsewhere' }]);
  });

  test.each(['unavailable', 'timeout', 'html', 'quotaExceeded'] as const)(
    'is missing while it fails (%s), and the rest of the line stays',
    async (kind) => {
      const desk = await open();
      await makeRenewal(desk.db, { domain: 'zoho.dns.example' });
      google.faults.add({ kind, method: 'customers.get', times: 6 });

      const { run_id } = await desk.begins('zoho.dns.example', 'domains');
      await desk.work();

      const { run, domains } = await desk.look(run_id);
      expect(run).toMatchObject({ state: 'done', checked: 1 });
      expect(domains).toMatchObject([{ status: 'zoho', ours: 'customer', google: 'failed' }]);
    },
  );

  /** Google was down for all of a file of twelve lines; nobody waited for it line by line. */
  async function waiting() {
    const at = { now: new Date('2026-11-21T04:00:00Z') };
    const desk = await openDesk({ clients: { providers: { google: client() } }, now: () => at.now });
    google.faults.add({ kind: 'unavailable', method: 'customers.get', times: 1_000 });
    const domains = ['Domain Name', 'no domain', ...world.customers.map((one) => one.domain)].join('\n');
    const { run_id } = await desk.begins(domains, 'domains');
    const works = async () => {
      await desk.db.update(checkRunsTable).set({ heartbeatAt: NOW });
      await sweepChecks(desk.services);
      await desk.work();
      return desk.look(run_id);
    };
    return { desk, at, works };
  }

  test('is asked again when it was down for long, and what is known meanwhile is shown', async () => {
    const { at, works } = await waiting();
    expect((await works()).run).toMatchObject({ state: 'queued', checked: 1 });
    google.faults.clear();
    at.now = new Date('2026-11-21T04:01:01Z');

    const { run, domains } = await works();

    expect(run).toMatchObject({ state: 'done', checked: 13, error: null });
    expect(domains.map((one) => one.google)).toEqual([null, ...Array<string>(12).fill('managed')]);
  });

  test('is given up at last where it stays down, and the file says so', async () => {
    const { desk, works } = await waiting();
    await desk.db.update(checkRunsTable).set({ attempts: 9 });

    const { run, domains } = await works();

    expect(run).toMatchObject({
      ...{ state: 'done', checked: 13 },
      error: 'Google did not answer for long: of some lines it is not known whose customer they are there.',
    });
    expect(domains.map((one) => one.google)).toEqual([null, ...Array<string>(12).fill('failed')]);
  });

  test('is not waited for by each line when it is down for long', async () => {
    const desk = await open();
    google.faults.add({ kind: 'unavailable', method: 'customers.get', times: 1_000 });
    const asked = google.state.calls('customers.get');
    expect(await checked(desk, ...world.customers.map((one) => one.domain))).toEqual([]);
    // Five that were asked at the same time failed, each after all its tries; the others were not asked.
    expect(google.state.calls('customers.get') - asked).toBeLessThanOrEqual(9 * 6);
  });

  test('is not there where Google is not connected, and nobody asks it in the record checker', async () => {
    const desk = await openDesk();
    expect((await desk.types('domains', domain(0))).domains).toMatchObject([{ google: 'failed' }]);

    const connected = await open();
    const asked = google.state.calls('customers.get');
    const { reply } = await connected.asha.calls(checks.mail, { domain: domain(0) });
    expect(reply.domains).toMatchObject([{ ours: null, owner: null, google: null }]);
    expect(google.state.calls('customers.get')).toBe(asked);
  });
});
