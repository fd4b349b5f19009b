import { boards, type BoardCount, type BoardRow } from '@desk/contract/boards';
import { AgreementStatus, Flag, RenewalStatus, Segment } from '@desk/contract/words/lists';
import { renewals } from '@desk/contract/renewals';
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { accountsTable } from '../../platform/db/tables/accounts.ts';
import { resellersTable } from '../../platform/db/tables/customers.ts';
import { makeRenewal } from '../../testing/fixtures.ts';
import { testServer } from '../../testing/server.ts';

const MONTH = '2027-04';
const MEMBERS = ['asha@desk.example', 'meera@desk.example', 'ravi@desk.example'] as const;
const RESELLERS = ['Kunal Networks', 'kunal networks', ' O\'Hara & Söhne, "Cloud" '] as const;
const WORDS = ['jyoti', 'tara', '50%', 'a_b'] as const;
const SEARCHES = [undefined, '', 'tara', 'JYOTI', '%', '_', 'nowhere'] as const;

/** Mostly of the month and of the first few words, so that some lists have several pages and some keys nobody. */
const word = <Word extends string>(words: readonly Word[]) =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constant(words[0] ?? null) },
    { weight: 2, arbitrary: fc.constant(null) },
    { weight: 2, arbitrary: fc.constantFrom<Word | null>(...words) },
  );
const generatedRows = fc.array(
  fc.record({
    renewsOn: fc.constantFrom('2027-04-01', '2027-04-15', '2027-04-15', '2027-04-30', '2027-03-31', '2027-05-01'),
    state: fc.constantFrom<'open' | 'closed'>('open', 'closed'),
    part: fc.constantFrom(...WORDS),
    member: word(MEMBERS),
    reseller: word(RESELLERS),
    segment: word(Segment.options),
    agreement: word(AgreementStatus.options),
    flag: word(Flag.options),
    status: word(RenewalStatus.options),
  }),
  { minLength: 35, maxLength: 50, size: 'max' },
);
type GeneratedRow = typeof generatedRows extends fc.Arbitrary<(infer One)[]> ? One : never;

/** A desk with these renewals; Asha, who asks, is one of the members. */
async function deskOf(wanted: readonly GeneratedRow[]) {
  const desk = await testServer();
  const asha = await desk.as({ email: MEMBERS[0] });
  const others = await Promise.all(MEMBERS.slice(1).map((email) => desk.account({ email, role: 'RMEMBER' })));
  const idOf = new Map([asha, ...others].map(({ id, email }) => [email, id]));
  const made = await desk.db
    .insert(resellersTable)
    .values(RESELLERS.map((companyName, i) => ({ name: 'Kunal', companyName, email: `r${i}@reseller.example` })))
    .returning();
  const resellerOf = new Map(made.map(({ id, companyName }) => [companyName, id]));
  const kept = [];
  for (const [i, options] of wanted.entries()) {
    const { renewsOn, state, segment } = options;
    const domain = `${options.part}-${i}.example`;
    const { id } = await makeRenewal(desk.db, {
      domain,
      renewsOn,
      customer: { resellerId: options.reseller === null ? null : resellerOf.get(options.reseller) },
      renewal: {
        state,
        segment,
        assignedToId: options.member === null ? null : idOf.get(options.member),
        agreementStatus: options.agreement,
        highlightCase: options.flag,
        confirmationStatus: options.status,
      },
    });
    kept.push({ id, domain, ...options });
  }
  return { asha, kept: kept.filter(({ renewsOn }) => renewsOn.startsWith(MONTH)) };
}
type Desk = Awaited<ReturnType<typeof deskOf>>;
type Kept = Desk['kept'][number];

interface Panel {
  counts: () => Promise<BoardCount[]>;
  list: (key: string, ask: { search?: string; page?: number }) => Promise<{ rows: BoardRow[]; total: number }>;
  keyOf: (renewal: Kept) => string | null;
  words?: readonly string[];
  own?: true;
}
function panelsOf({ asha }: Desk): Record<string, Panel> {
  const of = { month: MONTH };
  const domains = ({ reply }: { reply: { domains: BoardRow[]; total: number } }) => ({
    rows: reply.domains,
    total: reply.total,
  });
  return {
    team: {
      counts: async () => (await asha.calls(boards.teamCount, of)).reply.domains,
      list: async (admin_email, ask) => domains(await asha.calls(boards.teamList, { ...of, admin_email, ...ask })),
      keyOf: ({ member }) => member,
    },
    segment: {
      counts: async () => (await asha.calls(boards.segmentCount, of)).reply.segments,
      list: async (key, ask) =>
        domains(await asha.calls(boards.segmentList, { ...of, segment_name: key as 'SMB', ...ask })),
      keyOf: ({ segment }) => segment,
      words: Segment.options,
    },
    agreement: {
      counts: async () => (await asha.calls(boards.agreementCount, of)).reply.aggrements,
      list: async (key, ask) => {
        const { reply } = await asha.calls(boards.agreementList, { ...of, aggrement: key as 'Sent', ...ask });
        return { rows: reply.aggrements, total: reply.total };
      },
      keyOf: ({ agreement }) => agreement,
      words: AgreementStatus.options,
    },
    flag: {
      counts: async () => (await asha.calls(boards.flagCount, of)).reply.flags,
      list: async (key, ask) => {
        const { reply } = await asha.calls(boards.flagList, { ...of, flag: key as 'Red', ...ask });
        return { rows: reply.flags, total: reply.total };
      },
      keyOf: ({ flag }) => flag,
      words: Flag.options,
    },
    status: {
      counts: async () => (await asha.calls(boards.statusCount, of)).reply.flags,
      list: async (key, ask) => domains(await asha.calls(boards.statusList, { ...of, comment: key as 'Lost', ...ask })),
      keyOf: ({ status }) => status,
      words: RenewalStatus.options,
    },
    'own status': {
      counts: async () => (await asha.calls(boards.ownStatusCount, of)).reply.flags,
      list: async (key, ask) => domains(await asha.calls(boards.ownList, { ...of, comment: key as 'Lost', ...ask })),
      keyOf: ({ status }) => status,
      words: RenewalStatus.options,
      own: true,
    },
    'own reseller': {
      counts: async () => (await asha.calls(boards.ownResellerCount, of)).reply.domain,
      list: async (reseller, ask) => domains(await asha.calls(boards.ownList, { ...of, reseller, ...ask })),
      keyOf: ({ reseller }) => reseller,
      own: true,
    },
  };
}

