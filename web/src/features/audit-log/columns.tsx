import type { AuditEntry } from '@desk/contract/audit-log';
import { fieldLabel, valueLabel } from '@desk/contract/words/audit-words';
import { columnsOf } from '../../kit/table/columns.tsx';
import { date, instant, shown } from '../../kit/text/format.ts';
import { DomainLink } from '../../parts/domain-page/domain-link.tsx';
import { policyChange } from '../../parts/reminders/policy-change.ts';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
/** Names that read badly when only their words are taken apart. */
const EVENT_NAMES: Readonly<Record<string, string>> = { authz_fail: 'Access refused', otp_sent: 'OTP sent' };

const words = (name: string) =>
  name
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** A name of the log as people say it: `zone_changed` is 'Zone changed'. The path of a call stays as it is. */
export const spoken = (name: string): string => EVENT_NAMES[name] ?? (name.includes('/') ? name : capital(words(name)));

const valueOf = (value: string | null) => (value !== null && DAY.test(value) ? date(value) : shown(value));

const isOfSteps = (subject: string, field: string): boolean => subject === 'reminder_policy' && field === 'steps';

/** What changed, by field: 'Zone', 'North → West'. */
export const changesIn = ({ subject, changes }: AuditEntry): readonly (readonly [string, string])[] =>
  changes.map((change) => {
    const { field, old, new: now } = isOfSteps(subject, change.field) ? policyChange(change) : change;
    return [fieldLabel(field), `${valueOf(valueLabel(field, old))} → ${valueOf(valueLabel(field, now))}`];
  });

/** The subject of an entry: 'Renewal of acme.example', 'Account 7'. */
function thingOf({ subject, subject_id, domain }: AuditEntry): string {
  if (domain !== null) return subject === 'domain' ? domain : `${spoken(subject)} of ${domain}`;
  return subject_id === null ? spoken(subject) : `${spoken(subject)} ${String(subject_id)}`;
}

/** The same, its domain as a link to its page. */
export function Thing({ entry }: { entry: AuditEntry }) {
  const { subject, subject_id, domain } = entry;
  if (domain === null) return thingOf(entry);
  return (
    <>
      {subject !== 'domain' && `${spoken(subject)} of `}
      <DomainLink name={domain} {...(subject === 'renewal' && subject_id !== null && { renewal: subject_id })} />
    </>
  );
}

export const entryIdentity = {
  key: (entry: AuditEntry) => entry.entry_id,
  name: (entry: AuditEntry) => `${spoken(entry.action)}, ${instant(entry.at)}`,
};

const column = columnsOf<AuditEntry>(entryIdentity);
const changesOf = (entry: AuditEntry) =>
  shown(
    changesIn(entry)
      .map((change) => change.join(': '))
      .join('; '),
  );

/** None can be sorted: the newest entry stands first. */
export const auditColumns = (open: (entry: AuditEntry) => void) => [
  column.instant('at', 'When', { width: 136 }),
  column.of('Who', { text: (entry) => entry.by, width: 160 }),
  column.of('What', { text: (entry) => spoken(entry.action), width: 144 }),
  column.of('Thing', {
    ...{ text: thingOf, width: 208 },
    cell: (entry) => <Thing entry={entry} />,
  }),
  column.of('Changes', { text: changesOf, width: 256 }),
  column.of('Address', { text: (entry) => shown(entry.ip), width: 104 }),
  column.action('Details', { press: open, shortcut: 'd', width: 88 }),
];
