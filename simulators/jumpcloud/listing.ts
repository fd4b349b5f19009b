import type { Organization } from './organizations.ts';
import { JumpCloudRefusal } from './refusal.ts';

const STANDARD_LIMIT = 10;
const MOST = 100;

const listed = ({ id, name, maxSystemUsers }: Organization) => ({ id, name, maxSystemUsers });
type Listed = ReturnType<typeof listed>;
type Field = keyof Listed;
const FIELDS: readonly string[] = ['id', 'name', 'maxSystemUsers'];
const isField = (text: string): text is Field => FIELDS.includes(text);

function wholeNumber(text: string | null, standard: number): number {
  if (text === null) return standard;
  if (!/^\d{1,9}$/.test(text)) throw new JumpCloudRefusal(400, `invalid number ${text}`);
  return Number(text);
}

function limitOf(text: string | null): number {
  const limit = wholeNumber(text, STANDARD_LIMIT);
  if (limit < 1 || limit > MOST) throw new JumpCloudRefusal(400, `limit must be from 1 to ${MOST}`);
  return limit;
}

/** `name:eq:Acme`; several must all hold. */
function filterOf(text: string): (row: Listed) => boolean {
  const [field = '', operator, ...rest] = text.split(':');
  const value = rest.join(':');
  if (!isField(field) || (operator !== 'eq' && operator !== 'ne'))
    throw new JumpCloudRefusal(400, `invalid filter ${text}`);
  return (row) => (String(row[field]) === value) === (operator === 'eq');
}

function sorted(rows: readonly Listed[], sort: string): Listed[] {
  const field = sort.replace(/^-/, '');
  if (!isField(field)) throw new JumpCloudRefusal(400, `invalid sort ${sort}`);
  const direction = sort.startsWith('-') ? -1 : 1;
  const compare = (one: Listed, other: Listed) => (one[field] < other[field] ? -1 : one[field] > other[field] ? 1 : 0);
  return rows.toSorted((one, other) => direction * compare(one, other));
}

function narrowed(row: Listed, fields: string | null): Partial<Listed> {
  if (fields === null || fields === '') return row;
  const wanted = fields.split(/[\s,]+/).filter(isField);
  return Object.fromEntries(['id' as const, ...wanted].map((field) => [field, row[field]]));
}

/** A page. Nobody promises an order where none is asked for: every page but the first begins with a row of the one before. */
export function pageOf(organizations: readonly Organization[], query: URLSearchParams) {
  const filters = query.getAll('filter').map(filterOf);
  const found = organizations.map(listed).filter((row) => filters.every((holds) => holds(row)));
  const [limit, skip, sort] = [limitOf(query.get('limit')), wholeNumber(query.get('skip'), 0), query.get('sort')];
  const ordered = sort === null ? found : sorted(found, sort);
  const from = sort === null ? Math.max(0, skip - 1) : skip;
  const results = ordered.slice(from, from + limit).map((row) => narrowed(row, query.get('fields')));
  return { results, totalCount: found.length };
}

/** An organisation as its own call tells it. */
export const wholeOf = (organization: Organization, provider: string) => {
  const { id, name, contactName, contactEmail, created, maxSystemUsers, maxUserQuantity, products } = organization;
  return {
    _id: id,
    displayName: name,
    created: `${created}T08:30:00.000Z`,
    provider,
    accountsReceivable: '',
    hasCreditCard: false,
    totalBillingEstimate: 0,
    settings: { contactName: contactName ?? '', contactEmail: contactEmail ?? '', maxSystemUsers },
    entitlement:
      maxUserQuantity === null
        ? {}
        : {
            billingModel: 'PER_USER',
            maxUserQuantity,
            capUserQuantity: false,
            isManuallyBilled: true,
            purchaseChannel: 'MSP',
            pricePerUserSum: products.reduce((sum, { pricePerUser }) => sum + pricePerUser, 0),
            entitlementProducts: products,
          },
  };
};