const namesOf = ({ words, keyOf }: Panel, among: readonly Kept[]) =>
  words ?? [...new Set(among.map(keyOf).filter((key) => key !== null))].sort((one, other) => one.localeCompare(other));

/** All pages of a list. */
async function readOf({ list }: Panel, key: string, search: string | undefined) {
  const rows: BoardRow[] = [];
  for (let page = 1; ; page += 1) {
    const read = await list(key, { page, ...(search !== undefined && { search }) });
    rows.push(...read.rows);
    if (read.rows.length < 15) return { ids: rows.map(({ renewal_id }) => renewal_id), total: read.total, rows };
  }
}

async function checkList(panel: Panel, key: string, among: readonly Kept[]) {
  const check = async (search: string | undefined) => {
    const wanted = among.filter(
      (one) => (panel.keyOf(one) ?? '') === key && one.domain.includes(search?.toLowerCase() ?? ''),
    );
    const inOrder = wanted.toSorted((one, other) => one.renewsOn.localeCompare(other.renewsOn) || one.id - other.id);
    const { ids, total } = await readOf(panel, key, search);
    expect({ key, search, ids, total }).toEqual({ key, search, ids: inOrder.map(({ id }) => id), total: ids.length });
  };
  await Promise.all(SEARCHES.map(check));
}

test('whatever the renewals, each count of each panel is its list, and a panel counts the whole month', async () => {
  const property = fc.asyncProperty(generatedRows, async (wanted) => {
    const desk = await deskOf(wanted);
    for (const panel of Object.values(panelsOf(desk))) {
      const among = desk.kept.filter(({ member }) => !panel.own || member === desk.asha.email);
      const counts = await panel.counts();
      expect(counts.map(({ key }) => key)).toEqual([...namesOf(panel, among), '']);
      expect(counts.reduce((sum, { count }) => sum + count, 0)).toBe(among.length);
      for (const { key, count } of counts) {
        expect(count).toBe(among.filter((one) => (panel.keyOf(one) ?? '') === key).length);
        await checkList(panel, key, among);
      }
    }
  });
  await fc.assert(property, { numRuns: 2, endOnFailure: true });
}, 60_000);

test('a month without renewals counts nothing, word by word', async () => {
  const { asha } = await deskOf([]);
  expect((await asha.calls(boards.flagCount, { month: MONTH })).reply.flags).toEqual([
    { key: 'Green', count: 0 },
    { key: 'Orange', count: 0 },
    { key: 'Red', count: 0 },
    { key: '', count: 0 },
  ]);
  expect((await asha.calls(boards.teamCount, { month: MONTH })).reply.domains).toEqual([{ key: '', count: 0 }]);
  expect((await asha.calls(boards.statusList, { month: MONTH, comment: 'Lost' })).reply).toEqual({
    domains: [],
    total: 0,
  });
});

test('counts follow every write: an assignment, a segment, another e-mail, another month', async () => {
  const desk = await testServer();
  const asha = await desk.as();
  const { id } = await makeRenewal(desk.db, { renewsOn: '2027-04-05' });
  const team = async (month = MONTH) =>
    Object.fromEntries(
      (await asha.calls(boards.teamCount, { month })).reply.domains.map(({ key, count }) => [key, count]),
    );

  expect(await team()).toEqual({ '': 1 });
  await asha.calls(renewals.setAssignee, { renewalid: id, emailid: asha.email });
  expect(await team()).toEqual({ [asha.email]: 1, '': 0 });
  await desk.db.update(accountsTable).set({ email: 'asha.rao@desk.example' }).where(eq(accountsTable.id, asha.id));
  expect(await team()).toEqual({ 'asha.rao@desk.example': 1, '': 0 });

  const segment = async () =>
    (await asha.calls(boards.segmentCount, { month: MONTH })).reply.segments.filter(({ count }) => count > 0);
  expect(await segment()).toEqual([{ key: '', count: 1 }]);
  await asha.calls(renewals.setSegment, { renewal_id: id, segments: 'SMB' });
  expect(await segment()).toEqual([{ key: 'SMB', count: 1 }]);

  await desk.pool.query(`update renewals set term_end = '2027-05-05'`);
  expect([await team(), await team('2027-05')]).toEqual([{ '': 0 }, { 'asha.rao@desk.example': 1, '': 0 }]);
});
