import { MAIL_WORDS } from '@desk/contract/words/check-words';
import type { CheckedDomain, CheckKind } from '@desk/contract/checks';
import { useEffect, useRef } from 'react';
import { ExportButtons } from '../../kit/export/export-buttons.tsx';
import { Section } from '../../kit/layout/section.tsx';
import { exportRows } from '../../parts/files/export.ts';
import { Facts } from '../../parts/domain-page/facts.tsx';
import { checkedIdentity, exportColumns, factsOf } from './columns.tsx';

interface Props {
  kind: CheckKind;
  rows: readonly CheckedDomain[];
}

/** The result for a typed domain. */
export function TypedPanel({ kind, rows }: Props) {
  return (
    <Section
      title="Result"
      beside={
        <ExportButtons
          label="Export"
          onExport={(form) => void exportRows(exportColumns(kind), rows, { name: 'export_data', form })}
        />
      }
    >
      <Spoken rows={rows} />
      {rows.map((row) => (
        <Facts key={row.line} facts={factsOf(kind, row)} />
      ))}
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
