import type { DomainRow, OwnDomain, PendingDomain } from '@desk/contract/domains';
import { CellButton } from '../../kit/button/cell-button.tsx';
import { Breakable } from '../../kit/text/breakable.tsx';
import classes from '../../kit/cell/cells.module.css';
import { columnsOf } from '../../kit/table/columns.tsx';
import { counted } from '../../kit/text/format.ts';
import { Lines } from '../../kit/cell/lines.tsx';
import type { Column } from '../../kit/table/types.ts';
import { DecidedMark, UndoButton, type Mark } from '../../parts/decisions/deciding.tsx';
import { DomainLink } from '../../parts/dossier/domain-link.tsx';

/** Any of the three kinds of domain row. */
export const domainIdentity = {
  key: (domain: { domain_id: number }) => domain.domain_id,
  name: (domain: { domain_name: string }) => domain.domain_name,
};
/** A request: somebody else's for the same domain is another one. */
export const requestIdentity = {
  key: ({ domain_id, user_email }: PendingDomain) => `${String(domain_id)} ${user_email}`,
  name: (domain: PendingDomain) => domain.domain_name,
};
const pending = columnsOf<PendingDomain>(requestIdentity);
const any = columnsOf<DomainRow>(domainIdentity);
const own = columnsOf<OwnDomain>(domainIdentity);

type Press<Row> = (domain: Row) => void;

/** Why a domain cannot simply be given to its claimant; undefined where it can. */
export const warningOf = ({ mail_fits, user_email, domain_name }: PendingDomain): string | undefined =>
  mail_fits ? undefined : `${user_email} is not an address of ${domain_name}`;

const closedWord = (status: PendingDomain['asked_again']) => (status === 'SUSPENDED' ? 'suspended' : 'rejected');

/** Who has the domain now, in words. */
export function ownerWords({ present_owner, asked_again }: PendingDomain): readonly (string | null)[] {
  if (asked_again !== null) return [`Asks again: it was ${closedWord(asked_again)}`];
  if (present_owner === null) return ['Nobody: a new domain'];
  const { company_name, company_email, user_email, domain_status, subscriptions } = present_owner;
  const mails = [user_email, company_email].filter((mail, at, all) => mail !== null && all.indexOf(mail) === at);
  const closed = domain_status === 'ACTIVE' ? [] : [`It was ${closedWord(domain_status)}`];
  return [company_name, ...mails, counted(subscriptions, 'subscription'), ...closed];
}

/** A decided row keeps its place; in that of its buttons stands what became of it, and the way back. */
export const pendingDomainColumns = (press: {
  approve: Press<PendingDomain>;
  reject: Press<PendingDomain>;
  undo: Press<PendingDomain>;
  standing: (domain: PendingDomain) => Standing;
}): readonly Column<PendingDomain>[] => {
  const decision = (header: 'Approve' | 'Reject', act: Press<PendingDomain>) => ({
    ...pending.action(header, {
      ...{ group: 'Action', press: act, width: header === 'Approve' ? 152 : 88 },
      offered: (domain) => press.standing(domain).waits,
    }),
    cell: (domain: PendingDomain) => (
      <DecisionCell
        {...{ header, domain, standing: press.standing(domain), undo: press.undo }}
        onPress={() => act(domain)}
      />
    ),
  });
  return [
    pending.of('Domain Name', {
      width: 184,
      text: ({ domain_name }) => domain_name,
      cell: ({ domain_name }) => <Lines texts={[domain_name]} />,
    }),
    pending.of('Email', {
      width: 240,
      text: (domain) => [domain.user_email, warningOf(domain)].filter((text) => text !== undefined).join(', '),
      cell: (domain) => <Claimant domain={domain} />,
    }),
    pending.of('Company Name', {
      width: 168,
      text: ({ company_name }) => company_name,
      cell: ({ company_name }) => <Lines texts={[company_name]} />,
    }),
    pending.of('Present Owner', {
      width: 232,
      text: (domain) => ownerWords(domain).join(', '),
      cell: (domain) => <Lines texts={ownerWords(domain)} />,
    }),
    decision('Approve', press.approve),
    decision('Reject', press.reject),
  ];
};

export function Claimant({ domain }: { domain: PendingDomain }) {
  return (
    <span className={classes.lines}>
      <span>
        <Breakable text={domain.user_email} />
      </span>
      {!domain.mail_fits && <span className={classes.warning}>▲ Not an address of this domain</span>}
    </span>
  );
}

/** Whether a domain waits still, what became of it here, and whether it is under way. */
export interface Standing {
  readonly waits: boolean;
  readonly mark: Mark | undefined;
  readonly busy: boolean;
}
interface CellProps {
  header: 'Approve' | 'Reject';
  domain: PendingDomain;
  standing: Standing;
  onPress: () => void;
  undo: Press<PendingDomain>;
}

/** Keeps the focus while the domain is under way. */
function DecisionCell({ header, domain, standing, onPress, undo }: CellProps) {
  const { waits, mark, busy } = standing;
  if (!waits && header === 'Approve') return <DecidedMark mark={mark} />;
  if (!waits) return mark && <UndoButton name={domain.domain_name} busy={busy} onUndo={() => undo(domain)} />;
  return (
    <CellButton aria-label={`${header}: ${domain.domain_name}`} aria-disabled={busy} aria-busy={busy} onClick={onPress}>
      {header}
    </CellButton>
  );
}

export const domainColumns = (press: {
  open: Press<DomainRow>;
  edit: Press<DomainRow>;
  removeOwner: Press<DomainRow>;
}): readonly Column<DomainRow>[] => [
  any.of('Domain Name', {
    width: 208,
    text: (domain) => domain.domain_name,
    cell: (domain) => <DomainLink name={domain.domain_name} onOpen={() => press.open(domain)} />,
  }),
  any.text('user_email', 'Email', { width: 216 }),
  any.text('company_name', 'Company Name', { width: 184 }),
  any.badge('domain_status', 'Status'),
  any.instant('timestamp', 'Time'),
  any.action('Edit', { group: 'Action', press: press.edit, shortcut: 'e', width: 72 }),
  any.action('Remove owner', {
    ...{ group: 'Action', press: press.removeOwner, width: 128 },
    offered: ({ owner_email, domain_status }) => owner_email !== null && domain_status !== 'PENDING',
  }),
];

const isClosed = ({ domain_status }: OwnDomain) => domain_status === 'REJECTED' || domain_status === 'SUSPENDED';

/** Rejected and suspended domains can be asked for again, or removed from the list. */
export const ownDomainColumns = (press: {
  ask: Press<OwnDomain>;
  remove: Press<OwnDomain>;
}): readonly Column<OwnDomain>[] => [
  own.text('domain_name', 'Domain Name', { width: 320 }),
  own.badge('domain_status', 'Status'),
  own.action('Ask again', { group: 'Action', press: press.ask, offered: isClosed, width: 112 }),
  own.action('Remove', { group: 'Action', press: press.remove, offered: isClosed, width: 96 }),
];
