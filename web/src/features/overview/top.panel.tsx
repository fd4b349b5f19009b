import { overview, type OutstandingDomain, type UpcomingRenewal } from '@desk/contract/overview';
import { useCall } from '../../api/hooks.ts';
import { BarList } from '../../kit/chart/bar-list.tsx';
import { columnsOf } from '../../kit/table/columns.tsx';
import { DataTable } from '../../kit/table/data-table.tsx';
import { counted, crore, date, money } from '../../kit/text/format.ts';
import { Panel } from '../../kit/layout/panel.tsx';
import { sortedByServer } from '../../kit/table/server-page.ts';
import type { Column } from '../../kit/table/types.ts';
import type { Loading } from '../../kit/feedback/loading.ts';
import type { RowIdentity } from '../../kit/edit/row-identity.ts';
import { useOpenDomainPage } from '../../parts/domain-page/domain-page-address.ts';
import { DomainLink } from '../../parts/domain-page/domain-link.tsx';
import { AsOf } from './as-of.panel.tsx';
import classes from './overview.module.css';

interface Props {
  /** Part of a domain; '' for all. */
  search: string;
  asTable: boolean;
}

const TOP = 5;
const SKELETON = { blocks: TOP, height: 44 };
const HINT = 'open details';
const KEEP_FORMER = { keep: true };
const nothing = () => undefined;

const bodyOf = (search: string) => (search === '' ? {} : { search });
const emptyOf =
  (search: string) =>
  ({ domains }: { domains: readonly unknown[] }) => {
    if (domains.length > 0) return undefined;
    return search === '' ? 'No Data Present' : `No domain matches "${search}".`;
  };

/** A domain may renew more than once in a month. */
type Placed<Row> = Row & { readonly at: number };
const placed = <Row,>(rows: readonly Row[]): readonly Placed<Row>[] => rows.map((row, at) => ({ ...row, at }));
const identity: RowIdentity<Placed<{ domain: string }>> = { key: ({ at }) => at, name: ({ domain }) => domain };

const LAKH = 1e5;
/** Below a lakh crores would be all zeros. */
const inCrore = (amount: string): string => (Number(amount) < LAKH ? money(amount) : crore(Number(amount)));

const debt = columnsOf<Placed<OutstandingDomain>>(identity);
const DEBT_COLUMNS = sortedByServer(
  [
    debt.of('Domain', { width: 152, text: ({ domain }) => domain, cell: ({ domain }) => <DomainLink name={domain} /> }),
    debt.of('Outstanding Amount in Cr', { width: 176, align: 'end', text: ({ amount }) => inCrore(amount) }),
    debt.money('amount', 'Outstanding Amount', { width: 144 }),
  ],
  [],
);

/** The five domains that owe most. */
export function OutstandingPanel({ search, asTable }: Props) {
  const title = 'Top 5 Outstanding Amount in Cr';
  const query = useCall(overview.outstanding, bodyOf(search), KEEP_FORMER);
  const openDomainPage = useOpenDomainPage();
  return (
    <Panel
      title={title}
      beside={<AsOf service="Zoho Books" at={query.data?.as_of} />}
      query={query}
      empty={emptyOf(search)}
      skeleton={SKELETON}
    >
      {({ domains, without_domain }) => (
        <>
          {asTable ? (
            <TopTable label={title} columns={DEBT_COLUMNS} rows={placed(domains)} query={query} />
          ) : (
            <BarList
              label={title}
              hint={HINT}
              bars={domains.map(({ domain, amount }) => ({
                key: domain,
                name: domain,
                value: Number(amount),
                words: inCrore(amount),
                ...(inCrore(amount) !== money(amount) && { exact: money(amount) }),
              }))}
              onOpen={({ name }) => openDomainPage({ kind: 'domain', name })}
            />
          )}
          {without_domain.count > 0 && (
            <p className={classes.age}>
              {counted(without_domain.count, 'debtor')} without a domain here: {money(without_domain.amount)}.
            </p>
          )}
        </>
      )}
    </Panel>
  );
}

const renewal = columnsOf<Placed<UpcomingRenewal>>(identity);
const RENEWAL_COLUMNS = sortedByServer(
  [
    renewal.of('Domain', {
      width: 152,
      text: ({ domain }) => domain,
      cell: ({ domain }) => <DomainLink name={domain} />,
    }),
    renewal.number('licence', 'Licence', { width: 80 }),
    renewal.date('renewal_date', 'Renewal Date'),
    renewal.text('standing', 'State', { width: 96 }),
  ],
  [],
);

/** The five renewals of this month with the most licences, and how they stand. */
export function UpcomingPanel({ search, asTable }: Props) {
  const title = 'Top 5 Renewal this Month';
  const query = useCall(overview.upcoming, bodyOf(search), KEEP_FORMER);
  const openDomainPage = useOpenDomainPage();
  return (
    <Panel title={title} query={query} empty={emptyOf(search)} skeleton={SKELETON}>
      {({ domains }) =>
        asTable ? (
          <TopTable label={title} columns={RENEWAL_COLUMNS} rows={placed(domains)} query={query} />
        ) : (
          <BarList
            label={title}
            hint={HINT}
            bars={placed(domains).map(({ at, domain, licence, renewal_date, standing }) => ({
              key: String(at),
              name: domain,
              value: licence,
              words: `${counted(licence, 'licence')}, ${standing}`,
              exact: `renews on ${date(renewal_date)}`,
            }))}
            onOpen={({ name }) => openDomainPage({ kind: 'domain', name })}
          />
        )
      }
    </Panel>
  );
}

interface TableProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  query: Loading;
}

function TopTable<Row extends Placed<{ domain: string }>>({ label, columns, rows, query }: TableProps<Row>) {
  return (
    <DataTable
      label={label}
      row={identity}
      columns={columns}
      view={{ rows, total: rows.length, page: 1, size: TOP, sort: undefined, onSort: nothing, onPage: nothing }}
      // A refresh in the background does not dim what is read.
      query={{ ...query, isFetching: false }}
      texts={{ empty: '' }}
    />
  );
}
