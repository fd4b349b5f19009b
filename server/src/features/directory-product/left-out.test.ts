import { contract } from '@desk/contract';
import type { Call } from '@desk/contract/call';
import { checks } from '@desk/contract/checks';
import { directoryProduct } from '@desk/contract/directory-product';
import { domainPage } from '@desk/contract/domain-page';
import { followUp } from '@desk/contract/follow-up';
import { licences } from '@desk/contract/licences';
import { notifications } from '@desk/contract/notifications';
import { ownRenewals } from '@desk/contract/own-renewals';
import { renewals } from '@desk/contract/renewals';
import { resellers } from '@desk/contract/resellers';
import { beforeAll, describe, expect, test } from 'vitest';
import { resellersTable } from '../../platform/db/tables/customers.ts';
import { makeContact, makeDomain, makeRenewal } from '../../testing/fixtures.ts';
import { testServer, type TestServer } from '../../testing/server.ts';
import { CONTRACT } from './testing/product-desk.ts';

const MONTH = '2027-03';
const ACME = 'acme.example';
/** Of a customer who has nothing of Google's. */
const ALONE = 'alone.example';
const PARTNER = 'head@partner.example';

/** Acme buys through a partner, has a person in the portal, one subscription of Google's and its renewal in March. */
async function withLicence() {
  const at = { now: new Date('2027-03-10T06:30:00Z') };
  const desk = await testServer({ now: () => at.now });
  const asha = await desk.as({ mayExport: true });
  const colleague = await desk.as({ email: 'tarun@desk.example' });
  const person = await desk.as({ email: 'ravi@acme.example', kind: 'customer' });
  const [partner] = await desk.db
    .insert(resellersTable)
    .values({ name: 'Partner', companyName: 'Partner LLP', email: PARTNER })
    .returning();
  const made = await makeRenewal(desk.db, {
    ...{ domain: ACME, externalId: 'S-1', renewsOn: `${MONTH}-31` },
    customer: { resellerId: partner?.id ?? 0, email: 'ravi@acme.example' },
    renewal: { assignedToId: asha.id, segment: 'SMB', highlightCase: 'Green', zone: 'North' },
  });
  await makeContact(desk.db, made.customerId, { email: 'head@acme.example' });
  await makeDomain(desk.db, { name: ALONE, customer: { companyName: 'Alone LLP' } });
  await desk.pool.query('update domains set owner_id = $1', [person.id]);
  return { desk, at, asha, colleague, person, made };
}
type Scene = Awaited<ReturnType<typeof withLicence>>;

