import type { DomainRow, OwnDomain } from '@desk/contract/domains';
import { columnsOf } from '../../kit/table/columns.tsx';
import type { Column } from '../../kit/table/types.ts';
import { DomainLink } from '../../parts/domain-page/domain-link.tsx';

/** Any of the three kinds of domain row. */
export const domainIdentity = {
  key: (domain: { domain_id: number }) => domain.domain_id,
  name: (domain: { domain_name: string }) => domain.domain_name,
};
const any = columnsOf<DomainRow>(domainIdentity);
const own = columnsOf<OwnDomain>(domainIdentity);

type Press<Row> = (domain: Row) => void;

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
