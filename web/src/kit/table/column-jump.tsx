import type { Column } from './types.ts';
import { ToolField } from '../filter/tool-field.tsx';

/** Scrolls a wide table to a group of its columns. */
export function ColumnJump<Row>({ columns }: { columns: readonly Column<Row>[] }) {
  const groups = columns.slice(1).filter((column, at, all) => column.group !== all[at - 1]?.group);
  return (
    <ToolField label="Go to columns">
      <select
        value=""
        onChange={(event) =>
          document
            .getElementById(`group-${event.currentTarget.value}`)
            ?.scrollIntoView({ inline: 'start', block: 'nearest' })
        }
      >
        <option value="" disabled>
          Choose
        </option>
        {groups.map((column) => (
          <option key={column.id} value={column.id}>
            {column.group}
          </option>
        ))}
      </select>
    </ToolField>
  );
}
