import { fileColumns, GOOGLE_WORDS, MAIL_WORDS, OURS_WORDS } from '@desk/contract/words/check-words';
import type { AtGoogle, CheckedDomain, CheckKind, MailStatus, Ours } from '@desk/contract/checks';
import { Badge, type Tone } from '../../kit/text/badge.tsx';
import cells from '../../kit/cell/cells.module.css';
import { columnsOf } from '../../kit/table/columns.tsx';
import { shown } from '../../kit/text/format.ts';
import { sortedByServer } from '../../kit/table/server-page.ts';
import type { Column } from '../../kit/table/types.ts';

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

/** "1 smtp.google.com"; a domain that takes no mail names the root. */
const serversOf = ({ mx }: CheckedDomain): readonly string[] => [
  ...new Set(mx.map(({ priority, exchange }) => `${String(priority)} ${exchange === '' ? '.' : exchange}`)),
];

function noteOf({ status, code, hint }: CheckedDomain): string | null {
  if (status === 'google_mixed') return 'Servers of Google and of others: mail may be lost.';
  if (status === 'not_a_domain') return 'It was not looked up.';
  if (code === null) return hint;
  const words = CODES[code];
  return words === undefined ? code : `${words} (${code})`;
}

export const checkedIdentity = { key: (row: CheckedDomain) => row.line, name: nameOf };
const column = columnsOf<CheckedDomain>(checkedIdentity);

const domainColumn = column.of('Domain Name', { width: 240, text: nameOf });
const NOTHING = <span className={cells.absent}>N/A</span>;

const oursBadge = ({ ours }: CheckedDomain) => ours && <Badge word={OURS_WORDS[ours]} tone={OURS_TONES[ours]} />;
const googleBadge = ({ google }: CheckedDomain) =>
  google && <Badge word={GOOGLE_WORDS[google]} tone={GOOGLE_TONES[google]} />;

const mailColumns: readonly Column<CheckedDomain>[] = [
  column.of('Status', {
    width: 208,
    text: ({ status }) => MAIL_WORDS[status],
    cell: ({ status }) => <MailBadge status={status} />,
  }),
  column.of('Provider', { width: 168, text: ({ provider }) => shown(provider) }),
  column.of('Note', { width: 304, text: (row) => shown(noteOf(row)) }),
  column.of('MX Records', { width: 352, text: (row) => shown(serversOf(row).join(', ')) }),
];

/** Whose a domain is here, and at Google. */
const ownerColumns: readonly Column<CheckedDomain>[] = [
  column.of('Whose', {
    width: 176,
    text: ({ ours }) => (ours === null ? 'N/A' : OURS_WORDS[ours]),
    cell: (row) => oursBadge(row) ?? NOTHING,
  }),
  column.of('Owner', { width: 192, text: ({ owner }) => shown(owner) }),
  column.of('At Google', {
    width: 184,
    text: ({ google }) => (google === null ? 'N/A' : GOOGLE_WORDS[google]),
    cell: (row) => googleBadge(row) ?? NOTHING,
  }),
];

/** Where a line stands in its file, and how. */
const placeColumns: readonly Column<CheckedDomain>[] = [
  column.number('line', 'Line', { width: 72 }),
  column.text('input', 'As Written', { width: 208 }),
];

/** The lines of a file. None can be sorted: they stand in the order of the file. */
export const lineColumns = (kind: CheckKind): readonly Column<CheckedDomain>[] =>
  sortedByServer([domainColumn, ...(kind === 'domains' ? ownerColumns : []), ...mailColumns, ...placeColumns], []);

/** A typed domain as the server writes the lines of a file. */
export const exportColumns = (kind: CheckKind): readonly Column<CheckedDomain>[] =>
  fileColumns(kind).map(([title, cell]) => column.of(title, { text: (row) => String(cell(row) ?? '') }));

/** All that was found of one domain. */
export const factsOf = (kind: CheckKind, row: CheckedDomain) => ({
  'Domain Name': nameOf(row),
  ...(kind === 'domains' && { Whose: oursBadge(row), Owner: row.owner, 'At Google': googleBadge(row) }),
  Status: <MailBadge status={row.status} />,
  Provider: row.provider,
  Note: noteOf(row),
  'MX Records': serversOf(row),
});
