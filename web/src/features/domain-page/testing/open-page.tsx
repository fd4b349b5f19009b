import { timeline, type DomainRenewal, type DomainSummary, type TimelineEntry } from '@desk/contract/timeline';
import { useParams } from '@tanstack/react-router';
import { storeSession } from '../../../api/session.ts';
import { preferencesOf } from '../../../kit/browser/preferences.ts';
import { useShortcutKeys } from '../../../kit/keyboard/shortcuts.ts';
import { columnsOf } from '../../../kit/table/columns.tsx';
import { DataTable } from '../../../kit/table/data-table.tsx';
import { ScreenFrame } from '../../../kit/layout/screen-frame.tsx';
import { DomainLink } from '../../../parts/domain-page/domain-link.tsx';
import { brand } from '../../../parts/testing/brand.ts';
import { bareDomainPage } from '../../../parts/testing/domain-page.ts';
import { answeringInstructions } from '../../../parts/testing/instructions.ts';
import { renewalRow } from '../../../parts/testing/renewal.ts';
import { answering, showPages } from '../../../testing/show.tsx';
import { DomainScreen } from '../domain.screen.tsx';
import { ResellerScreen } from '../reseller.screen.tsx';

const NO_COUNTS = {
  ...{ plans: 0, invoices: 0, outstanding: 0, contacts: 0, renewals: 0 },
  ...{ deployment_tickets: 0, support_tickets: 0 },
};

/** How a domain stands of which hardly anything is known. */
export const summary = (own: Partial<DomainSummary> = {}): DomainSummary => ({
  domain_name: 'indus.example',
  company_name: 'Indus Motors',
  status: 'ACTIVE',
  plans: ['ANNUAL'],
  renews_on: '2026-11-23',
  seats_used: 21,
  seats_bought: 25,
  owes: null,
  last_contact: null,
  speak_to: { name: 'Asha Rao', phone: { number: '+91 9800000001', of: 'Asha Rao' } },
  counts: NO_COUNTS,
  renewals: [],
  ...own,
});

/** A renewal as the page of its domain has it. */
export const domainRenewal = ({ by_itself = null, ...row }: Partial<DomainRenewal> = {}): DomainRenewal => ({
  ...renewalRow(row),
  by_itself,
});

export const KINDS = {
  comment: 0,
  message: 0,
  reminder: 0,
  opening: 0,
  inbound: 0,
  decision: 0,
  order: 0,
  ticket: 0,
  invoice: 0,
  sync: 0,
  edit: 0,
};
export const answeringEntries = (...entries: TimelineEntry[]) =>
  answering(timeline.entries, {
    entries,
    more: false,
    counts: { ...KINDS, ...Object.fromEntries(entries.map(({ kind }) => [kind, 1])) },
  });

interface Row {
  readonly renewal_id: number;
  readonly domain_name: string;
}
const ROWS: readonly Row[] = [
  { renewal_id: 7, domain_name: 'indus.example' },
  { renewal_id: 8, domain_name: 'kaveri.example' },
  { renewal_id: 9, domain_name: 'tara.example' },
];
const identity = { key: (row: Row) => row.renewal_id, name: (row: Row) => row.domain_name };
const column = columnsOf<Row>(identity);
const COLUMNS = [
  {
    ...column.text('domain_name', 'Domain'),
    cell: (row: Row) => <DomainLink name={row.domain_name} renewal={row.renewal_id} />,
  },
];
const nothing = () => undefined;

const List = () => (
  <ScreenFrame title="Renewals">
    <DataTable
      label="Renewals, Nov 2026"
      row={identity}
      columns={COLUMNS}
      view={{ rows: ROWS, total: 3, page: 1, size: 10, sort: undefined, onSort: nothing, onPage: nothing }}
      query={{ isPending: false, isFetching: false, isError: false, error: null, refetch: () => Promise.resolve() }}
      texts={{ empty: '' }}
    />
  </ScreenFrame>
);

function Domain() {
  const { domain = '' } = useParams({ strict: false });
  useShortcutKeys();
  return <DomainScreen key={domain} name={domain} />;
}
function Reseller() {
  const { email = '' } = useParams({ strict: false });
  return <ResellerScreen key={email} email={email} />;
}

let people = 0;

/** Somebody new with this screen in the menu, at a list of three domains or at a page; of two answers to a call the first counts. */
export function openAt(address: string, menu: string, ...answers: Parameters<typeof showPages>[2][]) {
  const user = `person-${String((people += 1))}@desk.example`;
  preferencesOf(user);
  const items = [{ menu_id: 1, menu_name: 'Renewals', to_route: menu }];
  storeSession({ user, token: { login_token: 't', exp: 4e9 }, menu: items, role: 'ADMIN' });
  const pages = { '/home': <List />, '/home/domain/$domain': <Domain />, '/home/reseller/$email': <Reseller /> };
  const shown = showPages(
    address,
    pages,
    ...answers,
    answering(timeline.summary, ({ domain_name }) =>
      summary({ domain_name, renewals: [domainRenewal({ domain_name, renewal_id: idOf(domain_name) })] }),
    ),
    answeringEntries(),
    ...bareDomainPage(),
    answeringInstructions(),
    brand,
  );
  const tab = async (name: string) =>
    shown.user.click(await shown.screen.findByRole('tab', { name: new RegExp(name) }));
  return { ...shown, tab, asked: () => shown.sent.map(({ path }) => path) };
}
const idOf = (name: string) => ROWS.find(({ domain_name }) => domain_name === name)?.renewal_id ?? 7;

/** The page of indus.example, opened by its address. */
export const openPage = (...answers: Parameters<typeof showPages>[2][]) =>
  openAt('/home/domain/indus.example', 'get_monthly_renewal', ...answers);

/** The facts of a contact card. */
export const facts = () =>
  Object.fromEntries(
    [...document.querySelectorAll('section dl > div, main dl > div, dl[class*=facts] > div')].map((fact) => [
      fact.querySelector('dt')?.textContent ?? '',
      fact.querySelector('dd')?.textContent,
    ]),
  );
