import type { SeededRandom } from './seeded-random.ts';
import { FAMILY_NAMES, GIVEN_NAMES, ROLES } from './vocabulary.ts';
import type { WorldContact } from './types.ts';

/** Steps through all pairs of two lists of 40 before it repeats one: 1,009 and 1,600 have no common divisor. */
const STRIDE = 1_009;

/** Hands out persons, none like the one before, each with a phone number of its own. */
export function makePeople(random: SeededRandom): (domain: string, count: number) => [WorldContact, ...WorldContact[]] {
  const pairs = GIVEN_NAMES.length * FAMILY_NAMES.length;
  let position = random.between(0, pairs - 1);
  let phones = 0;
  const person = (domain: string, role: string): WorldContact => {
    position = (position + STRIDE) % pairs;
    const given = GIVEN_NAMES[position % GIVEN_NAMES.length] ?? '';
    const family = FAMILY_NAMES[Math.floor(position / GIVEN_NAMES.length)] ?? '';
    phones += 1;
    return {
      name: `${given} ${family}`,
      role,
      email: `${given}.${family}@${domain}`.toLowerCase(),
      // A mobile number by its form; the long run of zeros says that it was made up.
      phone: `+9160000${String(phones).padStart(5, '0')}`,
    };
  };
  return (domain, count) => {
    const [first = '', ...others] = ROLES.slice(0, count);
    return [person(domain, first), ...others.map((role) => person(domain, role))];
  };
}
