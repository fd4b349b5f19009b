import { imports, type ImportKind } from '@desk/contract/imports';
import { contactsTable, customersTable, domainsTable } from '../../../platform/db/tables/customers.ts';
import { renewalsTable } from '../../../platform/db/tables/renewals.ts';
import { subscriptionIdsTable, subscriptionsTable } from '../../../platform/db/tables/subscriptions.ts';
import { testServer, type TestServer } from '../../../testing/server.ts';

/** A desk in June 2026 with Asha at work. */
export const open = async (env: Record<string, string> = {}) => {
  const desk = await testServer({ now: () => new Date('2026-06-15T06:00:00Z'), env });
  return { desk, asha: await desk.as() };
};
type Asha = Awaited<ReturnType<TestServer['as']>>;

export const HEADER = ['Domain', 'Company Name', 'Subscription Id', 'SKU', 'Plan', 'Seats', 'Renewal Date', 'Price'];
const SKU = 'Google Workspace Business Starter';
export const ACME = ['acme.example', 'Acme Pvt Ltd', 'S-1', SKU, 'ANNUAL', '25', '01-04-2027', '1500'];
export const BETA = ['beta.example', 'Beta LLP', 'S-2', 'Google Workspace Business Plus', 'FLEXIBLE', '', '', ''];

const cell = (text: string) => (text.includes(',') ? `"${text}"` : text);
export const csv = (...lines: readonly (readonly string[])[]) =>
  lines.map((cells) => cells.map(cell).join(',')).join('\n');
/** A file of subscriptions with some columns more. */
export const withColumns = (names: readonly string[], ...lines: string[][]) => csv([...HEADER, ...names], ...lines);
/** Two new subscriptions. */
export const FILE = csv(HEADER, ACME, BETA);

export const check = (asha: Asha, content: string | Buffer, kind: ImportKind = 'subscriptions') =>
  asha.uploads(imports.check, { kind }, { name: 'file.csv', bytes: content });

export const confirm = (asha: Asha, import_id: number) => asha.calls(imports.confirm, { import_id });

export async function importFile(asha: Asha, content: string | Buffer, kind: ImportKind = 'subscriptions') {
  const { reply } = await check(asha, content, kind);
  return confirm(asha, reply.import_id);
}

const COUNTED = [customersTable, domainsTable, contactsTable, subscriptionsTable, subscriptionIdsTable, renewalsTable];
/** How many customers, domains, contacts, subscriptions, subscription ids and renewals there are. */
export const counts = ({ db }: TestServer) => Promise.all(COUNTED.map((table) => db.$count(table)));
export const NOTHING = COUNTED.map(() => 0);
