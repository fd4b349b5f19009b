import { GOOGLE_WORDS, MAIL_WORDS, OURS_WORDS } from '@desk/contract/check-words';
import type { AtGoogle, CheckedDomain, CheckKind, MailStatus, Ours } from '@desk/contract/checks';
import { Badge, type Tone } from '../../kit/badge.tsx';
import cells from '../../kit/cells.module.css';
import { columnsOf } from '../../kit/columns.tsx';
import { shown } from '../../kit/format.ts';
import { sortedByServer } from '../../kit/server-page.ts';
import type { Column } from '../../kit/table-types.ts';

const MAIL_TONES: Readonly<Record<MailStatus, Tone>> = {
  google: 'good',
  google_legacy: 'good',
  google_mixed: 'attention',
  microsoft: 'progress',
  zoho: 'progress',
  gateway: 'progress',
  other: 'progress',
  null_mx: 'quiet',
  no_mx: 'quiet',
  no_domain: 'quiet',
  error: 'bad',
  not_a_domain: 'bad',
  duplicate: 'quiet',
};
const OURS_TONES: Readonly<Record<Ours, Tone>> = {
  customer: 'good',
  reseller_customer: 'good',
  axima: 'progress',
  pending: 'attention',
  nobody: 'quiet',
};
const GOOGLE_TONES: Readonly<Record<AtGoogle, Tone>> = {
  managed: 'good',
  elsewhere: 'attention',
  unknown: 'quiet',
  failed: 'bad',
};

/** Why a lookup failed, by the resolver's code. */
const CODES: Readonly<Record<string, string>> = {
  ETIMEOUT: 'The name servers did not answer in time',
  ESERVFAIL: 'The name servers have a fault',
  EREFUSED: 'The name servers refused to answer',
  ECONNREFUSED: 'The resolver cannot be reached',
};

export const MailBadge = ({ status }: { status: MailStatus }) => (
  <Badge word={MAIL_WORDS[status]} tone={MAIL_TONES[status]} />
);

const nameOf = ({ domain, input }: CheckedDomain) => domain ?? input;

/** "1 smtp.google.com, 5 alt1.example"; a domain that takes no mail names the root. */
const serversOf = ({ mx }: CheckedDomain): string =>
  mx.map(({ priority, exchange }) => `${String(priority)} ${exchange === '' ? '.' : exchange}`).join(', ');

function noteOf({ status, code, hint }: CheckedDomain): string {
  if (status === 'google_mixed') return 'Servers of Google and of others: mail may be lost.';
  if (status === 'not_a_domain') return 'It was not looked up.';
  if (code === null) return hint ?? '';
  const words = CODES[code];
  return words === undefined ? code : `${words} (${code})`;
}

export const checkedIdentity = { key: (row: CheckedDomain) => row.line, name: nameOf };
const column = columnsOf<CheckedDomain>(checkedIdentity);

const domainColumn = column.of('Domain Name', { width: 240, text: nameOf });
const NOTHING = <span className={cells.absent}>N/A</span>;

const mailColumns: readonly Column<CheckedDomain>[] = [
  column.of('Status', {
    width: 288,
    text: ({ status }) => MAIL_WORDS[status],
    cell: ({ status }) => <MailBadge status={status} />,
  }),
  column.of('Provider', { width: 224, text: ({ provider }) => shown(provider) }),
  column.of('MX Records', { width: 352, text: (row) => shown(serversOf(row)) }),
  column.of('Note', { width: 304, text: noteOf }),
];

/** Whose a domain is here, and at Google. */
const ownerColumns: readonly Column<CheckedDomain>[] = [
  column.of('Whose', {
    width: 192,
    text: ({ ours }) => (ours === null ? 'N/A' : OURS_WORDS[ours]),
    cell: ({ ours }) => (ours === null ? NOTHING : <Badge word={OURS_WORDS[ours]} tone={OURS_TONES[ours]} />),
  }),
  column.of('Owner', { width: 232, text: ({ owner }) => shown(owner) }),
  column.of('At Google', {
    width: 184,
    text: ({ google }) => (google === null ? 'N/A' : GOOGLE_WORDS[google]),
    cell: ({ google }) =>
      google === null ? NOTHING : <Badge word={GOOGLE_WORDS[google]} tone={GOOGLE_TONES[google]} />,
  }),
];

/** Where a line stands in its file, and how. */
const lineColumns: readonly Column<CheckedDomain>[] = [
  column.number('line', 'Line', { width: 72 }),
  column.text('input', 'As Written', { width: 208 }),
];

/** None can be sorted: they stand in the order of the file. */
export const checkedColumns = (kind: CheckKind, isFile: boolean): readonly Column<CheckedDomain>[] =>
  sortedByServer(
    [domainColumn, ...(kind === 'domains' ? ownerColumns : []), ...mailColumns, ...(isFile ? lineColumns : [])],
    [],
  );
