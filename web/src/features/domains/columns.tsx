import type { DomainRow, OwnDomain, PendingDomain } from '@desk/contract/domains';
import classes from '../../kit/cells.module.css';
import { columnsOf } from '../../kit/columns.tsx';
import { instant } from '../../kit/format.ts';
import type { Column } from '../../kit/table-types.ts';
import { DomainLink } from '../../parts/domain-link.tsx';

/** Any of the three kinds of domain row. */
export const domainIdentity = {
  key: (domain: { domain_id: number }) => domain.domain_id,
  name: (domain: { domain_name: string }) => domain.domain_name,
};
const pending = columnsOf<PendingDomain>(domainIdentity);
const any = columnsOf<DomainRow>(domainIdentity);
const own = columnsOf<OwnDomain>(domainIdentity);

type Press<Row> = (domain: Row) => void;

interface Deciding {
  approve: Press<PendingDomain>;
  reject: Press<PendingDomain>;
  /** The keys of those that are being decided on. */
  underWay: ReadonlySet<number>;
}

/** An action that shows that the row is being decided on; it keeps the focus meanwhile. */
const decision = (header: string, press: Press<PendingDomain>, underWay: Deciding['underWay']) => ({
  ...pending.action(header, { group: 'Action', press, width: 112 }),
  cell: (domain: PendingDomain) => {
    const busy = underWay.has(domain.domain_id);
    return (
      <button
        type="button"
        className={classes.button}
        aria-label={`${header}: ${domain.domain_name}`}
        aria-disabled={busy}
        aria-busy={busy}
        onClick={() => press(domain)}
      >
        {header}
      </button>
    );
  },
});

/** What is pressed while a domain is under way is for `approve` and `reject` to leave alone. */
export const pendingDomainColumns = ({ approve, reject, underWay }: Deciding): readonly Column<PendingDomain>[] => [
  pending.text('domain_name', 'Domain Name', { width: 240 }),
  pending.text('user_email', 'Email', { width: 264 }),
  pending.text('company_name', 'Company Name', { width: 240 }),
  pending.of('Asks for', {
    text: ({ claimed_from }) => (claimed_from === null ? 'A new domain' : `Ours, of ${claimed_from}`),
    width: 224,
  }),
  decision('Approve', approve, underWay),
  decision('Reject', reject, underWay),
];

export const domainColumns = (press: {
  open: Press<DomainRow>;
  edit: Press<DomainRow>;
}): readonly Column<DomainRow>[] => [
  any.of('Domain Name', {
    width: 240,
    text: (domain) => domain.domain_name,
    cell: (domain) => <DomainLink name={domain.domain_name} onOpen={() => press.open(domain)} />,
  }),
  any.text('user_email', 'Email', { width: 264 }),
  any.text('company_name', 'Company Name', { width: 224 }),
  any.badge('domain_status', 'Status'),
  any.of('Time', { text: (domain) => instant(domain.timestamp), width: 168 }),
  any.action('Edit', { group: 'Action', press: press.edit, shortcut: 'e', width: 96 }),
];

export const OWN_DOMAIN_COLUMNS: readonly Column<OwnDomain>[] = [
  own.text('domain_name', 'Domain Name', { width: 320 }),
  own.badge('domain_status', 'Status'),
];
