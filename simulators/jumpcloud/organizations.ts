import { addDays } from '../world/calendar.ts';
import type { World, WorldCustomer } from '../world/types.ts';

/** Of an organisation's entitlement; prices are whole numbers of a unit that nobody documents. */
interface Product {
  name: string;
  productCode: string;
  productCategory: string;
  contractType: string;
  committedUsers: number;
  uncommittedUsers: number;
  maxUserCount: number;
  pricePerUser: number;
}

export interface Organization {
  /** 24 hexadecimal digits, in no order that means anything. */
  id: string;
  name: string;
  contactName: string | null;
  contactEmail: string | null;
  /** A day. */
  created: string;
  maxSystemUsers: number;
  /** Null where the organisation was never entitled to a number of users. */
  maxUserQuantity: number | null;
  products: Product[];
}

const SOLD = [
  { name: 'Platform', productCode: 'JCPLATFORM', productCategory: 'Bundle', pricePerUser: 19 },
  { name: 'Core Directory', productCode: 'JCCORE', productCategory: 'Bundle', pricePerUser: 11 },
  { name: 'Device Management', productCode: 'JCDEVICE', productCategory: 'Bundle', pricePerUser: 9 },
] as const;
const PASSWORDS = {
  name: 'Password Manager',
  productCode: 'JCPASSWORD',
  productCategory: 'Add-on',
  pricePerUser: 3,
} as const;

/** One customer in so many has the product; those who have it are spread over the world. */
const ONE_IN = 11;
const FIRST = 4;
/** Of those, one in five was never told a number of committed users, and one in nine has no entitlement at all. */
const isUncommitted = (n: number) => n % 5 === 3;
const isBare = (n: number) => n % 9 === 7;

/** A multiplier without a common divisor with the number of ids: each position has an id of its own. */
const idOf = (n: number): string =>
  `${(0x60000000 + ((n * 2_654_435_761) % 0x10000000)).toString(16)}${(0xa5c3e1 + n).toString(16)}6849cf3b3f`;

const productOf = (sold: (typeof SOLD)[number] | typeof PASSWORDS, committedUsers: number): Product => ({
  ...sold,
  contractType: committedUsers === 0 ? 'monthly' : 'annual',
  committedUsers,
  uncommittedUsers: committedUsers === 0 ? 4 : 0,
  maxUserCount: committedUsers,
});

function productsOf(n: number, users: number): Product[] {
  const committed = isUncommitted(n) ? 0 : users;
  const main = productOf(SOLD[n % SOLD.length] ?? SOLD[0], committed);
  return n % 4 === 1 ? [main, productOf(PASSWORDS, Math.ceil(committed / 2))] : [main];
}

/** Name of the organisation: the company's name, its domain, or the name without its legal form. */
const nameOf = (n: number, { companyName, domain }: WorldCustomer): string =>
  [companyName, domain, companyName.split(' ').slice(0, 2).join(' ')][n % 3] ?? companyName;

/** Mostly somebody at the customer's domain; some have none, or one elsewhere. */
function emailOf(n: number, { contacts: [person], domain }: WorldCustomer): string | null {
  if (n % 4 === 2) return null;
  return n % 7 === 6 ? `it@hosted-${n}.example` : (person?.email ?? `it@${domain}`);
}

function ofCustomer(customer: WorldCustomer, n: number, today: string): Organization {
  const { contacts, subscriptions } = customer;
  const [person] = contacts;
  const users = Math.max(3, subscriptions[0]?.seats.licensedNumberOfSeats ?? 0);
  return {
    id: idOf(n),
    name: nameOf(n, customer),
    contactName: person?.name ?? null,
    contactEmail: emailOf(n, customer),
    created: addDays(today, -400 - n * 13),
    maxSystemUsers: users + 10,
    maxUserQuantity: isBare(n) ? null : users + 5,
    products: isBare(n) ? [] : productsOf(n, users),
  };
}

const UNKNOWN_COMPANIES = [
  'Lotus Bay Clinic',
  'Hillside Montessori',
  'Quartz & Pine Studio',
  '=SUM(A1) Trading',
  'Old Mint Press',
];

const unknownCompany = (name: string, n: number, today: string): Organization => ({
  id: idOf(10_000 + n),
  name,
  contactName: 'Owner',
  contactEmail: n === 0 ? null : `owner@stranger-${n}.example`,
  created: addDays(today, -90 - n),
  maxSystemUsers: 20,
  maxUserQuantity: 15,
  products: [productOf(SOLD[1], 12 + n)],
});

/** The customers of the world who have the product. */
export const directoryCustomersOf = ({ customers }: World): readonly WorldCustomer[] =>
  customers.filter((_, n) => n % ONE_IN === FIRST);

/** The organisations of the provider: those of the customers, in their order, then some of companies that nobody knows. */
export function organizationsOf(world: World): Organization[] {
  return [
    ...directoryCustomersOf(world).map((customer, n) => ofCustomer(customer, n, world.today)),
    ...UNKNOWN_COMPANIES.map((name, n) => unknownCompany(name, n, world.today)),
  ];
}
