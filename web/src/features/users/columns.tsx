import type { PendingUser, UserRow } from '@desk/contract/users';
import { BusyButton } from '../../kit/button/busy-button.tsx';
import { Button } from '../../kit/button/button.tsx';
import { CellLink } from '../../kit/cell/cell-link.tsx';
import { columnsOf } from '../../kit/table/columns.tsx';
import { Line } from '../../kit/layout/section.tsx';
import { Lines } from '../../kit/cell/lines.tsx';
import { RecordCard } from '../../kit/card/record-card.tsx';
import { TwoLines } from '../../kit/cell/two-lines.tsx';
import { ago, instant } from '../../kit/text/format.ts';
import type { Column } from '../../kit/table/types.ts';
import { DecidedMark, UndoButton, type Deciding } from '../../parts/decisions/deciding.tsx';
import { Marks, marksInWords } from '../../parts/decisions/marks.tsx';
import { factsOf, segmentWords } from './model.ts';

export const userIdentity = { key: (user: UserRow) => user.user_id, name: (user: UserRow) => user.user_email };
const column = columnsOf<UserRow>(userIdentity);
const pending = columnsOf<PendingUser>(userIdentity);

type Press<Row = UserRow> = (user: Row) => void;

interface Pending {
  /** Opens all that is known of somebody. */
  open: Press<PendingUser>;
  approve: Press<PendingUser>;
  reject: Press<PendingUser>;
  /** Whether somebody waits still; in the place of the buttons of a decided row stands what became of it. */
  deciding: Pick<Deciding<PendingUser>, 'markOf' | 'isBusy' | 'undo'>;
  waits: (user: PendingUser) => boolean;
  /** The moment from which the age of a registration is told. */
  now: number;
}

const companyLine = (user: PendingUser) => [segmentWords(user), user.designation].filter(Boolean).join(', ');

export const pendingUserColumns = (press: Pending): readonly Column<PendingUser>[] => {
  const { open, approve, reject, deciding, waits, now } = press;
  const approving = pending.action('Approve', { group: 'Action', press: approve, offered: waits, width: 144 });
  const rejecting = pending.action('Reject', {
    group: 'Action',
    press: reject,
    offered: waits,
    tone: 'bad',
    width: 88,
  });
  const undo = (user: PendingUser) =>
    deciding.markOf(user) && (
      <UndoButton name={user.user_email} busy={deciding.isBusy(user)} onUndo={() => deciding.undo(user)} />
    );
  return [
    pending.text('user_name', 'User Name', {
      width: 144,
      cell: (user) => <CellLink text={user.user_name} onPress={() => open(user)} />,
    }),
    pending.text('user_email', 'Email', {
      width: 208,
      cell: ({ user_email, user_phoneNumber: phone }) => <Lines texts={[user_email, phone === '' ? null : phone]} />,
    }),
    pending.text('company_name', 'Company Name', {
      width: 176,
      cell: (user) => <TwoLines below={companyLine(user)}>{user.company_name}</TwoLines>,
    }),
    {
      ...pending.instant('timestamp', 'Registered', { width: 128 }),
      cell: ({ timestamp }) => <TwoLines below={instant(timestamp)}>{ago(timestamp, now)}</TwoLines>,
    },
    pending.of('Facts', {
      width: 184,
      text: (user) => marksInWords(factsOf(user)),
      cell: (user) => <Marks marks={factsOf(user)} />,
    }),
    {
      ...approving,
      cell: (user) => (waits(user) ? approving.cell?.(user) : <DecidedMark mark={deciding.markOf(user)} />),
    },
    { ...rejecting, cell: (user) => (waits(user) ? rejecting.cell?.(user) : undo(user)) },
  ];
};

/** Somebody who waits on a phone: the same facts, and the buttons below them. */
export function RegistrationCard({ user, press }: { user: PendingUser; press: Pending }) {
  const { open, approve, reject, deciding, waits, now } = press;
  const busy = deciding.isBusy(user);
  const email = user.user_email;
  return (
    <RecordCard
      title={user.user_name}
      about={<Lines texts={[email, user.user_phoneNumber]} />}
      facts={[
        { label: 'Company Name', value: user.company_name, hint: companyLine(user), wide: true },
        { label: 'Registered', value: instant(user.timestamp), hint: ago(user.timestamp, now), wide: true },
        { label: 'Facts', value: <Marks marks={factsOf(user)} />, wide: true },
      ]}
    >
      <Line>
        {waits(user) ? (
          <>
            <BusyButton busy={busy} aria-label={`Approve: ${email}`} onClick={() => approve(user)}>
              Approve
            </BusyButton>
            <Button variant="default" disabled={busy} aria-label={`Reject: ${email}`} onClick={() => reject(user)}>
              Reject
            </Button>
          </>
        ) : (
          <>
            <DecidedMark mark={deciding.markOf(user)} />
            {deciding.markOf(user) && <UndoButton name={email} busy={busy} onUndo={() => deciding.undo(user)} />}
          </>
        )}
        <Button variant="default" aria-label={`More of ${email}`} onClick={() => open(user)}>
          More
        </Button>
      </Line>
    </RecordCard>
  );
}

export const userColumns = ({ edit }: { edit: Press }): readonly Column<UserRow>[] => [
  column.text('user_name', 'Name', { width: 160 }),
  column.text('user_email', 'Email', { width: 224 }),
  column.text('company_name', 'Company Name', { width: 184 }),
  column.text('designation', 'Designation', { width: 136 }),
  column.badge('status', 'Status', { width: 120 }),
  column.instant('timestamp', 'Time'),
  column.action('Edit', { group: 'Action', press: edit, shortcut: 'e', width: 80 }),
];
