import type { Call, InputOf } from '@desk/contract/call';
import { ExportButtons } from '../../kit/export/export-buttons.tsx';
import { number } from '../../kit/text/format.ts';
import { useExport } from '../files/export.ts';

interface Props<C extends Call> {
  label: string;
  call: C;
  /** The filters of the list. */
  body: InputOf<C>;
  /** How many rows it will have, where that is known. */
  rows?: number | undefined;
}

/** A list as a file: whatever its filters let through, on all pages. */
export function ListExport<C extends Call>({ label, call, body, rows }: Props<C>) {
  const { start, pending } = useExport(call);
  return (
    <ExportButtons
      label={rows === undefined ? label : `${label} (${number(rows)})`}
      busy={pending}
      onExport={(form) => start(body, form, rows)}
    />
  );
}