/** Contracts for both domains, as much worked on as the licence is. @returns their renewals. */
async function addContracts({ asha }: Scene): Promise<number[]> {
  for (const domain_name of [ACME, ALONE]) {
    const request = { ...CONTRACT, domain_name, plan_name: 'Platform', end_date: `${MONTH}-30` };
    expect((await asha.calls(directoryProduct.setContract, request)).status).toBe(200);
  }
  const { reply } = await asha.calls(directoryProduct.monthly, { month: MONTH });
  for (const { renewal_id } of reply.customer) {
    const done = [
      await asha.calls(renewals.setZone, { renewal_id, zone: 'North' }),
      await asha.calls(renewals.setSegment, { renewal_id, segments: 'SMB' }),
      await asha.calls(renewals.setAssignee, { renewalid: renewal_id, emailid: 'asha@desk.example' }),
      await asha.calls(followUp.addComment, { renewal_id, comment: 'Called.' }),
      await asha.calls(followUp.saveStatus, { renewal_id, formData: { highlight: 'Green', status: 'In Discussion' } }),
    ];
    expect(done.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  }
  return reply.customer.map(({ renewal_id }) => renewal_id);
}

const ofDomain = { domain_name: ACME };
const REMINDER = {
  ...{ key: null, days_before: 30, outcomes: [], segments: [], channel: 'Email', to: 'first' },
  ...{ subject: 'Renewal of {domain}', text: '{link}' },
};
/** Bodies of the calls that need one. */
const bodiesOf = ({ made, asha, colleague }: Scene): Record<string, object> => {
  const renewal = { renewal_id: made.id };
  const month = { month: MONTH };
  const { boards, directory, axima, admins, overview } = contract;
  const given: [Call, object][] = [
    [contract.renewals.monthly, month],
    [contract.renewals.details, renewal],
    [contract.renewals.history, renewal],
    [contract.myDay.nextAfter, renewal],
    [contract.followUp.comments, renewal],
    [contract.notifications.customer, renewal],
    [contract.notifications.preview, { ...renewal, notification_type: 'Email' }],
    [contract.notifications.results, renewal],
    ...[boards.teamCount, boards.segmentCount, boards.agreementCount, boards.flagCount, boards.statusCount].map(
      (call): [Call, object] => [call, month],
    ),
    [boards.teamList, { ...month, admin_email: 'asha@desk.example' }],
    [boards.teamExport, { ...month, admin_email: 'asha@desk.example' }],
    [boards.segmentList, { ...month, segment_name: 'SMB' }],
    [boards.agreementList, { ...month, aggrement: '' }],
    [boards.flagList, { ...month, flag: 'Green' }],
    [boards.statusList, { ...month, comment: '' }],
    [boards.ownStatusCount, month],
    [boards.ownResellerCount, month],
    [boards.ownList, month],
    [overview.supportList, { status: 'Open' }],
    [overview.deploymentList, { status: 'Open' }],
    [contract.resellers.ofMonth, month],
    [contract.resellers.exportMonth, month],
    [contract.resellers.customers, { ...month, reseller_email: PARTNER }],
    [contract.resellers.results, { ...month, reseller_email: PARTNER }],
    [contract.mailLog.message, { message_id: 1 }],
    [contract.resellers.preview, { subscriptionIds: 'S-1' }],
    [contract.licences.subscription, { subscription_id: 'S-1' }],
    [contract.domains.subscriptions, ofDomain],
    ...Object.values<Call>(contract.domainPage).map((call): [Call, object] => [call, ofDomain]),
    [domainPage.reseller, { reseller_email: PARTNER }],
    [domainPage.resellerCustomers, { reseller_domain: 'partner.example' }],
    [directory.domains, { letter: 'A' }],
    [directory.resellers, { letter: 'P' }],
    [directory.search, { tabValue: 'customers', search: 'example' }],
    [directory.resellerCustomers, { reseller_domain: 'partner.example' }],
    [contract.search.everything, { query: 'acme' }],
    [contract.instructions.plan, { renewal_id: 1, outcome: 'end' }],
    [contract.assignmentRules.preview, { rules: [] }],
    [contract.assignmentRules.resellers, { search: 'partner' }],
    [contract.handOver.preview, { from: { account_id: asha.id }, people: [colleague.id] }],
    [contract.deadlines.list, { of: 'team', show: 'month' }],
    [contract.deadlines.counts, { of: 'team' }],
    [contract.instructions.sendCode, { instruction_id: 1 }],
    [contract.views.list, { screen: 'get_monthly_renewal' }],
    [contract.contacts.all, ofDomain],
    [contract.offers.list, renewal],
    [contract.offers.preview, { renewal_ids: [made.id] }],
    [contract.offers.document, { offer_id: 1 }],
    [contract.reminders.list, renewal],
    [contract.reminders.previewPolicy, { steps: [REMINDER] }],
    [contract.inbound.message, { inbound_id: 1 }],
    ...Object.values<Call>(contract.timeline).map((call): [Call, object] => [call, ofDomain]),
    [axima.domain, { domain_id: 1 }],
    [axima.domainDetails, { subscription_id: 1 }],
    [axima.subscriptionDetails, { subscription_id: 1 }],
    [admins.details, { email: 'asha@desk.example' }],
    [admins.menus, { email: 'asha@desk.example' }],
    [contract.imports.errors, { import_id: 1 }],
    [contract.imports.template, { kind: 'prices' }],
    [checks.runs, { kind: 'mail' }],
    [checks.run, { run_id: 1 }],
    [checks.exportRun, { run_id: 1 }],
    [directoryProduct.monthly, month],
    [directoryProduct.exportMonthly, month],
  ];
  return Object.fromEntries(given.map(([call, body]) => [call.path, body]));
};

const reading = Object.values(contract)
  .flatMap((group) => Object.values<Call>(group))
  .filter(({ audience, writes, upload }) => !['public', 'first-login'].includes(audience) && !writes && !upload)
  // When work runs next is a matter of the clock.
  .filter(({ path }) => path !== contract.jobs.all.path);
/** Values that differ with every answer, or change with any write. */
const VOLATILE = /"(request_id|revision)":"[^"]*"/g;

/** The answer of each call to a caller that may make it. */
async function answers(scene: Scene): Promise<Map<string, string>> {
  const bodies = bodiesOf(scene);
  const answer = new Map<string, string>();
  for (const call of reading) {
    const who = call.audience === 'customer' ? scene.person : scene.asha;
    const { status, reply } = await who.calls(call, bodies[call.path] ?? {});
    expect([call.path, status]).not.toEqual([call.path, 400]);
    expect([call.path, status]).not.toEqual([call.path, 403]);
    answer.set(call.path, JSON.stringify(reply).replaceAll(VOLATILE, ''));
  }
  return answer;
}

