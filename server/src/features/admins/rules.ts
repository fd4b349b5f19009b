import type { MenuItem } from '@desk/contract/access';
import type { Role } from '@desk/contract/call';
import { rolesOfScreen } from '@desk/contract/rules/menu-roles';
import { pageUrl, composeMail, type Sender } from '../../platform/mail/content.ts';

/** With these menus an administrator can bring back all others. */
export const ADMIN_MANAGEMENT_ROUTES: readonly string[] = ['invite_admin', 'get_all_admin'];

type Ids = ReadonlySet<number>;

export const without = (some: Ids, others: Ids): number[] => [...some].filter((id) => !others.has(id));

export const isSame = (one: Ids, other: Ids): boolean => one.size === other.size && without(one, other).length === 0;

const isWithin = (some: Ids, others: Ids): boolean => without(some, others).length === 0;

/**
 * The menus that somebody has after another, who has `own`, chose `wanted` for them. What the other does not have stays as
 * it is. Undefined where the other would give what the other does not have.
 */
function delegated(present: Ids, wanted: Ids, own: Ids): Ids | undefined {
  const next = new Set([...without(present, own), ...wanted]);
  return isWithin(new Set(without(next, present)), own) ? next : undefined;
}

/** A choice of role and menus for somebody, made by an administrator who has `own`. */
export interface Choice {
  own: Ids;
  /** The role before; undefined for somebody new. */
  from: Role | undefined;
  to: Role;
  present: Ids;
  /** Undefined: the menus as they are. */
  wanted: Ids | undefined;
  /** The menus of a renewal member, which come and go with that role. */
  member: Ids;
}

/** A new renewal member gets the menus of that role, whatever is chosen; one who is a member keeps exactly them. */
function menusOfMember({ own, from, present, wanted, member }: Choice): Ids | undefined {
  const isIn = from === 'RMEMBER';
  if (isIn && wanted === undefined) return present;
  if (isIn && wanted !== undefined && !isSame(wanted, member)) return undefined;
  return isWithin(present, new Set([...own, ...member])) ? member : undefined;
}

/**
 * The menus that somebody has after the choice; undefined where it goes beyond the rights of who makes it. Another role
 * activates or deactivates menus, so that the caller must have all menus before and after it.
 */
export function menusFor(choice: Choice): Ids | undefined {
  const { own, from, to, present, wanted, member } = choice;
  if (to === 'RMEMBER') return menusOfMember(choice);
  const dropped = from === 'RMEMBER' ? without(member, own) : [];
  const kept = new Set(without(present, new Set(dropped)));
  const next = delegated(kept, wanted ?? kept, own);
  const isMoving = from !== undefined && from !== to;
  return next === undefined || (isMoving && !isWithin(new Set([...kept, ...next]), own)) ? undefined : next;
}

/** Whether somebody would get a menu that their role cannot use; what they have already may rest. */
export const isUnusable = (all: readonly MenuItem[], present: Ids, next: Ids, role: Role): boolean =>
  all.some(
    ({ menu_id, to_route }) => next.has(menu_id) && !present.has(menu_id) && !rolesOfScreen(to_route).includes(role),
  );

/** An instant as people in a time zone read it: 05-04-2027, 16:30 (Asia/Kolkata). */
function readable(instant: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  });
  return `${parts.format(instant).replaceAll('/', '-')} (${timeZone})`;
}

interface Invitation {
  email: string;
  password: string;
  endsAt: Date;
  timeZone: string;
}
/** The mail of an invitation: nothing that somebody typed is in it but the address it goes to. */
export const invitationMail = ({ email, password, endsAt, timeZone }: Invitation, sender: Sender) =>
  composeMail(
    `${sender.brand}: your invitation to the back-office`,
    `You were invited to the back-office of ${sender.brand}.`,
    {
      facts: [
        ['E-mail', email],
        ['One-time password', password],
      ],
    },
    { button: 'Log in', href: pageUrl(sender, '/adminpanel') },
    `The password is valid until ${readable(endsAt, timeZone)}, or until you have set one of your own. Later, choose 'Forgot Password' on that page instead.`,
    'If you did not expect this, ignore this message.',
  );
