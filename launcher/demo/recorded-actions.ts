import { getTableColumns } from 'drizzle-orm';
import { changesBetween } from '../../server/src/platform/audit/audit.ts';
import type { Change } from '../../server/src/platform/db/tables/audit.ts';
import { renewalsTable } from '../../server/src/platform/db/tables/renewals.ts';
import type { DemoAction, Person } from './actions.ts';
import { dayOf } from './office-hours.ts';
import type { AuditRow, CommentRow, MessageRenewalRow, MessageRow, RenewalRow } from './rows.ts';

const columns = getTableColumns(renewalsTable);

type Done = DemoAction & { renewal: RenewalRow; old: RenewalRow };

const columnOf = (field: string): string => columns[field as keyof typeof columns].name;

function changesOf({ old, changes, messages }: Done, emailOf: (id: number | null) => string | null): Change[] {
  const [first] = messages ?? [];
  if (messages !== undefined && first !== undefined) {
    return [
      { field: 'notification_type', old: null, new: first.channel },
      { field: 'recipients', old: null, new: messages.map(({ recipient }) => recipient).join(', ') },
    ];
  }
  const { assignedToId, ...others } = changes;
  if (assignedToId !== undefined) {
    return [{ field: 'assigned_to', old: emailOf(old.assignedToId ?? null), new: emailOf(assignedToId) }];
  }
  return changesBetween(old, others).map((change) => ({ ...change, field: columnOf(change.field) }));
}

const SECONDS_TO_SEND = 4;

function messagesOf({ renewal, at, by, messages = [] }: Done): Omit<MessageRow, 'id'>[] {
  return messages.map(({ failure, ...message }) => ({
    ...message,
    purpose: 'renewal',
    dedupeKey: `renewal:${renewal.id}:${message.channel}:${message.recipient}:${dayOf(at)}`,
    state: failure === null ? 'sent' : 'failed',
    attempts: 1,
    reason: failure,
    createdBy: by.email,
    createdAt: at,
    finishedAt: new Date(at.getTime() + SECONDS_TO_SEND * 1_000),
  }));
}

const numbered = <T>(rows: readonly T[]): (T & { id: number })[] => rows.map((row, n) => ({ ...row, id: n + 1 }));

/** Writes down what was done: the renewals as they stand after it, and what the product keeps of each action. */
export function recordActions(
  staff: readonly Person[],
  stories: readonly { renewal: RenewalRow; actions: readonly DemoAction[] }[],
) {
  const emails = new Map(staff.map(({ id, email }) => [id, email]));
  const emailOf = (id: number | null) => (id === null ? null : (emails.get(id) ?? null));
  const renewals: RenewalRow[] = [];
  const done: Done[] = [];
  for (const { renewal, actions } of stories) {
    let now = renewal;
    for (const action of actions) {
      done.push({ ...action, renewal, old: now });
      // A message is no edit of the renewal.
      now = {
        ...now,
        ...action.changes,
        version: (now.version ?? 1) + (action.messages === undefined ? 1 : 0),
      };
    }
    renewals.push(now);
  }
  done.sort((one, other) => one.at.getTime() - other.at.getTime());

  const audit = numbered(
    done.map((action) => ({
      at: action.at,
      actorId: action.by.id,
      actor: action.by.email,
      action: action.action,
      subject: 'renewal',
      subjectId: action.renewal.id,
      changes: changesOf(action, emailOf),
      ip: `192.0.2.${action.by.id}`,
      requestId: null,
    })),
  ) satisfies AuditRow[];
  const comments: CommentRow[] = numbered(
    done.flatMap(({ renewal, at, by, comment }) =>
      comment === undefined
        ? []
        : [
            {
              renewalId: renewal.id,
              comment: comment.text,
              form: comment.form ?? null,
              updatedBy: by.email,
              updatedOn: at,
            },
          ],
    ),
  );
  const messages: MessageRow[] = numbered(done.flatMap(messagesOf));
  const messageRenewals = done
    .flatMap(({ renewal, messages: sent = [] }) => sent.map(() => renewal.id))
    .map((renewalId, n): MessageRenewalRow => ({ messageId: n + 1, renewalId }));
  return { renewals, audit, comments, messages, messageRenewals };
}