/** Where contracts must be seen: their own screen, all there is about a domain, what is to be done today, who is active, and who did what. */
const SEEN = [
  directoryProduct.monthly,
  directoryProduct.exportMonthly,
  directoryProduct.organizations,
  contract.directory.customerCount,
  contract.domainPage.plans,
  contract.domainPage.renewals,
  ...Object.values<Call>(contract.timeline),
  contract.myDay.list,
  contract.myDay.people,
  contract.auditLog.entries,
  contract.auditLog.export,
  contract.auditLog.things,
];

test('no other list, count or file of the desk knows a contract of the directory product', async () => {
  const scene = await withLicence();
  const before = await answers(scene);
  expect(before.get(contract.renewals.all.path)).toContain(ACME);
  await addContracts(scene);
  // Some counts are kept for a while.
  scene.at.now = new Date('2027-03-10T06:31:00Z');
  const after = await answers(scene);
  const changed = reading.map(({ path }) => path).filter((path) => before.get(path) !== after.get(path));
  expect(changed.toSorted()).toEqual(SEEN.map(({ path }) => path).toSorted());
});

describe('a contract', () => {
  let scene: Scene;
  let renewalIds: number[];
  let desk: TestServer;
  beforeAll(async () => {
    scene = await withLicence();
    ({ desk } = scene);
    renewalIds = await addContracts(scene);
  });
  const renewal = () => ({ renewal_id: renewalIds[0] ?? 0 });
  const externalId = async () => {
    const { rows } = await desk.pool.query<{ id: string }>(
      `select external_id as id from subscriptions where source = 'directory' order by id limit 1`,
    );
    return rows[0]?.id ?? '';
  };

  test('is worked on from its screen alone', async () => {
    const meera = await desk.as({ email: 'meera@desk.example', menus: ['{directory_product}_renewal_data'] });
    const { reply } = await meera.calls(renewals.details, renewal());
    expect(reply.domain).toMatchObject([
      { domain_name: ACME, skuName: 'Platform', confirmation_status: 'In Discussion' },
    ]);
    expect((await meera.calls(followUp.comments, renewal())).reply.followup_comment).toHaveLength(2);
    expect((await meera.calls(renewals.history, renewal())).reply.history.length).toBeGreaterThan(4);
    expect((await meera.calls(renewals.products, renewal())).reply.products).toEqual([{ productname: 'Platform' }]);
    expect((await meera.calls(domainPage.contact, ofDomain)).status).toBe(200);
    const requestBody = {
      ...renewal(),
      emails: ['head@acme.example'],
      phones: [],
      notification_type: 'Email' as const,
    };
    expect(await meera.calls(notifications.send, { requestBody })).toMatchObject({ status: 200, reply: { queued: 1 } });
    expect((await meera.calls(renewals.exportMonthly, {})).status).toBe(403);
    expect((await meera.calls(renewals.all, {})).status).toBe(403);
  });

  test('stands among the plans of its domain under the name of the product', async () => {
    const { reply } = await scene.asha.calls(domainPage.plans, ofDomain);
    expect(reply.domains.map(({ skuName, source }) => [skuName, source])).toEqual([
      ['Google Workspace Business Starter', 'google'],
      ['Platform', 'JumpCloud'],
    ]);
    expect((await scene.asha.calls(domainPage.plans, { domain_name: ALONE })).reply.as_of).toBeNull();
  });

  test('is assigned to nobody by a file of licences', async () => {
    const id = await externalId();
    for (const line of [`${id},,meera@desk.example`, `,${renewal().renewal_id},meera@desk.example`]) {
      const bytes = `Subscription Id,Renewal Id,Assigned To\n${line}`;
      const { status, reply } = await scene.asha.uploads(
        renewals.bulkAssign,
        { month: MONTH },
        { name: 'a.csv', bytes },
      );
      expect(status).toBe(422);
      expect(JSON.stringify(reply.errors)).toContain('is not known');
    }
  });

  test('is no licence of which more can be bought, and no mail to a reseller speaks of it', async () => {
    const subscription_id = await externalId();
    expect((await scene.asha.calls(licences.subscription, { subscription_id })).status).toBe(404);
    const options = { ...ofDomain, subscription_id, seats: 40, added_seats: 1 };
    expect((await scene.asha.calls(licences.add, options)).status).toBe(404);
    const messages = await scene.asha.calls(resellers.notify, { subscriptionIds: subscription_id, month: MONTH });
    expect(messages.status).toBe(404);
  });

  test('is not for the customer to decide on', async () => {
    const decided = await scene.person.calls(ownRenewals.decide, { ...renewal(), decision: 'renew' });
    expect(decided.status).toBe(404);
  });
});
