import { ROLES } from '@desk/contract/call';
import { ACTORS, type Actor } from '../server/src/testing/permissions.ts';

/** Somebody who makes calls; nobody has no account. */
export type FuzzActor = Actor & { email?: string };

const EMAILS: Readonly<Record<string, string>> = {
  'customer A': 'leela@buyer.example',
  'first login': 'newcomer@desk.example',
  ...Object.fromEntries(
    ROLES.filter((role) => role !== 'CUSTOMER').map((role) => [role, `${role.toLowerCase()}@desk.example`]),
  ),
};

/** Nobody, a customer with domains of their own, each role of the staff, and who has yet to choose a password. */
export const actors: readonly FuzzActor[] = ACTORS.filter(({ name }) => name === 'nobody' || name in EMAILS).map(
  (actor) => ({
    ...actor,
    ...(EMAILS[actor.name] !== undefined && { email: EMAILS[actor.name] }),
    ...(actor.name === 'ADMIN' && { mayExport: true }),
  }),
);
