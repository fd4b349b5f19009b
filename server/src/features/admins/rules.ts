/** What a member of the renewal team gets, whatever is chosen. */
export const MEMBER_ROUTES: readonly string[] = [
  'my_renewal_domain',
  'renewal_member_dashboard',
  'get_monthly_renewal',
];
/** With these menus an administrator can bring back all others. */
export const KEEPER_ROUTES: readonly string[] = ['invite_admin', 'get_all_admin'];

type Ids = ReadonlySet<number>;

export const without = (some: Ids, others: Ids): number[] => [...some].filter((id) => !others.has(id));

export const isSame = (one: Ids, other: Ids): boolean => one.size === other.size && without(one, other).length === 0;

/**
 * The menus that somebody has after another, who has `own`, chose `wanted` for them. What the other does not have stays as
 * it is. Undefined where the other would give what the other does not have.
 */
export function delegated(present: Ids, wanted: Ids, own: Ids): Ids | undefined {
  const next = new Set([...without(present, own), ...wanted]);
  const given = without(next, present);
  return given.every((id) => own.has(id)) ? next : undefined;
}

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
  brand: string;
  /** Where the product is, if that is known. */
  address: string | undefined;
  email: string;
  password: string;
  endsAt: Date;
  timeZone: string;
}
/** The mail of an invitation: nothing that somebody typed is in it but the address it goes to. */
export const invitationMail = ({ brand, address, email, password, endsAt, timeZone }: Invitation) => ({
  subject: `${brand}: your invitation to the back-office`,
  body: `You were invited to the back-office of ${brand}.

Log in ${address === undefined ? 'on its page for staff, /adminpanel' : `at ${address.replace(/\/+$/, '')}/adminpanel`}
E-mail: ${email}
One-time password: ${password}

It is valid until ${readable(endsAt, timeZone)} and lets you in once, to set a password of your own. Later, choose 'Forgot Password' on that page instead.

If you did not expect this, ignore this message.
`,
});
