import { useMemo, useState } from 'react';
import { now } from '../../kit/text/clock.ts';
import { DataTable } from '../../kit/table/data-table.tsx';
import { ago, instant, number } from '../../kit/text/format.ts';
import { EmptyState, ErrorPanel } from '../../kit/feedback/panels.tsx';
import type { Column, Sort } from '../../kit/table/types.ts';
import type { Loading } from '../../kit/feedback/loading.ts';
import type { RowIdentity } from '../../kit/edit/row-identity.ts';
import { usePaged } from '../../kit/table/use-paged.ts';
import { Waiting } from '../../kit/feedback/waiting.tsx';
import type { Placed } from './section-columns.tsx';
import classes from './domain-page.module.css';

const PAGE_SIZE = 10;

interface Props<Row> {
  /** The section's heading, with which its texts are made. */
  title: string;
  domain: string;
  query: Loading;
  /** Undefined until they are there. */
  rows: readonly Row[] | undefined;
  /** How many there are in all; undefined: as many as `rows`. */
  total?: number | undefined;
  /** The service that the rows were read from; undefined: they are our own. */
  service?: string;
  asOf: string | null | undefined;
  row: RowIdentity<Placed<Row>>;
  columns: readonly Column<Placed<Row>>[];
}

/** A section of a domain page: loading, failed, empty, or a table; and how old it is. */
export function SectionTable<Row extends object>(props: Props<Row>) {
  const { title, query, rows, total = 0, service, asOf } = props;
  if (!rows && query.error)
    return (
      <ErrorPanel text={`Could not fetch ${title}.`} what={query.error.message} onRetry={() => void query.refetch()} />
    );
  if (!rows) return <Waiting />;
  return (
    <>
      {rows.length === 0 ? <EmptyState text={`No data available for ${title}`} /> : <Rows {...props} rows={rows} />}
      {total > rows.length && <OnlySome which="newest" shown={rows.length} of={total} />}
      <Age service={service} asOf={asOf} isEmpty={rows.length === 0} />
    </>
  );
}

function Rows<Row extends object>({ title, domain, query, rows, row, columns }: Props<Row> & { rows: readonly Row[] }) {
  const [page, setPage] = useState(1);
  const [sort, setSort] = useState<Sort>();
  const placed = useMemo(() => rows.map((one, at) => ({ ...one, at })), [rows]);
  const view = usePaged<Placed<Row>>(placed, { row, columns, sort, page, size: PAGE_SIZE });
  return (
    <DataTable
      label={`${title} of ${domain}`}
      row={row}
      columns={columns}
      view={{ ...view, onSort: setSort, onPage: setPage }}
      // A refresh in the background does not dim what is read.
      query={{ ...query, isFetching: false }}
      texts={{ empty: '' }}
    />
  );
}

/** Says that not all is shown, but the newest or the first. */
export const OnlySome = ({ which, shown, of }: { which: 'newest' | 'first'; shown: number; of: number }) => (
  <p className={classes.age}>{`The ${which} ${number(shown)} of ${number(of)}`}</p>
);

interface AgeProps {
  service: string | undefined;
  asOf: string | null | undefined;
  isEmpty: boolean;
}

function Age({ service, asOf, isEmpty }: AgeProps) {
  if (service !== undefined && asOf)
    return (
      <p className={classes.age}>
        from {service},{' '}
        <time dateTime={asOf} title={instant(asOf)}>
          {ago(asOf, now())}
        </time>
      </p>
    );
  // Rows that no service was asked for came from a file or were entered here.
  const isUnread = service !== undefined && isEmpty;
  return <p className={classes.age}>{isUnread ? `${service} has not been read yet` : 'from our own records'}</p>;
}
