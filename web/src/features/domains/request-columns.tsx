import type { PendingDomain } from '@desk/contract/domains';
import { BusyButton } from '../../kit/button/busy-button.tsx';
import { Button } from '../../kit/button/button.tsx';
import { CellButton } from '../../kit/button/cell-button.tsx';
import { Breakable } from '../../kit/text/breakable.tsx';
import classes from '../../kit/cell/cells.module.css';
import { columnsOf } from '../../kit/table/columns.tsx';
import { ago, counted, instant } from '../../kit/text/format.ts';
import { Line } from '../../kit/layout/section.tsx';
import { Lines } from '../../kit/cell/lines.tsx';
import { RecordCard } from '../../kit/card/record-card.tsx';
import { TwoLines } from '../../kit/cell/two-lines.tsx';
import type { Column } from '../../kit/table/types.ts';
import { DecidedMark, UndoButton, type Mark } from '../../parts/decisions/deciding.tsx';
import { Marks, marksInWords } from '../../parts/decisions/marks.tsx';
import { factsOf } from './model.ts';

/** A request: somebody else's for the same domain is another one. */
export const requestIdentity = {
  key: ({ domain_id, user_email }: PendingDomain) => `${String(domain_id)} ${user_email}`,
  name: (domain: PendingDomain) => domain.domain_name,
};
const pending = columnsOf<PendingDomain>(requestIdentity);

type Press = (domain: PendingDomain) => void;

/** Why a domain cannot simply be given to its claimant; undefined where it can. */
export const warningOf = ({ mail_fits, user_email, domain_name }: PendingDomain): string | undefined =>
  mail_fits ? undefined : `${user_email} is not an address of ${domain_name}`;

const closedWord = (status: PendingDomain['asked_again']) => (status === 'SUSPENDED' ? 'suspended' : 'rejected');

/** Who has the domain now, in words. */
export function ownerWords({ present_owner, asked_again }: PendingDomain): readonly (string | null)[] {
  if (asked_again !== null) return [`Asks again: it was ${closedWord(asked_again)}`];
  if (present_owner === null) return ['Nobody: a new domain'];
  const { company_name, company_email, user_email, domain_status, subscriptions } = present_owner;
  const mails = [user_email, company_email].filter((mail, at, all) => mail !== null && all.indexOf(mail) === at);
  const closed = domain_status === 'ACTIVE' ? [] : [`It was ${closedWord(domain_status)}`];
  return [company_name, ...mails, counted(subscriptions, 'subscription'), ...closed];
}

interface RequestPress {
  approve: Press;
  reject: Press;
  undo: Press;
  standing: (domain: PendingDomain) => Standing;
  /** The moment from which the age of a request is told. */
  now: number;
}

/** A decided row keeps its place; in that of its buttons stands what became of it, and the way back. */
export const pendingDomainColumns = (press: RequestPress): readonly Column<PendingDomain>[] => {
  const decision = (header: 'Approve' | 'Reject', act: Press) => ({
    ...pending.action(header, {
      ...{ group: 'Action', press: act, width: header === 'Approve' ? 120 : 80 },
      offered: (domain) => press.standing(domain).waits,
    }),
    cell: (domain: PendingDomain) => (
      <DecisionCell
        {...{ header, domain, standing: press.standing(domain), undo: press.undo }}
        onPress={() => act(domain)}
      />
    ),
  });
  return [
    pending.text('domain_name', 'Domain Name', {
      width: 144,
      cell: ({ domain_name }) => <Lines texts={[domain_name]} />,
    }),
    pending.of('Email', {
      width: 184,
      id: 'user_email',
      sort: ({ user_email }) => user_email,
      text: (domain) => [domain.user_email, warningOf(domain)].filter((text) => text !== undefined).join(', '),
      cell: (domain) => <Claimant domain={domain} />,
    }),
    pending.text('company_name', 'Company Name', {
      width: 128,
      cell: ({ company_name }) => <Lines texts={[company_name]} />,
    }),
    {
      ...pending.instant('timestamp', 'Asked', { width: 112 }),
      cell: ({ timestamp }) => <TwoLines below={instant(timestamp)}>{ago(timestamp, press.now)}</TwoLines>,
    },
    pending.of('Facts', {
      width: 152,
      text: (domain) => marksInWords(factsOf(domain)),
      cell: (domain) => <Marks marks={factsOf(domain)} />,
    }),
    pending.of('Present Owner', {
      width: 152,
      text: (domain) => ownerWords(domain).join(', '),
      cell: (domain) => <Lines texts={ownerWords(domain)} />,
    }),
    decision('Approve', press.approve),
    decision('Reject', press.reject),
  ];
};

function Claimant({ domain }: { domain: PendingDomain }) {
  return (
    <span className={classes.lines}>
      <span>
        <Breakable text={domain.user_email} />
      </span>
      {[domain.user_name, domain.user_phoneNumber].filter(Boolean).join(', ')}
    </span>
  );
}

/** Whether a domain waits still, what became of it here, and whether it is under way. */
export interface Standing {
  readonly waits: boolean;
  readonly mark: Mark | undefined;
  readonly busy: boolean;
}
interface CellProps {
  header: 'Approve' | 'Reject';
  domain: PendingDomain;
  standing: Standing;
  onPress: () => void;
  undo: Press;
}

/** Keeps the focus while the domain is under way. */
function DecisionCell({ header, domain, standing, onPress, undo }: CellProps) {
  const { waits, mark, busy } = standing;
  if (!waits && header === 'Approve') return <DecidedMark mark={mark} />;
  if (!waits) return mark && <UndoButton name={domain.domain_name} busy={busy} onUndo={() => undo(domain)} />;
  return (
    <CellButton
      tone={header === 'Reject' ? 'bad' : undefined}
      aria-label={`${header}: ${domain.domain_name}`}
      aria-disabled={busy}
      aria-busy={busy}
      onClick={onPress}
    >
      {header}
    </CellButton>
  );
}

interface CardProps {
  domain: PendingDomain;
  press: RequestPress;
}

/** A request on a phone: the same facts, and the buttons below them. */
export function RequestCard({ domain, press }: CardProps) {
  const { waits, mark, busy } = press.standing(domain);
  const { domain_name: name, timestamp } = domain;
  return (
    <RecordCard
      title={name}
      about={
        <span>
          Asked {instant(timestamp)}, {ago(timestamp, press.now)}
        </span>
      }
      facts={[
        { label: 'Claimant', value: <Claimant domain={domain} />, hint: domain.company_name, wide: true },
        { label: 'Facts', value: <Marks marks={factsOf(domain)} />, wide: true },
        { label: 'Present owner', value: ownerWords(domain).filter(Boolean).join(', '), wide: true },
      ]}
    >
      {waits ? (
        <Line>
          <BusyButton busy={busy} aria-label={`Approve: ${name}`} onClick={() => press.approve(domain)}>
            Approve
          </BusyButton>
          <Button variant="default" disabled={busy} aria-label={`Reject: ${name}`} onClick={() => press.reject(domain)}>
            Reject
          </Button>
        </Line>
      ) : (
        <Line>
          <DecidedMark mark={mark} />
          {mark && <UndoButton name={name} busy={busy} onUndo={() => press.undo(domain)} />}
        </Line>
      )}
    </RecordCard>
  );
}
