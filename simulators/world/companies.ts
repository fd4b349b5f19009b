import type { SeededRandom } from './seeded-random.ts';
import { makePeople } from './people.ts';
import {
  FIRST_PARTS,
  LEGAL_FORMS,
  PLACES,
  RESELLER_TRADES,
  SECOND_PARTS,
  STREETS,
  TRADES,
  type Place,
} from './vocabulary.ts';
import type { Segment, WorldCustomer, WorldReseller } from './types.ts';

type Company = Omit<WorldCustomer, 'subscriptions' | 'segment' | 'currency'> & { segmentOfTrade: Segment | null };

const CAPITALS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const STEMS = FIRST_PARTS.flatMap((first) => SECOND_PARTS.map((second) => first + second));
/** A prime that divides no number of names below: stepping by it meets every name once. */
const STRIDE = 3_571;

const domainOf = (name: string) => `${name.toLowerCase().replaceAll(' ', '-')}.example`;

/** As many different two-part names as asked for, in an order that looks like chance. */
function differentNames<T>(count: number, trades: readonly T[], random: SeededRandom): [stem: string, trade: T][] {
  const total = STEMS.length * trades.length;
  if (count > total) throw new RangeError(`There are only ${total} invented names`);
  const start = random.between(0, total - 1);
  return Array.from({ length: count }, (_, n) => {
    const position = (start + n * STRIDE) % total;
    return [STEMS[Math.floor(position / trades.length)] as string, trades[position % trades.length] as T];
  });
}

/** State, PAN of a company, registration, `Z`, check character: the form of a GST number, the check left to chance. */
const gstNumber = ({ gstCode }: Place, random: SeededRandom) =>
  `${gstCode}${random.letters(3, CAPITALS)}C${random.letters(1, CAPITALS)}${random.letters(4, '0123456789')}${random.letters(1, CAPITALS)}1Z${random.letters(1, CAPITALS)}`;

/** Google's form of a customer id; the counter inside keeps them apart. */
const customerId = (n: number, random: SeededRandom) =>
  `C0${n.toString(36).padStart(3, '0')}${random.letters(4, 'abcdefghjkmnpqrstuvwxyz')}`;

function makeReseller(
  stem: string,
  trade: string,
  n: number,
  random: SeededRandom,
  people: ReturnType<typeof makePeople>,
) {
  const domain = domainOf(`${stem} ${trade}`);
  const [{ name, email, phone }] = people(domain, 1);
  const gst = gstNumber(random.oneOf(PLACES), random);
  const resellerId = `R${String(n + 1).padStart(3, '0')}`;
  return { resellerId, name, companyName: `${stem} ${trade}`, domain, email, phone, gstNumber: gst };
}

/** Customers without their subscriptions, their resellers, and Google customers of somebody else. */
export function makeCompanies(customers: number, resellers: number, random: SeededRandom) {
  const people = makePeople(random);
  const partners: WorldReseller[] = differentNames(resellers, RESELLER_TRADES, random).map(([stem, trade], n) =>
    makeReseller(stem, trade, n, random, people),
  );
  const companies = differentNames(customers, TRADES, random).map(([stem, [trade, segmentOfTrade]], n): Company => {
    const domain = domainOf(`${stem} ${trade}`);
    const where = random.oneOf(PLACES);
    const isSchool = segmentOfTrade === 'Education';
    return {
      customerId: customerId(n, random),
      companyName: isSchool ? `${stem} ${trade}` : `${stem} ${trade} ${random.oneOf(LEGAL_FORMS)}`,
      domain,
      alternateEmail: `${stem}.${n + 1}@mailbox.example`.toLowerCase(),
      addressLine: `${random.between(1, 240)}, ${random.oneOf(STREETS)}`,
      city: where.city,
      state: where.state,
      postalCode: `${where.pin}0${random.letters(2, '123456789')}`,
      zone: where.zone,
      gstNumber: gstNumber(where, random),
      segmentOfTrade,
      resellerId: partners.length > 0 && random.chance(0.45) ? random.oneOf(partners).resellerId : null,
      contacts: people(domain, random.between(1, 4)),
    };
  });
  const foreignCustomers = Array.from({ length: 12 }, (_, n) => ({
    customerId: customerId(40_000 + n, random),
    domain: `elsewhere-${n + 1}.example`,
  }));
  return { companies, resellers: partners, foreignCustomers };
}
