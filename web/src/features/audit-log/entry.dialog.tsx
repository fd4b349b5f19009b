import type { AuditEntry } from '@desk/contract/audit-log';
import { instant, shown } from '../../kit/text/format.ts';
import { ListDialog } from '../../kit/dialog/list-dialog.tsx';
import { Pairs } from '../../kit/text/pairs.tsx';
import { changesIn, spoken, Thing } from './columns.tsx';

/** One entry of the log with every field that changed. */
export function EntryDialog({ entry, onClose }: { entry: AuditEntry; onClose: () => void }) {
  const facts = [
    ['When', instant(entry.at)],
    ['Who', entry.by],
    ['Thing', <Thing key="thing" entry={entry} />],
    ['Address', shown(entry.ip)],
    ...changesIn(entry),
  ] as const;
  return (
    <ListDialog title={spoken(entry.action)} size={720} onClose={onClose}>
      <Pairs>
        {facts.map(([name, value], at) => (
          <div key={`${String(at)} ${name}`} style={{ display: 'contents' }}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </Pairs>
    </ListDialog>
  );
}
