import { MAIL_WORDS } from '@desk/contract/check-words';
import type { CheckedDomain, CheckKind } from '@desk/contract/checks';
import { Button } from '@mantine/core';
import { useEffect, useMemo, useRef } from 'react';
import { DataTable } from '../../kit/data-table.tsx';
import { Section } from '../../kit/section.tsx';
import type { Loading } from '../../kit/table-types.ts';
import { exportRows } from '../../parts/export.ts';
import { checkedColumns, checkedIdentity } from './columns.tsx';

const THERE: Loading = { isPending: false, isFetching: false, isError: false, error: null, refetch: () => undefined };
const nothing = () => undefined;

interface Props {
  kind: CheckKind;
  rows: readonly CheckedDomain[];
}

/** What was found of a typed domain. */
export function TypedPanel({ kind, rows }: Props) {
  const columns = useMemo(() => checkedColumns(kind, false), [kind]);
  return (
    <Section
      title="Result"
      beside={
        <Button variant="default" onClick={() => void exportRows(columns, rows, 'export_data.csv')}>
          Export
        </Button>
      }
    >
      <Spoken rows={rows} />
      <DataTable
        label="Result"
        row={checkedIdentity}
        columns={columns}
        view={{
          rows,
          total: rows.length,
          page: 1,
          size: rows.length,
          sort: undefined,
          onSort: nothing,
          onPage: nothing,
        }}
        query={THERE}
        texts={{ empty: 'No Data Present' }}
      />
    </Section>
  );
}

/** Said aloud: the table appears below where the user is. A live region that comes with its text is often not read. */
function Spoken({ rows }: Pick<Props, 'rows'>) {
  const region = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (region.current)
      region.current.textContent = rows
        .map((row) => `${checkedIdentity.name(row)}: ${MAIL_WORDS[row.status]}`)
        .join(', ');
  }, [rows]);
  return <p ref={region} role="status" className="visually-hidden" />;
}
