import { and, eq } from 'drizzle-orm';
import { makeLink } from '../../../domain/offers/links.ts';
import { makeOffer } from '../../../domain/offers/make-offer.ts';
import { contactsTable } from '../../../platform/db/tables/customers.ts';
import { deadlinesTable } from '../../../platform/db/tables/deadlines.ts';
import { outboxTable } from '../../../platform/db/tables/outbox.ts';
import { renewalDecisionsTable } from '../../../platform/db/tables/renewal-decisions.ts';
import { makeContact, makeRenewal, type RenewalOptions } from '../../../testing/fixtures.ts';
import { mailsTo } from '../../../testing/mails.ts';
import { testServer, type TestServerOptions } from '../../../testing/server.ts';

/** Morning of 1 November in India. */
const BEGIN = '2026-11-01T06:00:00Z';
const LAST_SAFE_DAY = '2026-11-30';

const FORM = 'application/x-www-form-urlencoded';

/** A desk with a customer whose contact has a link to the offer of one renewal, and a clock that can be turned. */
export async function offered({
  renewal: request = {},
  ...options
}: TestServerOptions & { renewal?: RenewalOptions } = {}) {
  const clock = { now: new Date(BEGIN) };
  const desk = await testServer({ now: () => clock.now, ...options });
  const { db, services, app } = desk;
  const asha = await desk.as({ name: 'Asha Rao' });
  const add = async (more: RenewalOptions = {}) => {
    const made = await makeRenewal(db, {
      ...{ renewsOn: '2026-12-02', seats: 747, sku: 'Google Workspace Enterprise Plus', ...more },
      renewal: { assignedToId: asha.id, licensedSeats: 522, price: '2051262.00', ...more.renewal },
      subscription: {
        ...{ licensedSeats: 522, ifNobodyActs: 'shrinks', seatsIfNobodyActs: 522, planName: 'ANNUAL_YEARLY_PAY' },
        ...{ renewalType: 'RENEW_CURRENT_USERS_YEARLY_PAY', termEndAt: new Date('2026-12-01T18:30:00Z') },
        ...more.subscription,
      },
    });
    await db.insert(deadlinesTable).values({
      ...({ subscriptionId: made.subscriptionId, kind: 'change', state: 'open' } as const),
      ...{ at: new Date('2026-12-01T18:30:00Z'), day: '2026-12-01', lastSafeDay: LAST_SAFE_DAY },
    });
    return made;
  };
  const renewal = await add(request);
  const { customerId } = renewal;
  const ravi = await makeContact(db, customerId, { name: 'Ravi Iyer', email: 'ravi@acme.example' });
  const offer = (...renewalIds: number[]) =>
    db.transaction((tx) => makeOffer(tx, services, { customerId, renewalIds, createdById: asha.id }));
  const first = await offer(renewal.id);
  /** To somebody who is asked; they are made a person of the customer where they are none. */
  const linkFor = async (address: string, name = 'Somebody', offerId = first?.id ?? 0) => {
    const isTheirs = and(eq(contactsTable.customerId, customerId), eq(contactsTable.email, address));
    if ((await db.$count(contactsTable, isTheirs)) === 0) await makeContact(db, customerId, { name, email: address });
    return db.transaction((tx) => makeLink(tx, offerId, { address, name, contactId: null }));
  };
  const token = await db.transaction((tx) =>
    makeLink(tx, first?.id ?? 0, { address: 'ravi@acme.example', name: 'Ravi Iyer', contactId: ravi.id }),
  );

  /** Spaces of the source are one space each, as in what is read. */
  const get = async (path: string, method: 'GET' | 'HEAD' = 'GET') => {
    const { statusCode, headers, body } = await app.inject({ method, url: path });
    return { statusCode, headers, body: body.replace(/\s+/g, ' ') };
  };
  const post = async (path: string, fields: Record<string, string>, remoteAddress = '127.0.0.1') => {
    const { statusCode, headers, body } = await app.inject({
      ...({ method: 'POST', url: path, payload: new URLSearchParams(fields).toString(), remoteAddress } as const),
      headers: { 'content-type': FORM, 'user-agent': 'Phone' },
    });
    return { statusCode, headers, body: body.replace(/\s+/g, ' ') };
  };
  /** The fields of the form of a line, as a browser would send them. */
  const fieldsOf = (page: string, line = renewal.id): Record<string, string> => ({
    version: /name="version" value="(\d+)"/.exec(page)?.[1] ?? '',
    key: /name="key" value="([^"]+)"/.exec(page)?.[1] ?? '',
    line: String(line),
    name: 'Ravi Iyer',
  });
  const decide = async (own: string, typed: Record<string, string>, line = renewal.id) => {
    const page = (await get(`/d/${own}?change=${line}`)).body;
    return post(`/d/${own}`, { ...fieldsOf(page, line), ...typed });
  };
  /** Sends the form with all that the page filled in, as a browser does. */
  const press = async (page: string, typed: Record<string, string>, own = token) => {
    const filled = [
      ...(page.split('</form>')[0] ?? '').matchAll(
        /<input(?=[^>]* (?:type="hidden" )?name="(\w+)")[^>]* value="([^"]*)"/g,
      ),
    ]
      .filter(([tag]) => !tag.includes('type="radio"'))
      .map(([, name = '', value = '']) => [name, value] as const);
    return post(`/d/${own}`, { ...Object.fromEntries(filled), ...fieldsOf(page), ...typed });
  };
  return {
    ...{
      ...desk,
      press,
      asha,
      renewal,
      customerId,
      token,
      add,
      offer,
      linkFor,
      get,
      post,
      fieldsOf,
      decide,
      ravi,
      first,
    },
    turn: (to: string) => void (clock.now = new Date(to)),
    decisions: () => db.select().from(renewalDecisionsTable).orderBy(renewalDecisionsTable.id),
    mails: (address: string) => mailsTo(desk, address),
    mailRows: (address: string) =>
      db.select().from(outboxTable).where(eq(outboxTable.recipient, address)).orderBy(outboxTable.id),
  };
}
