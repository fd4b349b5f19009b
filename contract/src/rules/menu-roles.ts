import { ROLES, type Call, type CallGroup, type Role } from '../call.ts';
import { contract } from '../index.ts';

const calls: readonly Call[] = Object.values<CallGroup>(contract).flatMap((group) => Object.values(group));

/** Whether one of the calls that a screen alone makes is for a role; of a screen without such, any of its calls. */
function isFor(route: string, role: Role): boolean {
  const of = calls.filter(({ screens }) => screens?.some((screen) => screen === route));
  const own = of.filter(({ screens }) => screens?.length === 1);
  return (own.length > 0 ? own : of).some(({ roles }) => roles?.includes(role) ?? true);
}

const known = new Map<string, readonly Role[]>();

/** The roles of staff that can use a screen; to any other it would open with an error. A screen without calls is for all. */
export function rolesOfScreen(route: string): readonly Role[] {
  const isAsked = calls.some(({ screens }) => screens?.some((screen) => screen === route));
  const roles = known.get(route) ?? ROLES.filter((role) => !isAsked || isFor(route, role));
  known.set(route, roles);
  return roles;
}
